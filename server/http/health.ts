import { Hono } from 'hono';
import type { Db } from '../db/client.ts';
import type { Http } from './context.ts';
import { describe } from './refusals.ts';

const PATIENCE_MS = 2_000;

/** GET /api/health: 200 while the database answers, else 503, so that a load balancer can tell. */
export const healthRoutes = new Hono<Http>().get('/health', async (c) => {
  const { db, version, log } = c.var.deps;
  const failure = await databaseFailure(db);
  c.header('Cache-Control', 'no-store');
  if (!failure) return c.json({ status: 'ok', database: 'ok', version } as const);
  log.error('database unreachable', { requestId: c.var.requestId, ...describe(failure) });
  return c.json({ status: 'unavailable', database: 'unreachable', version } as const, 503);
});

async function databaseFailure(db: Db): Promise<Error | undefined> {
  const timer = Promise.withResolvers<Error>();
  const timeout = setTimeout(() => timer.resolve(new Error('no answer in time')), PATIENCE_MS);
  try {
    return await Promise.race([db.ping().then(() => undefined), timer.promise]);
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  } finally {
    clearTimeout(timeout);
  }
}
