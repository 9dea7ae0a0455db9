// From a verified token to the person as our rows know them: one prepared read on the path of every request.

import { and, eq, sql } from 'drizzle-orm';
import { Refusal } from '#sync/contract/refusal.ts';
import { ensureProfile } from '../account/profiles.ts';
import type { Db } from '../db/client.ts';
import type { Actor } from '../http/actor.ts';
import { isBanned } from './users.ts';
import type { Claims } from './verify.ts';

export type FindActor = (claims: Claims) => Promise<Actor>;

const person = (db: Db) => {
  const { profiles } = db.tables;
  return {
    email: profiles.email,
    organizationId: profiles.organizationId,
    isOrgAdmin: profiles.isOrgAdmin,
    isSuperAdmin: profiles.isSuperAdmin,
  };
};

/** With the embedded service the session row decides too, so that a killed session is refused at once. */
export function embeddedActors(db: Db, now: () => Date): FindActor {
  const { authSessions, authUsers, profiles } = db.tables;
  const query = db
    .select({ bannedUntil: authUsers.bannedUntil, notAfter: authSessions.notAfter, profile: person(db) })
    .from(authSessions)
    .innerJoin(authUsers, eq(authUsers.id, authSessions.userId))
    .leftJoin(profiles, eq(profiles.id, authSessions.userId))
    .where(and(eq(authSessions.id, sql.placeholder('session')), eq(authSessions.userId, sql.placeholder('user'))))
    .prepare('');

  return async function find(claims): Promise<Actor> {
    const [row] = await query.execute({ session: claims.session_id, user: claims.sub });
    if (!row || isBanned(row, now()) || (row.notAfter && row.notAfter <= now())) throw new Refusal('not_authenticated');
    if (row.profile) return { id: claims.sub, ...row.profile };
    await welcome(db, claims);
    return find(claims);
  };
}

/** A hosted service keeps its sessions to itself; a token is good until it expires. */
export function hostedActors(db: Db): FindActor {
  const { profiles } = db.tables;
  const query = db
    .select(person(db))
    .from(profiles)
    .where(eq(profiles.id, sql.placeholder('user')))
    .prepare('');

  return async function find(claims): Promise<Actor> {
    const [profile] = await query.execute({ user: claims.sub });
    if (profile) return { id: claims.sub, ...profile };
    await welcome(db, claims);
    return find(claims);
  };
}

function welcome(db: Db, { sub, email, user_metadata = {} }: Claims): Promise<void> {
  return ensureProfile(db, { id: sub, email, metadata: user_metadata });
}
