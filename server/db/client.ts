// Where the server gets its database: one address, either engine, the same queries.
import { CannotStart } from '../cannot-start.ts';
import { openPostgres } from './postgres.ts';
import { openSqlite } from './sqlite.ts';
import type { Db } from './work.ts';

export { DatabaseError, isUnavailable } from './database-error.ts';
export { type Db, type Queries, run, type Source, type Steps } from './work.ts';

/**
 * Opens the database at `url`: `file:/path/to.sqlite`, `file::memory:` or `postgres://...`. It is not migrated yet
 * (migrate.ts). `poolSize` counts for PostgreSQL alone. Throws CannotStart for any other address.
 */
export async function openDatabase(url: string, poolSize?: number): Promise<Db> {
  const scheme = /^([a-z]+):/.exec(url)?.[1];
  if (scheme === 'file') return openSqlite(url.slice('file:'.length).replace(/^\/\/(?=\/)/, ''));
  if (scheme === 'postgres' || scheme === 'postgresql') return openPostgres(url, poolSize);
  throw new CannotStart('A database address must begin with file: or postgres://.');
}
