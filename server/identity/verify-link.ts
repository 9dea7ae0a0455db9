// What comes of a one-time link: the address is confirmed and a session begins, in the one unit that spends the link.
import { eq } from 'drizzle-orm';
import { noteAct } from '../audit/note.ts';
import { type Db, run, type Source, type Steps } from '../db/client.ts';
import { type LinkKind, spendLink } from './one-time-links.ts';
import { beginSession, type LiveSession, type Proof } from './sessions.ts';
import { isBanned, type UserRow } from './users.ts';

export interface Presented {
  token: string;
  kinds: LinkKind[];
  /** Where the link came with an address, it must be the right one. */
  email?: string | undefined;
}

export type Verified = LiveSession & { kind: LinkKind };

/** The session behind a link; undefined when the link is wrong, used or expired, or its person is banned. */
export function verifyLink(db: Db, presented: Presented, proof: Proof): Promise<Verified | undefined> {
  return db.transact(function* (source): Steps<Verified | undefined> {
    const spent = yield* spendLink(source, { ...presented, now: proof.at });
    if (!spent) return undefined;
    const { authUsers } = db.tables;
    const [user] = yield* run(source.select().from(authUsers).where(eq(authUsers.id, spent.userId)));
    if (!user || isBanned(user, proof.at)) return undefined;
    if (presented.email !== undefined && presented.email !== user.email) return undefined;
    if (!user.emailConfirmedAt) yield* confirm(source, { user, kind: spent.kind, proof });
    if (spent.kind === 'recovery') {
      const act = { action: 'account.recovered', actorId: user.id, subject: user.id, ip: proof.ip, at: proof.at };
      yield* run(noteAct(source, act));
    }
    return { ...(yield* beginSession(source, user.id, proof)), kind: spent.kind };
  });
}

function* confirm(source: Source, { user, kind, proof }: { user: UserRow; kind: LinkKind; proof: Proof }): Steps<void> {
  const { authUsers, oneTimeTokens } = source.tables;
  // Whoever signed up with this address did not read its mail until now: unless this is the mail of that very sign-up,
  // its password and words may be a stranger's who waited for the owner to come (pre-hijacking).
  const isStrangers = kind !== 'signup' && user.passwordHash !== null;
  const change = { emailConfirmedAt: proof.at, ...(isStrangers && { passwordHash: null, userMetadata: {} }) };
  yield* run(source.update(authUsers).set(change).where(eq(authUsers.id, user.id)));
  yield* run(source.delete(oneTimeTokens).where(eq(oneTimeTokens.userId, user.id)));
  const act = { action: 'account.confirmed', actorId: user.id, subject: user.id, ip: proof.ip, at: proof.at };
  yield* run(noteAct(source, { ...act, details: { by: kind } }));
}
