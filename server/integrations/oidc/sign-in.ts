// Whose account a sign-in by the provider opens: the one of the same person there, else the one of their confirmed address.
import { and, asc, eq, inArray, isNull, or } from 'drizzle-orm';
import { foldEmail, isEmail } from '#sync/contract/email.ts';
import { cleanName } from '#sync/contract/name.ts';
import { Refusal } from '#sync/contract/refusal.ts';
import { type Db, run, type Steps, type TxContext } from '../../db/client.ts';
import type { OidcSettings } from '../../env.ts';
import { type AuditActor, audit, auditLog, ownAct } from '../../http/audit-log.ts';
import { AuthError } from '../../identity/auth-error.ts';
import { confirmAddress, mustConfirm } from '../../identity/links/confirm-address.ts';
import type { SignInProof } from '../../identity/sessions.ts';
import { isBanned, type UserRow, userByEmail } from '../../identity/users.ts';
import { openInvitation, requireInvited } from '../../invitations/invitations.ts';
import { enrollJoined } from '../../learning/enrollments.ts';
import type { ProviderClaims } from './provider.ts';

interface Arrival {
  claims: ProviderClaims;
  /** The invitation that they came to use. */
  invitation: string | undefined;
  proof: SignInProof;
}

/**
 * The account of a person. Refuses with 403: `user_banned`, and at the first sign-in `provider_email_needs_verification`,
 * `email_address_not_authorized`, `provider_account_differs`, and `signup_disabled` for whom no account may be made.
 */
export async function accountOf(db: Db, oidc: OidcSettings, arrival: Arrival): Promise<UserRow> {
  const { claims, proof } = arrival;
  requireSubject(claims);
  const email = confirmedEmail(claims);
  const mayCreate = oidc.createsPeople || (await isInvited(db, arrival, email));
  const user = await db.transact(function* (tx): Steps<UserRow> {
    const known = yield* findLinked(tx, claims, proof.at);
    return known ?? (yield* linkByEmail(tx, { claims, email, mayCreate, proof, domains: oidc.domains }));
  });
  if (isBanned(user, proof.at)) throw new AuthError(403, 'user_banned', 'User is banned');
  return user;
}

/** OpenID Connect Core, 2. A provider that gives everybody no id, or the same, would make them one person. */
function requireSubject({ sub }: ProviderClaims): void {
  if (sub.trim() !== '' && sub.length <= MOST_SUBJECT && !/\p{Cc}/u.test(sub)) return;
  const refusal = new AuthError(400, 'bad_oauth_callback', 'The answer of the provider cannot be used');
  refusal.cause = new Error('its sub is empty, too long, or has control characters');
  throw refusal;
}

const MOST_SUBJECT = 255;

/** The address that the provider itself has confirmed, as it is: nobody typed it. Some write the word instead of the value. */
function confirmedEmail({ email, email_verified: isVerified }: ProviderClaims): string | undefined {
  if (typeof email !== 'string' || !isEmail(email) || email !== email.trim()) return undefined;
  return isVerified === true || isVerified === 'true' ? foldEmail(email) : undefined;
}

async function isInvited(db: Db, { invitation, proof }: Arrival, email: string | undefined): Promise<boolean> {
  if (!invitation || !email) return false;
  try {
    requireInvited(await openInvitation(db, invitation, proof.at), email);
    return true;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}

function* findLinked(tx: TxContext, { iss, sub }: ProviderClaims, now: Date): Steps<UserRow | undefined> {
  const { authIdentities, authUsers } = tx.tables;
  const here = and(eq(authIdentities.issuer, iss), eq(authIdentities.subject, sub));
  const [linked] = yield* run(tx.update(authIdentities).set({ lastUsedAt: now }).where(here).returning());
  if (!linked) return undefined;
  const [user] = yield* run(tx.select().from(authUsers).where(eq(authUsers.id, linked.userId)));
  return user;
}

interface Unlinked extends Omit<Arrival, 'invitation'> {
  email: string | undefined;
  mayCreate: boolean;
  domains: readonly string[];
}

function* linkByEmail(tx: TxContext, { claims, email, mayCreate, domains, proof }: Unlinked): Steps<UserRow> {
  if (!email) {
    throw new AuthError(403, 'provider_email_needs_verification', 'The provider has not confirmed the email address');
  }
  if (domains.length > 0 && !domains.includes(email.split('@')[1] ?? '')) {
    throw new AuthError(403, 'email_address_not_authorized', 'This email address may not sign in by the provider');
  }
  const { authIdentities, authUsers } = tx.tables;
  const [known] = yield* run(userByEmail(tx, email));
  if (known) yield* requireFree(tx, known, claims.iss);
  if (known && mustConfirm(known)) yield* confirmAddress(tx, { user: known, by: 'provider', proof });
  if (!known) {
    if (!mayCreate) throw new AuthError(403, 'signup_disabled', 'Signups not allowed for this instance');
    yield* run(tx.insert(authUsers).values({ email, emailConfirmedAt: proof.at, userMetadata: nameIn(claims) }));
  }
  const [user] = yield* run(userByEmail(tx, email));
  if (!user) throw new Error('An account was not made.');
  const link = { issuer: claims.iss, subject: claims.sub, userId: user.id, createdAt: proof.at, lastUsedAt: proof.at };
  yield* run(tx.insert(authIdentities).values(link));
  if (!known) yield* run(auditLog(tx, ownAct('account.sign_up', user.id, proof)));
  yield* run(auditLog(tx, { ...ownAct('account.provider_linked', user.id, proof), details: { issuer: claims.iss } }));
  return user;
}

/** An address is given to somebody else in time, an id is not: refuses an account that another one of the provider has (decision 280). */
function* requireFree(tx: TxContext, { id }: UserRow, issuer: string): Steps<void> {
  const { authIdentities } = tx.tables;
  const here = and(eq(authIdentities.userId, id), eq(authIdentities.issuer, issuer));
  const [other] = yield* run(tx.select({ subject: authIdentities.subject }).from(authIdentities).where(here).limit(1));
  if (!other) return;
  const words = 'Another person of the provider has signed in to the account of this email address';
  throw new AuthError(403, 'provider_account_differs', words);
}

const nameIn = ({ name }: ProviderClaims) =>
  typeof name === 'string' && cleanName(name) !== '' ? { full_name: cleanName(name).slice(0, 99) } : {};

/**
 * The organization that a claim names, by slug or name; undefined without such a claim. Of a list, such as groups, the first
 * that is known and active counts, if any. Refuses 403 `organization_unknown` for a single value that is none.
 */
export async function organizationIn(db: Db, oidc: OidcSettings, claims: ProviderClaims): Promise<string | undefined> {
  const { organizationClaim, organizations: others } = oidc;
  const given = organizationClaim === undefined ? undefined : claimAt(claims, organizationClaim);
  const values = [given].flat().flatMap((one) => (['string', 'number'].includes(typeof one) && String(one)) || []);
  if (values.length === 0) return undefined;
  // Keycloak writes groups as paths.
  const written = values.flatMap((one) => [one, one.replace(/^\//, '')]);
  const meant = written.map((one) => (Object.hasOwn(others, one) ? others[one] : undefined) ?? one);
  const { id, name, slug, isActive, createdAt } = db.tables.organizations;
  const isMeant = or(inArray(slug, meant), inArray(name, meant));
  const rows = await db
    .select({ id, name, slug })
    .from(db.tables.organizations)
    .where(and(isMeant, eq(isActive, true)))
    .orderBy(asc(createdAt), asc(id));
  const bySlug = meant.flatMap((one) => rows.find((row) => row.slug === one) ?? []);
  const byName = meant.flatMap((one) => rows.find((row) => row.name === one) ?? []);
  const [organization] = [...bySlug, ...byName];
  if (organization || Array.isArray(given)) return organization?.id;
  const refusal = new AuthError(403, 'organization_unknown', 'The organization of this person is not known here');
  refusal.cause = new Error(`${organizationClaim} is ${values.join(', ').slice(0, 200)}`);
  throw refusal;
}

/** The claim of this name, or one inside others, such as `realm_access.roles`; names may have dots of their own. */
function claimAt(claims: unknown, name: string): unknown {
  if (typeof claims !== 'object' || claims === null) return undefined;
  if (Object.hasOwn(claims, name)) return Reflect.get(claims, name);
  for (let dot = name.indexOf('.'); dot > 0; dot = name.indexOf('.', dot + 1)) {
    const outer = name.slice(0, dot);
    const found = Object.hasOwn(claims, outer) ? claimAt(Reflect.get(claims, outer), name.slice(dot + 1)) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Brings a person without an organization into one. Members of another one stay there: an admin moves them. */
export function joinOrganization(db: Db, caller: AuditActor, organizationId: string): Promise<void> {
  return db.transact(function* (tx): Steps<void> {
    const { profiles } = tx.tables;
    const userId = caller.actor.id;
    const isFree = and(eq(profiles.id, userId), isNull(profiles.organizationId));
    const change = { organizationId, joinedAt: caller.now };
    const joined = yield* run(tx.update(profiles).set(change).where(isFree).returning({ id: profiles.id }));
    if (joined.length === 0) return;
    yield* audit(tx, caller, { action: 'organization.person_joined', organizationId, subject: userId });
    yield* enrollJoined(tx, caller, { organizationId, userId });
  });
}
