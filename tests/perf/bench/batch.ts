// Budget 9: a device's batch of 500 over HTTP against the same work without HTTP, on the same file.
import { randomUUID } from 'node:crypto';
import { openDatabase } from '#server/db/client.ts';
import { applyBatch } from '#server/learning/routes.ts';
import { interleave, type Plan, ratio } from './rounds.ts';
import { seedSqlite, signInLearners } from './seed.ts';
import { newFolder, startProduct } from './stage.ts';
import { atLeast, type Row } from './table.ts';

const ITEMS = 500;

/** 500 changes of 500 lessons; another `round` changes them again, round -1 resets what was completed. */
function operations(round: number): object[] {
  return Array.from({ length: ITEMS }, (_, at) => ({
    opId: randomUUID(),
    kind: 'unit',
    body:
      round < 0
        ? { lessonId: at + 1, status: 'not_started' }
        : { lessonId: at + 1, status: 'in_progress', positionSeconds: round + 1 },
  }));
}

/** Items a second; throws unless every one of them was applied. */
async function rate(apply: () => Promise<{ results: { status: number; body: unknown }[] }>): Promise<number> {
  const start = performance.now();
  const { results } = await apply();
  const took = performance.now() - start;
  const applied = results.filter(({ status, body }) => status === 200 && (body as { changed?: boolean }).changed);
  if (applied.length !== ITEMS) throw new Error(`Only ${applied.length} of ${ITEMS} were applied.`);
  return (ITEMS * 1000) / took;
}

export async function measure({ rounds, rows }: Plan): Promise<Row[]> {
  const size = { rows: Math.min(rows, 100_000), courses: ITEMS / 25 };
  const dataDir = newFolder();
  const file = await seedSqlite(dataDir, size);
  const server = await startProduct(dataDir, { SAMPLE_CONTENT: 'off' });
  const learners = await signInLearners(dataDir, server.port, size, 2);
  const [remote, local] = learners;
  if (!remote || !local) throw new Error('Nobody is signed in.');
  const db = await openDatabase(`file:${file}`);
  const person = { id: local.id, email: '', organizationId: null, isOrgAdmin: false, isSuperAdmin: false };
  const overHttp = async (round: number) => {
    const response = await fetch(`http://127.0.0.1:${server.port}/api/sync`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${remote.token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ operations: operations(round) }),
    });
    return (await response.json()) as Awaited<ReturnType<typeof applyBatch>>;
  };
  const inProcess = (round: number) => {
    const batch = { operations: operations(round), onFailure: () => {} };
    return applyBatch(db, { person, dataEpoch: undefined, lastOp: undefined, now: new Date() }, batch);
  };
  // Before the clock runs: rows are made then, and only changed afterwards.
  for (const round of [-1, 0]) {
    await overHttp(round);
    await inProcess(round);
  }
  const figures = await interleave(rounds, {
    http: (round) => rate(() => overHttp(round + 1)),
    process: (round) => rate(() => inProcess(round + 1)),
  });
  await db.close();
  await server.stop();
  return [
    {
      number: '9',
      what: 'apply rate of a batch of 500 over HTTP : the same in process',
      measured: ratio(figures.http, figures.process),
      budget: atLeast(0.9),
    },
  ];
}
