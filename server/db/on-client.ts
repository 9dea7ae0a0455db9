import type pg from 'pg';
import { databaseError } from './database-error.ts';

/** Lends `work` a connection of the pool; what it began and did not end when it threw is rolled back. */
export async function onClient<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect().catch((error) => {
    throw databaseError(error);
  });
  let broken: Error | undefined;
  try {
    return await work(client);
  } catch (error) {
    await client.query('rollback').catch((failed: Error) => {
      broken = failed;
    });
    throw error;
  } finally {
    // A connection that could not roll back must not be given to anybody else.
    client.release(broken);
  }
}
