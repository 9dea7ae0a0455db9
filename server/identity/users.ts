// The people of the embedded service: their rows, and the user in the hosted service's shape.
import { asc, eq } from 'drizzle-orm';
import * as z from 'zod/mini';
import { emailField, foldEmail, internalAddress, isEmail, isInternal } from '#sync/contract/email.ts';
import { cleanName } from '#sync/contract/name.ts';
import { type Db, run, type Steps, type TxContext } from '../db/client.ts';
import { AuthError, invalid } from './auth-error.ts';

export type UserRow = Db['tables']['authUsers']['$inferSelect'];
export type FactorRow = Db['tables']['authFactors']['$inferSelect'];

/** Adds a person. Refuses 422 `email_exists` for a known address. */
export function* addUser(tx: TxContext, values: Db['tables']['authUsers']['$inferInsert']): Steps<UserRow> {
  const { id, email } = values;
  if (isInternal(email) && email !== (id && internalAddress(id))) throw invalid(INVALID_EMAIL);
  const [user] = yield* run(tx.insert(tx.tables.authUsers).values(values).onConflictDoNothing().returning());
  if (!user) throw createdTwice();
  return user;
}

/** 422 `email_exists`, for callers who may know. */
export function createdTwice(): AuthError {
  return new AuthError(422, 'email_exists', 'A user with this email address has already been registered');
}

/** The query for the person with this address: await it, or run it as a step of a unit of work. */
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

/** The query for a person's authenticators, the oldest first. */
export function factorsOf({ queries, tables: { authFactors } }: TxContext, userId: string) {
  return queries
    .select()
    .from(authFactors)
    .where(eq(authFactors.userId, userId))
    .orderBy(asc(authFactors.createdAt), asc(authFactors.id));
}

export const isBanned = (user: Pick<UserRow, 'bannedUntil'>, now: Date) =>
  user.bannedUntil !== null && user.bannedUntil > now;

const iso = (date: Date | null | undefined) => date?.toISOString();

/** As much as everybody has. */
type AnyUser = Partial<UserRow> & Pick<UserRow, 'id' | 'email' | 'userMetadata' | 'createdAt' | 'updatedAt'>;

/** The user in the hosted service's shape. */
export function wireUser(user: AnyUser, factors: FactorRow[] = []) {
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
    confirmation_sent_at: user.emailConfirmedAt ? undefined : iso(user.confirmationSentAt),
    recovery_sent_at: iso(user.recoverySentAt),
    invited_at: iso(user.invitedAt),
    new_email: user.newEmail ?? undefined,
    email_change_sent_at: iso(user.emailChangeSentAt),
    reauthentication_sent_at: iso(user.reauthenticationSentAt),
    last_sign_in_at: iso(user.lastSignInAt),
    app_metadata: appMetadata(user),
    user_metadata: userMetadata(user),
    identities: [
      {
        identity_id: user.id,
        id: user.id,
        user_id: user.id,
        provider: 'email',
        identity_data: userMetadata(user),
        email: user.email,
        last_sign_in_at: iso(user.lastSignInAt) ?? createdAt,
        created_at: createdAt,
        updated_at: updatedAt,
      },
    ],
    factors: factors.length > 0 ? factors.map(wireFactor) : undefined,
    is_anonymous: false,
    banned_until: iso(user.bannedUntil),
    created_at: createdAt,
    updated_at: updatedAt,
  };
}

/** The name that a person gave at their sign-up. */
export function givenName({ userMetadata: { full_name: name } }: UserRow): string | undefined {
  return typeof name === 'string' ? cleanName(name) : undefined;
}

/** An authenticator in the hosted service's shape. Its secret is told once, when it is enrolled. */
export function wireFactor(factor: FactorRow) {
  return {
    id: factor.id,
    created_at: iso(factor.createdAt),
    updated_at: iso(factor.updatedAt),
    status: factor.isVerified ? 'verified' : 'unverified',
    friendly_name: factor.friendlyName || undefined,
    factor_type: 'totp',
    phone: '',
    last_challenged_at: iso(factor.lastChallengedAt) ?? null,
  };
}

export const appMetadata = (user: AnyUser) => ({ provider: 'email', providers: ['email'], ...user.appMetadata });

/** The same for the calls of the secret key: metadata as they were written, so that what a script reads it can write back. */
export function operatorsUser(user: UserRow, factors?: FactorRow[]) {
  const { email, email_verified, phone_verified, sub, ...written } = user.userMetadata;
  return { ...wireUser(user, factors), user_metadata: written };
}

/** What the person says about themselves, and the address as the service knows it. */
export const userMetadata = (user: AnyUser) => ({
  ...user.userMetadata,
  email: user.email,
  email_verified: Boolean(user.emailConfirmedAt),
  phone_verified: false,
  sub: user.id,
});

// What several bodies share, with the hosted service's sentences.

const INVALID_EMAIL = 'Unable to validate email address: invalid format';
const METADATA_LIMIT_BYTES = 8192;

/** An address, folded to the form in which it is stored. */
export const Email = emailField(INVALID_EMAIL).check(z.refine((email) => !isInternal(email), INVALID_EMAIL));

/** Whom a body is about. Which address is missing or wrong, `requireEmail` says in the sentences of each call. */
export const addressee = { email: z.nullish(z.string()), phone: z.nullish(z.string()) };

interface Addressee {
  email?: string | null | undefined;
  phone?: string | null | undefined;
}

/** The address, folded. Refuses none with `missing`, a phone number with `byPhone`, and an address that cannot be one. */
export function requireEmail({ email, phone }: Addressee, missing: AuthError, byPhone = missing): string {
  if (!email) throw phone ? byPhone : missing;
  if (email.length > 255) throw invalid('An email address is too long');
  if (!isEmail(email)) throw invalid(INVALID_EMAIL);
  return foldEmail(email);
}

/** The same of an address that mail can go to: strangers must not take what the service calls people without one (decision 360). */
export function requireMailbox(...args: Parameters<typeof requireEmail>): string {
  const email = requireEmail(...args);
  if (isInternal(email)) throw invalid(INVALID_EMAIL);
  return email;
}

/** The refusal of a phone number where an address is expected. */
export const noPhones = (status: 400 | 422, message: string) =>
  new AuthError(status, 'phone_provider_disabled', message);

/** What a person says about themselves. It is part of every access token, so it must stay small. */
export const Metadata = z.record(z.string(), z.unknown()).check(z.refine(isSmall, 'data is too large'));

function isSmall(data: object): boolean {
  try {
    return Buffer.byteLength(JSON.stringify(data)) <= METADATA_LIMIT_BYTES;
  } catch {
    return false; // nested too deeply for the stack
  }
}

/** The person's metadata with these changes: null deletes a key. */
export function mergedMetadata(known: Record<string, unknown>, changes: Record<string, unknown>) {
  return Object.fromEntries(Object.entries({ ...known, ...changes }).filter(([, value]) => value !== null));
}
