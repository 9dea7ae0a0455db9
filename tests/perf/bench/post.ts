// Budgets 1, 2 and 4 on SQLite: the unit change over HTTP, every tap's road to the disk.
import { randomUUID } from 'node:crypto';
import { cpSync } from 'node:fs';
import { ask, request } from './load.ts';
import { interleave, type Plan, ratio } from './rounds.ts';
import { type Learner, type Size, seedSqlite, signInLearners } from './seed.ts';
import type { Spawned } from './spawned.ts';
import { newFolder, startProduct, startReference } from './stage.ts';
import { atLeast, atMost, type Row } from './table.ts';

const SMALL: Size = { rows: 10_000, courses: 8 };

/** How many were made: no position is sent twice, so that each of them changes something. */
let at = 0;

/** Unit changes by these people in turn, each one a real change of an open lesson. */
export function unitPosts(learners: readonly Learner[]): () => string {
  return () => {
    at += 1;
    const learner = learners[at % learners.length];
    const lessonId = learner?.openLessons[Math.floor(at / learners.length) % learner.openLessons.length];
    const headers = {
      Authorization: `Bearer ${learner?.token}`,
      'X-Op-User': learner?.id ?? '',
      'Idempotency-Key': randomUUID(),
    };
    return request('POST', '/api/progress/unit', headers, {
      lessonId,
      status: 'in_progress',
      positionSeconds: at % 1e6,
    });
  };
}

/** A load of unit changes on one server; the first look at every token is taken, and the code compiled, before the clock runs. */
export async function postsTo(server: Spawned, learners: readonly Learner[], warmUpSeconds = 2) {
  const next = unitPosts(learners);
  await ask({ server, next, expect: 200, seconds: warmUpSeconds });
  return async () => {
    // Connections to the database that idled since the last round are open again.
    await ask({ server, next, expect: 200, seconds: 0.3 });
    return ask({ server, next, expect: 200 });
  };
}

async function seededProduct(size: Size): Promise<{ dataDir: string; server: Spawned; learners: Learner[] }> {
  const dataDir = newFolder();
  await seedSqlite(dataDir, size);
  const server = await startProduct(dataDir, { SAMPLE_CONTENT: 'off' });
  return { dataDir, server, learners: await signInLearners(dataDir, server.port, size) };
}

export async function measure({ rounds, rows }: Plan): Promise<Row[]> {
  const [large, small] = [await seededProduct({ rows, courses: 8 }), await seededProduct(SMALL)];
  const plainDir = newFolder();
  cpSync(large.dataDir, plainDir, { recursive: true });
  const plain = await startReference('plain-sqlite-server.ts', {
    DATA_DIR: plainDir,
    ISSUER_PORT: `${large.server.port}`,
  });
  const bare = await startReference('bare-server.ts');
  const figures = await interleave(rounds, {
    bare: await postsTo(bare, large.learners),
    ours: await postsTo(large.server, large.learners),
    plain: await postsTo(plain, large.learners),
    small: await postsTo(small.server, small.learners),
  });
  await Promise.all([large.server, small.server, plain, bare].map((server) => server.stop()));
  const cpu = (name: keyof typeof figures) => figures[name].map((answered) => answered.cpu);
  const perSecond = (name: keyof typeof figures) => figures[name].map((answered) => answered.perSecond);
  const many = rows.toLocaleString('en');
  return [
    {
      number: '1',
      what: `POST /api/progress/unit (synchronous FULL, token, access, whole transaction; ${many} rows, 32 connections) : bare node:http POST, share of CPU capacity; aim 0.25`,
      measured: ratio(cpu('bare'), cpu('ours')),
      budget: atLeast(0.1),
    },
    {
      number: '2',
      what: 'the same : Hono with plain prepared SQL, one transaction a request, FULL; requests/s',
      measured: ratio(perSecond('ours'), perSecond('plain')),
      budget: atLeast(3),
    },
    {
      number: '4',
      what: `CPU per post at ${many} rows : at 10,000 rows, SQLite`,
      measured: ratio(cpu('ours'), cpu('small')),
      budget: atMost(1.5),
    },
  ];
}
