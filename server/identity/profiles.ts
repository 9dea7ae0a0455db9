// A person's own row: created with the first request, whichever auth service they came through.

import { and, eq, isNull, ne, sql } from 'drizzle-orm';
import { foldEmail } from '#sync/contract/email.ts';
import { canonicalLanguage } from '#sync/contract/language.ts';
import { cleanName } from '#sync/contract/name.ts';
import {
  isRealName,
  type NameAvailability,
  nameFault,
  type Profile,
  type ProfileChange,
  type ProfileHint,
} from '#sync/contract/profile.ts';
import { Refusal } from '#sync/contract/refusal.ts';
import { boolean, type Db, run, type Steps, type TxContext } from '../db/client.ts';
import type { Deps } from '../deps.ts';
import { auditLog } from '../http/audit-log.ts';
import type { Actor } from '../permissions.ts';
import { isErased } from './erasures.ts';
import { isBanned } from './users.ts';

/** What a sign-in says about a person. */
export interface Newcomer {
  id: string;
  email: string;
  metadata: Record<string, unknown>;
}

/**
 * Creates the row of a person who has none: named by the metadata, else by the e-mail's local part, else 'User'. Refuses
 * `account_erased` for someone who was erased: their token may be valid for a while.
 */
export async function ensureProfile(db: Db, { id, email, metadata }: Newcomer): Promise<void> {
  if (await isErased(db, id)) throw new Refusal('account_erased');
  const named = [metadata.full_name, metadata.name].find((name) => typeof name === 'string' && cleanName(name) !== '');
  const name = typeof named === 'string' ? cleanName(named).slice(0, 99) : email.split('@')[0] || 'User';
  const { profiles } = db.tables;
  await db.transact(function* (tx) {
    const language = typeof metadata.language === 'string' ? canonicalLanguage(metadata.language) : undefined;
    const row = { id, email: foldEmail(email), ...nameColumns(name), language: language ?? null };
    const made = yield* run(tx.insert(profiles).values(row).onConflictDoNothing().returning());
    if (made.length > 0) yield* freeEmail(tx, row);
  });
}

/** Takes over the address that a person has at the auth service by now; of simultaneous calls one does. */
export async function adoptEmail(db: Db, { id, from, to }: { id: string; from: string; to: string }): Promise<void> {
  const { profiles } = db.tables;
  await db.transact(function* (tx) {
    const change = { email: to, ...UNSORTED };
    const here = and(eq(profiles.id, id), eq(profiles.email, from));
    const adopted = yield* run(tx.update(profiles).set(change).where(here).returning());
    if (adopted.length === 0) return;
    yield* freeEmail(tx, { id, email: to });
    const act = { action: 'account.email_changed', subject: id, details: { from, to }, at: new Date() };
    yield* run(auditLog(tx, act));
  });
}

/** An address belongs to one person: whoever had it before has lost it at the auth service, or their account. */
export function* freeEmail(tx: TxContext, owner: { id: string; email: string }): Steps<void> {
  const { profiles } = tx.tables;
  if (owner.email === '') return;
  const isStale = and(eq(profiles.email, owner.email), ne(profiles.id, owner.id));
  const none = { email: '', ...UNSORTED };
  yield* run(tx.update(profiles).set(none).where(isStale));
}

/** Saves a name or picture that a sign-in brought, where the person has not chosen one. */
export async function hintProfile(db: Db, id: string, hint: ProfileHint): Promise<void> {
  const { profiles } = db.tables;
  const [known] = await db.select().from(profiles).where(eq(profiles.id, id));
  if (!known) return;
  const name = known.nameChosen ? undefined : hint.full_name || undefined;
  const avatarUrl = known.avatarUrl === null ? (hint.avatar_url ?? undefined) : undefined;
  if (name === undefined && avatarUrl === undefined) return;
  const change = { ...(name && nameColumns(name)), ...(avatarUrl && { avatarUrl }) };
  await db.update(profiles).set(change).where(eq(profiles.id, id));
}

/** The profile in the contract's shape; undefined when there is none. */
export async function findProfile(db: Db, id: string): Promise<Profile | undefined> {
  const { profiles, organizations, groups, groupMembers } = db.tables;
  const isLed = sql`${groupMembers.userId} = ${profiles.id} and ${groupMembers.isLead}
    and ${groups.organizationId} = ${profiles.organizationId}`;
  const led = sql`select 1 from ${groupMembers} join ${groups} on ${groups.id} = ${groupMembers.groupId} where ${isLed}`;
  const [row] = await db
    .select({
      profile: profiles,
      organizationName: organizations.name,
      isSample: organizations.isSample,
      organizationLanguage: organizations.language,
      leadsGroup: boolean(sql`exists (${led})`),
    })
    .from(profiles)
    .leftJoin(organizations, eq(organizations.id, profiles.organizationId))
    .where(eq(profiles.id, id));
  if (!row) return undefined;
  const { profile, organizationName, isSample, organizationLanguage, leadsGroup } = row;
  const { organizationId } = profile;
  return {
    id: profile.id,
    email: profile.email,
    full_name: profile.fullName,
    avatar_url: profile.avatarUrl,
    created_at: profile.createdAt.toISOString(),
    updated_at: profile.updatedAt.toISOString(),
    organization_id: organizationId,
    organization:
      organizationId && organizationName
        ? { id: organizationId, name: organizationName, ...(isSample && { isSample }), language: organizationLanguage }
        : null,
    language: profile.language,
    is_org_admin: profile.isOrgAdmin,
    is_super_admin: profile.isSuperAdmin,
    leads_group: leadsGroup,
    has_real_name: profile.nameChosen || isRealName(profile.fullName, profile.email),
  };
}

/** Lists of people find and sort this row anew, before the next of them is read. */
export const UNSORTED = { sortName: '' };

/** The columns of a name. */
export const nameColumns = (fullName: string) => ({ fullName, nameKey: nameKey(fullName), ...UNSORTED });

/** How names are compared: outer spaces and case do not count (P-18). */
export function nameKey(name: string): string {
  return cleanName(name).toLowerCase();
}

/**
 * A person by id, with the rights that they have now, for what they may have without sending a bearer. Undefined without a
 * profile, while they are banned, and once their account is gone.
 */
export async function findPerson(
  { db, identity, now }: Pick<Deps, 'db' | 'identity' | 'now'>,
  id: string,
): Promise<Actor | undefined> {
  const { profiles, authUsers } = db.tables;
  const { email, organizationId, isOrgAdmin, isSuperAdmin } = profiles;
  const [row] = await db
    .select({ id: profiles.id, email, organizationId, isOrgAdmin, isSuperAdmin, account: authUsers })
    .from(profiles)
    .leftJoin(authUsers, eq(authUsers.id, profiles.id))
    .where(eq(profiles.id, id));
  if (!row) return undefined;
  const { account, ...person } = row;
  if (account ? isBanned(account, now()) : identity.embedded) return undefined;
  return person;
}

// Chosen names are unique within an organization, and among people without one (P-18).

type NameOwner = Pick<Actor, 'id' | 'organizationId'>;

export async function nameAvailability(db: Db, person: NameOwner, name: string): Promise<NameAvailability> {
  const fault = nameFault(name);
  if (fault) return { available: false, reason: fault };
  const taken = await ownersOf(db, person, name);
  return taken.length > 0
    ? { available: false, reason: 'This name is already taken' }
    : { available: true, reason: null };
}

/** Saves the name, the language or both that a person chose. Refuses `name_taken`. */
export function saveProfile(db: Db, person: NameOwner, { full_name, language }: ProfileChange): Promise<void> {
  return db.transact(function* (tx): Steps<void> {
    const { profiles } = tx.tables;
    if (full_name !== undefined) yield* saveName(tx, person, full_name);
    if (language !== undefined) yield* run(tx.update(profiles).set({ language }).where(eq(profiles.id, person.id)));
  });
}

/**
 * Saves the name that a person chose; from then on no sign-in replaces it. Certificates that were issued under a guess, such as
 * the address before the @, get it too. Refuses `name_taken`.
 */
function* saveName(tx: TxContext, person: NameOwner, fullName: string): Steps<void> {
  const { profiles, certificates } = tx.tables;
  const taken = yield* run(ownersOf(tx, person, fullName));
  if (taken.length > 0) throw new Refusal('name_taken', { field: 'full_name' });
  const [before] = yield* run(tx.select().from(profiles).where(eq(profiles.id, person.id)));
  const change = { ...nameColumns(fullName), nameChosen: true };
  yield* run(tx.update(profiles).set(change).where(eq(profiles.id, person.id)));
  if (!before || before.nameChosen || isRealName(before.fullName, before.email)) return;
  yield* run(tx.update(certificates).set({ learnerName: fullName }).where(eq(certificates.userId, person.id)));
}

function ownersOf({ queries, tables }: TxContext, { id, organizationId }: NameOwner, name: string) {
  const { profiles } = tables;
  const among = organizationId === null ? isNull(profiles.organizationId) : eq(profiles.organizationId, organizationId);
  return queries
    .select({ id: profiles.id })
    .from(profiles)
    .where(and(eq(profiles.nameKey, nameKey(name)), among, ne(profiles.id, id)))
    .limit(1);
}
