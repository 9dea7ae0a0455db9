// Links that people ask for by their address. None of these tells whether the address has an account (I3).
import { eq } from 'drizzle-orm';
import { noteAct } from '../audit/note.ts';
import { run, type Source, type Steps } from '../db/client.ts';
import { type Desk, sendLink } from './send-link.ts';
import { foldEmail, isBanned, type UserRow } from './users.ts';

export interface Asked {
  email: string;
  redirectTo: string;
  ip: string;
}

/** Mails a link that signs in; somebody new gets an account by it where `createUser` allows. */
export function askMagicLink(desk: Desk, asked: Asked & { createUser: boolean; data: Record<string, unknown> }) {
  return desk.db.transact(function* (source) {
    const known = yield* findUser(source, asked.email);
    const user = known ? yield* refreshed(source, known, asked.data) : yield* newcomer(source, asked);
    if (!user || isBanned(user, desk.now)) return;
    yield* sendLink({ ...desk, source }, { userId: user.id, kind: 'magiclink', redirectTo: asked.redirectTo });
  });
}

/** Mails a link by which a new password can be set. */
export function askRecovery(desk: Desk, asked: Asked) {
  return desk.db.transact(function* (source) {
    const user = yield* findUser(source, asked.email);
    if (!user || isBanned(user, desk.now)) return;
    yield* sendLink({ ...desk, source }, { userId: user.id, kind: 'recovery', redirectTo: asked.redirectTo });
    const act = { action: 'account.recovery_asked', actorId: user.id, subject: user.id, ip: asked.ip, at: desk.now };
    yield* run(noteAct(source, act));
  });
}

/** Mails the link of a sign-up again, to somebody who has not confirmed yet. */
export function askConfirmation(desk: Desk, asked: Asked) {
  return desk.db.transact(function* (source) {
    const user = yield* findUser(source, asked.email);
    if (!user || user.emailConfirmedAt || isBanned(user, desk.now)) return;
    yield* sendLink({ ...desk, source }, { userId: user.id, kind: 'signup', redirectTo: asked.redirectTo });
  });
}

export function* findUser({ queries, tables }: Source, email: string): Steps<UserRow | undefined> {
  const { authUsers } = tables;
  const [user] = yield* run(
    queries
      .select()
      .from(authUsers)
      .where(eq(authUsers.email, foldEmail(email))),
  );
  return user;
}

function* newcomer(source: Source, asked: Asked & { createUser: boolean; data: Record<string, unknown> }) {
  if (!asked.createUser) return undefined;
  const { queries, tables } = source;
  const values = { email: foldEmail(asked.email), userMetadata: asked.data };
  const [user] = yield* run(queries.insert(tables.authUsers).values(values).onConflictDoNothing().returning());
  return user;
}

/** What an earlier asking said about a person who never came is no better than what this one says. */
function* refreshed({ queries, tables }: Source, user: UserRow, userMetadata: Record<string, unknown>) {
  if (user.emailConfirmedAt || user.passwordHash) return user;
  const { authUsers } = tables;
  const [changed] = yield* run(
    queries.update(authUsers).set({ userMetadata }).where(eq(authUsers.id, user.id)).returning(),
  );
  return changed;
}
