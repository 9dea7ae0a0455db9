// Where a person is signed in, below /api/auth. A hosted project keeps its sessions to itself, so that none are listed then.

import { and, desc, eq } from 'drizzle-orm';
import { Hono } from 'hono';
import { Refusal } from '#sync/contract/refusal.ts';
import type { DeviceSession } from '#sync/contract/session.ts';
import { run, type Steps } from '../db/client.ts';
import type { Http } from '../deps.ts';
import { requireActor } from '../http/actor.ts';
import { auditLog } from '../http/audit-log.ts';
import { clientIp, networkOf } from '../http/client-ip.ts';
import { deviceName } from '../http/device-name.ts';
import { validateUuid } from '../http/validate.ts';
import { bearerOf } from './auth-request.ts';
import { endOf, lastUseOf } from './sessions.ts';

export const sessionRoutes = new Hono<Http>()
  /** This device first, then by last use. Sessions that have ended by their age are not listed. */
  .get('/auth/sessions', requireActor, async (c) => {
    const { db, env, identity, now } = c.var.deps;
    c.header('Cache-Control', 'no-store');
    if (!identity.embedded) return c.json({ sessions: [] });
    const { authSessions } = db.tables;
    const { session_id: current } = await identity.verify(bearerOf(c));
    const rows = await db
      .select()
      .from(authSessions)
      .where(eq(authSessions.userId, c.var.actor.id))
      .orderBy(desc(authSessions.createdAt), authSessions.id);
    const sessions = rows
      .filter((row) => endOf(row, env.sessions).at > now())
      .sort((a, b) => Number(b.id === current) - Number(a.id === current) || +lastUseOf(b) - +lastUseOf(a))
      .map(
        (row): DeviceSession => ({
          id: row.id,
          device: deviceName(row.userAgent ?? ''),
          network: row.ip === null ? null : networkPrefix(row.ip),
          lastUsedAt: lastUseOf(row).toISOString(),
          signedInAt: row.createdAt.toISOString(),
          isCurrent: row.id === current,
        }),
      );
    return c.json({ sessions });
  })
  /** Signs a device of the person out. Refuses `not_found` for a session that is not theirs, or has ended. */
  .delete('/auth/sessions/:id', requireActor, async (c) => {
    const { db, now } = c.var.deps;
    const { authSessions } = db.tables;
    const id = validateUuid(c.req.param('id'), 'not_found');
    const { id: actorId } = c.var.actor;
    await db.transact(function* (tx): Steps<void> {
      const here = and(eq(authSessions.id, id), eq(authSessions.userId, actorId));
      const ended = yield* run(tx.delete(authSessions).where(here).returning({ id: authSessions.id }));
      if (ended.length === 0) throw new Refusal('not_found');
      const act = { action: 'account.device_signed_out', actorId, subject: id };
      yield* run(auditLog(tx, { ...act, ip: clientIp(c), at: now() }));
    });
    return c.json({ message: 'The device was signed out.' });
  });

/** What a person may recognise of an address, and nobody can find them by: '203.0.113.x', or the first 48 bits. */
export function networkPrefix(ip: string): string | null {
  const network = networkOf(ip);
  if (/^[\d.]+$/.test(network)) return network.replace(/\.\d+$/, '.x');
  const groups = network.match(/^([\da-f]+:[\da-f]+:[\da-f]+):[\da-f]+::\/64$/)?.[1];
  return groups ? `${groups}::x` : null;
}
