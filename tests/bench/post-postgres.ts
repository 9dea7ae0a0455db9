// Budgets 3 and 4 on PostgreSQL, every commit flushed.
import { type Cluster, startCluster } from './cluster.ts';
import { postsTo } from './post.ts';
import { interleave, type Plan, ratio } from './rounds.ts';
import { type Learner, type Size, seedPostgres, signInLearners } from './seed.ts';
import type { Spawned } from './spawned.ts';
import { newFolder, startProduct, startReference } from './stage.ts';
import { atLeast, type Row } from './table.ts';

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

async function compare(cluster: Cluster, { rounds, rows }: Plan) {
  const size = { rows, courses: 8 };
  const largeUrl = await cluster.create('large');
  await seedPostgres(largeUrl, size);
  const plainUrl = await cluster.create('plain', 'large');
  const smallUrl = await cluster.create('small');
  await seedPostgres(smallUrl, SMALL);

  const [large, small] = [await productOn(largeUrl, size), await productOn(smallUrl, SMALL)];
  const plain = await startReference('plain-postgres-server.ts', {
    DATA_DIR: large.dataDir,
    DATABASE_URL: plainUrl,
    ISSUER_PORT: `${large.server.port}`,
  });
  const figures = await interleave(rounds, {
    ours: await postsTo(large.server, large.learners),
    plain: await postsTo(plain, large.learners),
    small: await postsTo(small.server, small.learners),
  });
  await Promise.all([large.server, small.server, plain].map((server) => server.stop()));
  return figures;
}

export async function measure(plan: Plan): Promise<Row[]> {
  const cluster = await startCluster();
  try {
    const figures = await compare(cluster, plan);
    const perSecond = (name: keyof typeof figures) => figures[name].map((answered) => answered.perSecond);
    const many = plan.rows.toLocaleString('en');
    return [
      {
        number: 3,
        what: `the same on PostgreSQL, ${many} rows : Hono with five statements in a transaction by pg, full commit; requests/s`,
        measured: ratio(perSecond('ours'), perSecond('plain')),
        budget: atLeast(2, 4),
      },
      {
        number: 4,
        what: `the same on PostgreSQL at ${many} rows : at 10,000 rows; requests/s`,
        measured: ratio(perSecond('ours'), perSecond('small')),
        budget: atLeast(0.8),
      },
    ];
  } finally {
    await cluster.stop();
  }
}
