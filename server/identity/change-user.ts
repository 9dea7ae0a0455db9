import { and, eq, ne } from 'drizzle-orm';
import { auditLog } from '../audit/audit-log.ts';
import { type Db, run, type Steps, type TxContext } from '../db/client.ts';
import { AuthError } from './auth-error.ts';
import { hashPassword, isRightPassword } from './sessions/passwords.ts';
import { checkPassword, Metadata, mergedMetadata, type UserRow, userById } from './users.ts';

interface UserChange {
  user: UserRow;
  change: { password: string | undefined; data: Record<string, unknown> | undefined };
  asking: { sessionId: string; ip: string; at: Date };
}

/**
 * Changes a person's own password and metadata. A new password ends every other session and every link on its way.
 * Refuses `weak_password`, `same_password` and metadata that grew too large.
 */
export async function changeUser(db: Db, { user, change, asking }: UserChange): Promise<UserRow> {
  const { password, data } = change;
  const passwordHash = password === undefined ? undefined : await newHash(password, user.passwordHash);
  return db.transact(function* (source) {
    const { authUsers } = db.tables;
    const here = eq(authUsers.id, user.id);
    const [known] = yield* run(userById(source, user.id));
    const userMetadata = data && mergedMetadata(known?.userMetadata ?? {}, data);
    if (userMetadata && !Metadata.safeParse(userMetadata).success) {
      throw new AuthError(400, 'validation_failed', 'data: data is too large');
    }
    const columns = {
      updatedAt: asking.at,
      ...(passwordHash && { passwordHash }),
      ...(userMetadata && { userMetadata }),
    };
    const [changed] = yield* run(source.update(authUsers).set(columns).where(here).returning());
    if (!changed) throw new AuthError(403, 'user_not_found', 'User from sub claim in JWT does not exist');
    if (passwordHash) yield* dropOtherWaysIn(source, user.id, asking.sessionId);
    const act = { action: 'account.password_changed', actorId: user.id, subject: user.id };
    if (passwordHash) yield* run(auditLog(source, { ...act, ip: asking.ip, at: asking.at }));
    return changed;
  });
}

async function newHash(password: string, knownHash: string | null): Promise<string> {
  checkPassword(password);
  if (await isRightPassword(password, knownHash)) {
    throw new AuthError(422, 'same_password', 'New password should be different from the old password.');
  }
  return hashPassword(password);
}

/** Ends the person's sessions but `sessionId` (all of them without one), and the links on their way. */
export function* dropOtherWaysIn(source: TxContext, userId: string, sessionId?: string): Steps<void> {
  const { queries, tables } = source;
  const { authSessions } = tables;
  const others = sessionId === undefined ? undefined : ne(authSessions.id, sessionId);
  yield* run(queries.delete(authSessions).where(and(eq(authSessions.userId, userId), others)));
  yield* dropLinks(source, userId);
}

/** Makes every link of the person worthless. */
export function* dropLinks({ queries, tables: { oneTimeTokens } }: TxContext, userId: string): Steps<void> {
  yield* run(queries.delete(oneTimeTokens).where(eq(oneTimeTokens.userId, userId)));
}
