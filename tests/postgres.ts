// Starts one real PostgreSQL for a run of the server tests, on a free port with its files under the system's temporary
// folder, makes a migrated database of either engine to copy others from, and removes all of it at the end. With TEST_POOLER
// the tests reach it through a transaction pooler.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { openDatabase } from '#server/db/client.ts';
import { migrateDatabase } from '#server/db/migrate.ts';
import { startPgBouncer } from './pgbouncer.ts';
import { startCluster } from './postgres-cluster.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The cluster's superuser, in its database `postgres`. */
    postgresUrl: string;
    /** The name of a migrated, empty database to make others from. */
    postgresTemplate: string;
    /** A migrated, empty SQLite file to copy. */
    sqliteTemplate: string;
  }
}

const TEMPLATE = 'groundwork_template';

export default async function startPostgres(project: TestProject): Promise<() => Promise<void>> {
  const cluster = await startCluster();
  const sqliteDir = await mkdtemp(join(tmpdir(), 'groundwork-sqlite-template-'));
  let pooler: Awaited<ReturnType<typeof startPgBouncer>> | undefined;
  const stop = async () => {
    await pooler?.stop();
    await cluster.stop();
    await rm(sqliteDir, { recursive: true, force: true });
  };
  try {
    await cluster.createDatabase(TEMPLATE);
    await migrate(`${cluster.url}/${TEMPLATE}`);
    const sqliteTemplate = join(sqliteDir, 'template.sqlite');
    await migrate(`file:${sqliteTemplate}`);
    if (process.env.TEST_POOLER) pooler = await startPgBouncer(cluster.url);
    project.provide('postgresUrl', `${pooler?.url ?? cluster.url}/postgres`);
    project.provide('postgresTemplate', TEMPLATE);
    project.provide('sqliteTemplate', sqliteTemplate);
  } catch (error) {
    await stop();
    throw error;
  }
  return stop;
}

async function migrate(url: string): Promise<void> {
  const db = await openDatabase(url, 1);
  try {
    await migrateDatabase(db);
  } finally {
    await db.close();
  }
}
