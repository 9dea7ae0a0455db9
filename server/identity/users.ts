// The people of the embedded service: their rows, and the user as the wire carries it.
import { eq } from 'drizzle-orm';
import { DatabaseError, type Db, type Source } from '../db/client.ts';
import { AuthError } from './auth-error.ts';

export type UserRow = Db['tables']['authUsers']['$inferSelect'];

export interface NewUser {
  id?: string | undefined;
  email: string;
  passwordHash: string | null;
  isConfirmed: boolean;
  userMetadata: Record<string, unknown>;
  appMetadata: Record<string, unknown>;
}

/** How addresses are compared and kept. */
export const foldEmail = (email: string) => email.trim().toLowerCase();

/** Something @ something with a dot, without spaces: mail decides the rest. */
export const isEmail = (text: string) => text.length <= 255 && /^[^\s@\0]+@[^\s@\0]+\.[^\s@\0.]+$/.test(text.trim());

/** Adds a person; an address that is taken is 422 `email_exists`. */
export async function createUser(db: Db, { email, isConfirmed, ...columns }: NewUser, now: Date): Promise<UserRow> {
  const emailConfirmedAt = isConfirmed ? now : null;
  try {
    const [user] = await db
      .insert(db.tables.authUsers)
      .values({ ...columns, email: foldEmail(email), emailConfirmedAt })
      .returning();
    if (user) return user;
  } catch (error) {
    if (!(error instanceof DatabaseError) || error.kind !== 'unique') throw error;
  }
  throw createdTwice();
}

/** 422 `email_exists`, for callers who may know. */
export function createdTwice(): AuthError {
  return new AuthError(422, 'email_exists', 'A user with this email address has already been registered');
}

/** The query for the person with this address: to be awaited, or run as a step of a unit of work. */
export function userByEmail({ queries, tables: { authUsers } }: Source, email: string) {
  return queries
    .select()
    .from(authUsers)
    .where(eq(authUsers.email, foldEmail(email)));
}

/** The same by id. */
export function userById({ queries, tables: { authUsers } }: Source, id: string) {
  return queries.select().from(authUsers).where(eq(authUsers.id, id));
}

export const isBanned = (user: Pick<UserRow, 'bannedUntil'>, now: Date) =>
  user.bannedUntil !== null && user.bannedUntil > now;

const iso = (date: Date | null) => date?.toISOString();

/** The user in the hosted service's shape. */
export function wireUser(user: UserRow) {
  const createdAt = iso(user.createdAt);
  const updatedAt = iso(user.updatedAt);
  return {
    id: user.id,
    aud: 'authenticated',
    role: 'authenticated',
    email: user.email,
    phone: '',
    email_confirmed_at: iso(user.emailConfirmedAt),
    confirmed_at: iso(user.emailConfirmedAt),
    confirmation_sent_at: iso(user.confirmationSentAt),
    recovery_sent_at: iso(user.recoverySentAt),
    invited_at: iso(user.invitedAt),
    last_sign_in_at: iso(user.lastSignInAt),
    app_metadata: appMetadata(user),
    user_metadata: user.userMetadata,
    identities: [
      {
        identity_id: user.id,
        id: user.id,
        user_id: user.id,
        provider: 'email',
        identity_data: { sub: user.id, email: user.email, email_verified: user.emailConfirmedAt !== null },
        created_at: createdAt,
        updated_at: updatedAt,
      },
    ],
    is_anonymous: false,
    banned_until: iso(user.bannedUntil),
    created_at: createdAt,
    updated_at: updatedAt,
  };
}

export const appMetadata = (user: UserRow) => ({ provider: 'email', providers: ['email'], ...user.appMetadata });
