// Budgets 3, 3b and 4 on PostgreSQL, every commit flushed.
import pg from 'pg';
import { type Cluster, startCluster } from '../../postgres-cluster.ts';
import type { Answered } from './load.ts';
import { postsTo } from './post.ts';
import { interleave, type Plan, ratio } from './rounds.ts';
import { type Learner, type Size, seedPostgres, signInLearners } from './seed.ts';
import type { Spawned } from './spawned.ts';
import { newFolder, startProduct, startReference } from './stage.ts';
import { atLeast, atMost, type Row } from './table.ts';

/** Durable as a real server is: fsync and full commits are on unless somebody switches them off. */
const DURABLE = ['shared_buffers=512MB', 'max_wal_size=4GB', 'max_connections=100'];
/** Every server is as fast as it gets before it is measured; three that share the rounds see few posts each. */
const WARM_UP_SECONDS = 10;
const SMALL: Size = { rows: 10_000, courses: 8 };

interface Seeded {
  server: Spawned;
  dataDir: string;
  learners: Learner[];
}

async function productOn(url: string, size: Size): Promise<Seeded> {
  const dataDir = newFolder();
  const server = await startProduct(dataDir, { SAMPLE_CONTENT: 'off', DATABASE_URL: url });
  return { server, dataDir, learners: await signInLearners(dataDir, server.port, size) };
}

async function copyDatabase({ url }: Cluster, from: string, to: string): Promise<void> {
  const client = new pg.Client(`${url}/postgres`);
  await client.connect();
  // By its files: through the log, gigabytes of it would still be written behind the rounds.
  await client.query(`create database ${to} template ${from} strategy file_copy`);
  await client.end();
}

async function compare(cluster: Cluster, { rounds, rows }: Plan) {
  const size = { rows, courses: 8 };
  const urlOf = (name: string) => `${cluster.url}/${name}`;
  await cluster.createDatabase('large');
  await seedPostgres(urlOf('large'), size);
  for (const copy of ['plain', 'second', 'third']) await copyDatabase(cluster, 'large', copy);
  await cluster.createDatabase('small');
  await seedPostgres(urlOf('small'), SMALL);

  const [large, small] = [await productOn(urlOf('large'), size), await productOn(urlOf('small'), SMALL)];
  const plain = await startReference('plain-postgres-server.ts', {
    DATA_DIR: large.dataDir,
    DATABASE_URL: urlOf('plain'),
    ISSUER_PORT: `${large.server.port}`,
  });
  // They take the tokens of the first.
  const another = (name: string) =>
    startProduct(large.dataDir, {
      SAMPLE_CONTENT: 'off',
      DATABASE_URL: urlOf(name),
      PUBLIC_URL: `http://localhost:${large.server.port}`,
    });
  const more = [await another('large'), await another('large')];
  const apart = [await another('second'), await another('third')];
  const figures = await interleave(rounds, {
    ours: await postsTo(large.server, large.learners, WARM_UP_SECONDS),
    plain: await postsTo(plain, large.learners, WARM_UP_SECONDS),
    small: await postsTo(small.server, small.learners, WARM_UP_SECONDS),
    three: await postsToAll([large.server, ...more], large.learners),
    apart: await postsToAll([large.server, ...apart], large.learners),
  });
  await Promise.all([large.server, small.server, plain, ...more, ...apart].map((server) => server.stop()));
  return figures;
}

/** A load on several servers at the same time, and what they come to together. */
async function postsToAll(servers: readonly Spawned[], learners: readonly Learner[]) {
  const loads: (() => Promise<Answered>)[] = [];
  for (const server of servers) loads.push(await postsTo(server, learners, WARM_UP_SECONDS));
  return async (): Promise<Answered> => {
    const all = await Promise.all(loads.map((load) => load()));
    const perSecond = all.reduce((sum, one) => sum + one.perSecond, 0);
    return { perSecond, cpu: all.reduce((sum, one) => sum + one.cpu * one.perSecond, 0) / perSecond };
  };
}

export async function measure(plan: Plan): Promise<Row[]> {
  const cluster = await startCluster(DURABLE);
  try {
    const figures = await compare(cluster, plan);
    const perSecond = (name: keyof typeof figures) => figures[name].map((answered) => answered.perSecond);
    const cpu = (name: keyof typeof figures) => figures[name].map((answered) => answered.cpu);
    const many = plan.rows.toLocaleString('en');
    return [
      {
        number: '3',
        what: `the same on PostgreSQL, ${many} rows : Hono with five statements in a transaction by pg, full commit; requests/s`,
        measured: ratio(perSecond('ours'), perSecond('plain')),
        budget: atLeast(2),
      },
      {
        number: '3b',
        what: 'CPU of three server processes on this database, 32 connections each, per post : of one (the processor is the bottleneck)',
        measured: ratio(cpu('three'), cpu('ours')),
        budget: atMost(1.1),
      },
      {
        number: '3b',
        what: 'the same : of three whose databases are their own: what sharing one costs',
        measured: ratio(cpu('three'), cpu('apart')),
        budget: atMost(1.1),
      },
      {
        number: '3b',
        what: 'the same, requests/s : three whose databases are their own',
        measured: ratio(perSecond('three'), perSecond('apart')),
        budget: atLeast(0.9),
      },
      {
        number: '4',
        what: `time per post on PostgreSQL at ${many} rows : at 10,000 rows, 32 connections`,
        measured: ratio(perSecond('small'), perSecond('ours')),
        budget: atMost(1.5),
      },
    ];
  } finally {
    await cluster.stop();
  }
}
