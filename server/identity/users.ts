// The people of the embedded service: their rows, and the user as the wire carries it.
import { eq } from 'drizzle-orm';
import * as z from 'zod/mini';
import { DatabaseError, type Db, type TxContext } from '../db/client.ts';
import { AuthError } from './auth-error.ts';
import { PASSWORD_LIMIT_BYTES } from './sessions/passwords.ts';

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
export function userByEmail({ queries, tables: { authUsers } }: TxContext, email: string) {
  return queries
    .select()
    .from(authUsers)
    .where(eq(authUsers.email, foldEmail(email)));
}

/** The same by id. */
export function userById({ queries, tables: { authUsers } }: TxContext, id: string) {
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

// What bodies of several calls have in common, with the hosted service's sentences.

const INVALID_EMAIL = 'Unable to validate email address: invalid format';
const METADATA_LIMIT_BYTES = 8192;
const LEAST_CHARACTERS = 6;

/** An address, folded to how it is kept. */
export const Email = z.pipe(z.string(INVALID_EMAIL).check(z.refine(isEmail, INVALID_EMAIL)), z.transform(foldEmail));

/** What a person says about themselves. It travels in every access token, so it must stay small. */
export const Metadata = z.record(z.string(), z.unknown()).check(z.refine(isSmall, 'data is too large'));

function isSmall(data: object): boolean {
  try {
    return Buffer.byteLength(JSON.stringify(data)) <= METADATA_LIMIT_BYTES;
  } catch {
    return false; // nested so deeply that the stack does not reach
  }
}

/** Only null may come here: the implicit flow is the one that this service speaks. */
export const noChallenge = {
  code_challenge: z.nullish(
    z.string().check(z.refine((text) => text === '', 'The PKCE flow is not supported: use the implicit flow')),
  ),
};

/** Refuses a password too short (422 `weak_password`) or too long. Characters count for the first, bytes for the second. */
export function checkPassword(password: string): void {
  if (Buffer.byteLength(password) > PASSWORD_LIMIT_BYTES) {
    throw new AuthError(400, 'validation_failed', 'Password cannot be longer than 72 characters');
  }
  if (password.length >= LEAST_CHARACTERS) return;
  const message = 'Password should be at least 6 characters.';
  throw new AuthError(422, 'weak_password', message, { more: { weak_password: { reasons: ['length'], message } } });
}

/** The person's metadata with these changes: null takes a key away. */
export function mergedMetadata(known: Record<string, unknown>, changes: Record<string, unknown>) {
  return Object.fromEntries(Object.entries({ ...known, ...changes }).filter(([, value]) => value !== null));
}
