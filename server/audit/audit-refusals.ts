import { createMiddleware } from 'hono/factory';
import type { Http, RateLimitRule } from '../deps.ts';
import { clientIp } from '../http/client-ip.ts';
import { auditLog } from './audit-log.ts';

/** The audit log shows that somebody tries doors, not each of a thousand tries; the request log has them all. */
const AUDITED: RateLimitRule = { name: 'audited refusals', limit: 5, windowSeconds: 3600 };
const MOST_OF_A_PATH = 300;

/**
 * Adds to the audit log what a known person was refused: 401 after the end of their session, 403 for a missing right. An
 * access token that has merely expired names nobody here, and is refreshed.
 */
export const auditRefusals = createMiddleware<Http>(async (c, next) => {
  await next();
  const { status } = c.res;
  const { actorId, deps } = c.var;
  if (!actorId || (status !== 401 && status !== 403)) return;
  const code = c.error && 'code' in c.error ? String(c.error.code) : undefined;
  try {
    if ((await deps.rateLimits.count(AUDITED, `${actorId} ${code}`)) > 0) return;
    // As it was sent: a decoded NUL is text that PostgreSQL does not store.
    const path = new URL(c.req.url).pathname.slice(0, MOST_OF_A_PATH);
    const details = { method: c.req.method, path, code };
    await auditLog(deps.db, { action: 'access.refused', actorId, details, ip: clientIp(c), at: deps.now() });
  } catch (error) {
    deps.log.warn('refusal not audited', { error: String(error) });
  }
});
