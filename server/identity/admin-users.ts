// Accounts as an operator keeps them: list, read, change, delete.
import { asc, count, eq } from 'drizzle-orm';
import { noteAct } from '../audit/note.ts';
import { DatabaseError, type Db, run } from '../db/client.ts';
import { AuthError } from './auth-error.ts';
import { dropLinks, dropOtherWaysIn } from './change-user.ts';
import { mergedMetadata } from './fields.ts';
import { createdTwice, type UserRow } from './users.ts';

/** One page of accounts, oldest first, and how many there are. */
export async function listUsers(db: Db, { page, size }: { page: number; size: number }) {
  const { authUsers } = db.tables;
  const users = await db
    .select()
    .from(authUsers)
    .orderBy(asc(authUsers.createdAt), asc(authUsers.id))
    .limit(size)
    .offset((page - 1) * size);
  const [counted] = await db.select({ total: count() }).from(authUsers);
  return { users, total: counted?.total ?? 0 };
}

const notFound = () => new AuthError(404, 'user_not_found', 'User not found');

export async function findUserById(db: Db, id: string): Promise<UserRow> {
  const { authUsers } = db.tables;
  const [user] = await db.select().from(authUsers).where(eq(authUsers.id, id));
  if (!user) throw notFound();
  return user;
}

interface AccountChange {
  id: string;
  at: Date;
  email: string | undefined;
  passwordHash: string | undefined;
  isConfirmed: boolean;
  userMetadata: Record<string, unknown> | undefined;
  appMetadata: Record<string, unknown> | undefined;
  /** From now on; 0 lifts a ban. */
  banSeconds: number | undefined;
}

/** Changes an account; metadata is merged. A new password or a ban ends every session of the person, a new address their links. */
export async function changeAccount(db: Db, change: AccountChange): Promise<UserRow> {
  const { id, at, passwordHash, banSeconds } = change;
  const { authUsers } = db.tables;
  const here = eq(authUsers.id, id);
  try {
    return await db.transact(function* (source) {
      const [known] = yield* run(source.select().from(authUsers).where(here));
      if (!known) throw notFound();
      const [changed] = yield* run(source.update(authUsers).set(columnsOf(change, known)).where(here).returning());
      // The links on their way went to the old address.
      if (change.email && change.email !== known.email) yield* dropLinks(source, id);
      if (passwordHash || banSeconds) yield* dropOtherWaysIn(source, id);
      yield* run(noteAct(source, { action: 'account.changed_by_operator', subject: id, at }));
      return changed ?? known;
    });
  } catch (error) {
    if (error instanceof DatabaseError && error.kind === 'unique') throw createdTwice();
    throw error;
  }
}

function columnsOf(change: AccountChange, known: UserRow): Partial<UserRow> {
  const { at, email, passwordHash, isConfirmed, userMetadata, appMetadata, banSeconds } = change;
  return {
    updatedAt: at,
    ...(email && { email }),
    ...(passwordHash && { passwordHash }),
    ...(isConfirmed && !known.emailConfirmedAt && { emailConfirmedAt: at }),
    ...(userMetadata && { userMetadata: mergedMetadata(known.userMetadata, userMetadata) }),
    ...(appMetadata && { appMetadata: mergedMetadata(known.appMetadata, appMetadata) }),
    ...(banSeconds !== undefined && {
      bannedUntil: banSeconds > 0 ? new Date(at.getTime() + banSeconds * 1000) : null,
    }),
  };
}

/** Removes an account with its sessions and links. Profile, progress and certificates are not the auth service's. */
export async function deleteUser(db: Db, id: string, at: Date): Promise<void> {
  const { authUsers } = db.tables;
  await db.transact(function* (source) {
    const gone = yield* run(source.delete(authUsers).where(eq(authUsers.id, id)).returning({ id: authUsers.id }));
    if (gone.length === 0) throw notFound();
    yield* run(noteAct(source, { action: 'account.deleted', subject: id, at }));
  });
}
