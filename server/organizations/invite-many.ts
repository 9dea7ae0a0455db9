// Inviting many people at once (Z6): all valid rows, or none; the first with their mails in one transaction, the rest by a job.

import { and, eq, isNotNull, isNull } from 'drizzle-orm';
import { foldEmail, isEmail } from '#sync/contract/email.ts';
import { GROUPS_LIMIT, GroupForm, groupKey } from '#sync/contract/group.ts';
import { INVITATION_ROLES, type InvitationImport, type InvitationImportAnswer } from '#sync/contract/invitation.ts';
import { REFUSALS, Refusal } from '#sync/contract/refusal.ts';
import { type AuditActor, audit } from '../audit/audit-log.ts';
import { inBatches, isOneOf, run, type Steps, type TxContext } from '../db/client.ts';
import type { Named } from '../db/schema-jobs.ts';
import type { Deps, RateLimitRule } from '../deps.ts';
import { isOpen, makerMayInvite, makerMayRun } from '../end-invitations.ts';
import { limitCalls } from '../http/rate-limit.ts';
import { divideNamed, endSlice, leaveNamed, type NamedOutcome, type Slice, takeNamed } from '../leave-rest.ts';
import { accountMail } from '../mail/account-mails.ts';
import { queueMails } from '../mail/mailer.ts';
import { insertGroup } from './groups.ts';
import { coursesForOrganization, defaultExpiry, freshInvitation, revokeInvitations } from './invitations.ts';
import { type Organization, requireActive } from './require-organization.ts';

/** Each of these may mail thousands of people. */
const MAILINGS: RateLimitRule = { name: 'mailed invitations', limit: 30, windowSeconds: 3600 };
/** Looked at before they are sent: each says of thousands of addresses whether they have joined an organization. */
const DRY_RUNS: RateLimitRule = { name: 'dry runs of invitations', limit: 60, windowSeconds: 3600 };

/**
 * Creates an invitation of one use for each valid row, bound to its address, and queues its mail; reports the outcome of
 * every row. A dry run only reports. Refuses `rate_limited`, `organization_not_found` and
 * `organization_inactive`.
 */
export async function inviteMany(
  deps: Deps,
  caller: AuditActor,
  { organizationId, dryRun, rows }: InvitationImport & { organizationId: string },
): Promise<InvitationImportAnswer> {
  const { db, env, mailer, runJobs } = deps;
  await limitCalls(deps, dryRun ? DRY_RUNS : MAILINGS, caller.actor.id);
  const validated = await db.transact(function* (tx) {
    const organization = yield* requireActive(tx, caller.actor, organizationId);
    const all = yield* validateInvitationRows(tx, { rows, organizationId: organization.id, now: caller.now });
    if (!dryRun) yield* inviteFirst(tx, caller, { organization, guests: all.filter(isRight), origin: env.publicUrl });
    return all;
  });
  if (!dryRun) {
    mailer.flush();
    runJobs();
  }
  const guests = validated.filter(isRight);
  const same = validated.filter(isSame).length;
  return {
    dryRun,
    invited: guests.length,
    same,
    refused: validated.length - guests.length - same,
    newGroups: [...namedAnew(guests).values()],
    rows: validated.map(outcome),
  };
}

/**
 * Mails the person of an invitation a new one in its place, with the same rights: a link cannot be mailed twice, because only its
 * hash is stored. Refuses `rate_limited`, `organization_not_found`, `organization_inactive`, `invitation_not_found` for one that
 * is for nobody, was used or was revoked, and what can no longer be invited, as `inviteMany` says it.
 */
export async function inviteAgain(
  deps: Deps,
  caller: AuditActor,
  at: { organizationId: string; id: string },
): Promise<void> {
  const { db, env, mailer } = deps;
  await limitCalls(deps, MAILINGS, caller.actor.id);
  await db.transact(function* (tx) {
    const organization = yield* requireActive(tx, caller.actor, at.organizationId);
    const { invitations } = tx.tables;
    const isHere = and(eq(invitations.id, at.id), eq(invitations.organizationId, organization.id));
    const [earlier] = yield* run(tx.select().from(invitations).where(isHere));
    if (!earlier?.email || earlier.uses > 0 || earlier.revokedAt) throw new Refusal('invitation_not_found');
    yield* revokeInvitations(tx, caller, { organizationId: organization.id, ids: [earlier.id] });
    const { email, role, courseId, groupId } = earlier;
    const row = { email, role, ...(courseId && { courseId: String(courseId) }), ...(groupId && { groupId }) };
    const [judged] = yield* validateInvitationRows(tx, {
      rows: [row],
      organizationId: organization.id,
      now: caller.now,
    });
    if (judged && judged.reason !== null)
      throw new Refusal('validation_failed', { field: judged.field }, judged.reason);
    const guests = judged ? [judged] : [];
    yield* invite(tx, caller, { organization, guests, origin: env.publicUrl, fresh: new Map() });
  });
  mailer.flush();
}

type Guest = Extract<ValidatedInvitation, { reason: null }>;

function isRight(row: ValidatedInvitation): row is Guest {
  return row.reason === null;
}

/** Nothing is to be done for it, and nothing is wrong with it. */
function isSame(row: ValidatedInvitation): boolean {
  return row.reason !== null && row.isSame;
}

interface Inviting {
  organization: Organization;
  guests: Guest[];
  origin: string;
}

/** The names of the groups that do not exist yet, by their keys. */
function namedAnew(guests: Guest[]): Map<string, string> {
  return new Map(
    guests.flatMap(({ group }): [string, string][] =>
      group && group.id === null ? [[groupKey(group.name), group.name]] : [],
    ),
  );
}

/** Makes all new groups and invites the first; the rest are named as in a file, and validated again by the job. */
function* inviteFirst(tx: TxContext, caller: AuditActor, { organization, guests, origin }: Inviting): Steps<void> {
  const fresh = new Map<string, string>();
  for (const [key, name] of namedAnew(guests)) {
    const { id } = yield* insertGroup(tx, caller, { organizationId: organization.id, name });
    fresh.set(key, id);
  }
  const { some, others } = divideNamed(guests);
  const invited = yield* invite(tx, caller, { organization, guests: some, origin, fresh });
  const lines = others.map(({ email, role, course, group }) => {
    const groupId = group && (group.id ?? fresh.get(groupKey(group.name)));
    return {
      ...{ email, role },
      ...(course && { courseId: String(course.id) }),
      ...(group && { group: group.name, ...(groupId && { groupId }) }),
    };
  });
  yield* leaveNamed<'invite-people'>(tx, caller, {
    rest: { kind: 'invite-people', at: caller.now.toISOString(), by: caller.actor.id },
    ...{ title: `Invite people to ${organization.name}`, organizationId: organization.id },
    ...{ done: invited, others: lines },
  });
}

interface LeftToInvite {
  jobId: string;
  organizationId: string;
  origin: string;
  /** The time of this slice. */
  now: Date;
}

/** The next of those whom `inviteMany` has left to a job, as far as they can still be invited. */
export function* inviteSlice(
  tx: TxContext,
  caller: AuditActor,
  { jobId, organizationId, origin, now }: LeftToInvite,
): Steps<Slice> {
  const { organizations, profiles, authUsers } = tx.tables;
  const isActive = and(eq(organizations.id, organizationId), eq(organizations.isActive, true));
  // An invitation has the force of its maker's right, which may have ended meanwhile: nobody else is invited then.
  const [found] = yield* run(
    tx.queries
      .select({ organization: organizations })
      .from(organizations)
      .leftJoin(profiles, eq(profiles.id, caller.actor.id))
      .leftJoin(authUsers, eq(authUsers.id, caller.actor.id))
      .where(and(isActive, makerMayRun(tx.tables, organizations.id, now))),
  );
  const organization = found?.organization;
  const { some, ...place } = yield* takeNamed(tx, { id: jobId, kind: 'invite-people' });
  if (!organization) {
    const outcomes = some.map((guest) => ({ guest, reason: 'Whoever started this may no longer invite people.' }));
    return yield* endSlice(tx, jobId, { ...place, outcomes });
  }
  const judged = yield* validateInvitationRows(tx, { rows: some, organizationId, now });
  // A group that was deleted meanwhile is not made again.
  const made = yield* invite(tx, caller, { organization, guests: judged.filter(isRight), origin, fresh: new Map() });
  const outcomes = judged.map((row, n) =>
    row.reason === null ? made.shift() : { guest: { email: some[n]?.email ?? '' }, reason: row.reason },
  );
  return yield* endSlice(tx, jobId, { ...place, outcomes: outcomes.filter((one) => one !== undefined) });
}

/** Invites them, and answers with their invitations, in the same order. */
function* invite(
  tx: TxContext,
  caller: AuditActor,
  { organization, guests, origin, fresh }: Inviting & { fresh: Map<string, string> },
): Steps<NamedOutcome[]> {
  const made = guests.map(({ email, role, course, group }) => {
    const author = { createdBy: caller.actor.id, createdAt: caller.now };
    const groupId = group && (group.id ?? fresh.get(groupKey(group.name)));
    const about = { organizationId: organization.id, email, role, courseId: course?.id ?? null, groupId };
    const expiresAt = defaultExpiry(role, caller.now);
    const { token, row } = freshInvitation({ ...about, ...author, maxUses: 1, expiresAt });
    const link = `${origin}/invite?${new URLSearchParams({ token })}`;
    const mail = accountMail('invitation', { link, organization: organization.name, course: course?.title, expiresAt });
    const details = { email, role, courseId: about.courseId, ...(group && { group: group.name }) };
    const act = { action: 'invitation.mailed', organizationId: organization.id, subject: row.id, details };
    return { row, mail: { ...mail, to: email, at: caller.now }, act };
  });
  for (const part of inBatches(made)) {
    yield* run(tx.insert(tx.tables.invitations).values(part.map(({ row }) => row)));
    const mails = part.map(({ mail }) => mail);
    yield* run(queueMails(tx, mails));
  }
  const acts = made.map(({ act }) => act);
  yield* audit(tx, caller, acts);
  return made.map(({ row }) => ({ invitationId: row.id, reason: null }));
}

function outcome(row: ValidatedInvitation, at: number): InvitationImportAnswer['rows'][number] {
  const told = { row: at + 1, email: row.email, isSame: isSame(row) };
  if (row.reason !== null) return { ...told, isInvited: false, course: null, field: row.field, reason: row.reason };
  return { ...told, isInvited: true, course: row.course?.title ?? null, field: null, reason: null };
}

// The validation of a file of people, row by row (Z6): each row alone, with what is wrong with it.

type InviteeRow = Named['invite-people'][number];

interface TakableCourse {
  id: number;
  title: string;
}

type Field = 'email' | 'role' | 'courseId' | 'group';

/** A group that a row names; without an id it is still to be made. */
interface NamedGroup {
  id: string | null;
  name: string;
}

/** A row that can become an invitation, or the field and the reason why it cannot. */
type ValidatedInvitation =
  | {
      email: string;
      role: (typeof INVITATION_ROLES)[number];
      course: TakableCourse | null;
      group: NamedGroup | null;
      reason: null;
    }
  | { email: string; field: Field; reason: string; isSame: boolean };

/** Validates all rows for this organization, in their order. */
function* validateInvitationRows(
  tx: TxContext,
  { rows, organizationId, now }: { rows: InviteeRow[]; organizationId: string; now: Date },
): Steps<ValidatedInvitation[]> {
  const emails = [...new Set(rows.map((row) => foldEmail(row.email)).filter(isAddress))];
  const homes = yield* findHomes(tx, emails);
  const invited = yield* findInvited(tx, { organizationId, emails, now });
  const courses = yield* findCourses(tx, organizationId, rows);
  const groups = yield* findGroups(tx, organizationId);
  const seen = new Set<string>();
  return rows.map((row) => {
    const email = foldEmail(row.email);
    const refused = (field: Field, reason: string, isSame = false): ValidatedInvitation => ({
      ...{ email, field, reason, isSame },
    });
    if (!isAddress(email)) return refused('email', 'This is not an email address.');
    if (seen.has(email)) return refused('email', 'This address is in the file twice.');
    seen.add(email);
    const home = homes.get(email);
    if (home?.organizationId === organizationId)
      return refused('email', 'Already a member of this organization.', isAsTold(row, home));
    if (home) return refused('email', 'Belongs to another organization.');
    if (invited.has(email)) return refused('email', 'Already invited. Revoke that invitation to write again.');
    const role = roleIn(row);
    if (!role) return refused('role', 'The role must be member or admin.');
    const wanted = row.courseId?.trim() ?? '';
    const [course = null, another] = courses.get(wanted.toLowerCase()) ?? [];
    if (wanted !== '' && !course) return refused('courseId', notTakable(wanted));
    if (another) return refused('courseId', 'Several courses have this title. Give the number in its address instead.');
    const group = row.groupId ? findById(row.groupId, groups) : nameGroup(row.group, groups);
    if (typeof group === 'string') return refused('group', group);
    return { email, role, course, group, reason: null };
  });
}

/** Titles have at most 200 characters; what is longer is none. */
const notTakable = (wanted: string) =>
  `No course that this organization can take is called “${wanted.length > 200 ? `${wanted.slice(0, 200)}...` : wanted}”.`;

/** We write to no address that a spreadsheet would take for a formula. */
function isAddress(email: string): boolean {
  return isEmail(email) && !/^[=+-]/.test(email);
}

/** Whether a row asks nothing of someone who is in the organization already. */
function isAsTold(row: InviteeRow, { isOrgAdmin }: Home): boolean {
  const isOwnRole = !row.role?.trim() || roleIn(row) === (isOrgAdmin ? 'admin' : 'member');
  return isOwnRole && !row.courseId?.trim() && !row.group?.trim();
}

function roleIn(row: InviteeRow) {
  const named = row.role?.trim().toLowerCase() || 'member';
  return INVITATION_ROLES.find((role) => role === named);
}

/** The group of this name, a new one, none, or why it cannot be: a new one counts for the rows behind it. */
function nameGroup(text: string | undefined, groups: Map<string, NamedGroup>): NamedGroup | null | string {
  if (!text?.trim()) return null;
  const parsed = GroupForm.safeParse({ name: text });
  if (!parsed.success) return parsed.error.issues[0]?.message ?? 'This is not a valid group name.';
  const { name } = parsed.data;
  const known = groups.get(groupKey(name));
  if (known) return known;
  if (groups.size >= GROUPS_LIMIT) return REFUSALS.too_many_groups[1];
  const group = { id: null, name };
  groups.set(groupKey(name), group);
  return group;
}

/** The group that a row meant when it was judged, whatever it is called now; null once it is deleted. */
const findById = (groupId: string, groups: Map<string, NamedGroup>): NamedGroup | null =>
  [...groups.values()].find(({ id }) => id === groupId) ?? null;

interface Home {
  organizationId: string | null;
  isOrgAdmin: boolean;
}

/** The organizations of those people who have one, by address. */
function* findHomes({ queries, tables: { profiles } }: TxContext, emails: string[]): Steps<Map<string, Home>> {
  const { email, organizationId, isOrgAdmin } = profiles;
  const isHome = and(isOneOf(email, emails), isNotNull(organizationId));
  const rows = yield* run(queries.select({ email, organizationId, isOrgAdmin }).from(profiles).where(isHome));
  return new Map(rows.map((row) => [row.email, row]));
}

/** Those of these addresses with an invitation of this organization that can still be used. */
function* findInvited(
  { queries, tables }: TxContext,
  { organizationId, emails, now }: { organizationId: string; emails: string[]; now: Date },
): Steps<Set<string | null>> {
  const { invitations, profiles, authUsers } = tables;
  const { email, organizationId: of } = invitations;
  const rows = yield* run(
    queries
      .select({ email })
      .from(invitations)
      .leftJoin(profiles, eq(profiles.id, invitations.createdBy))
      .leftJoin(authUsers, eq(authUsers.id, invitations.createdBy))
      .where(and(eq(of, organizationId), isOneOf(email, emails), isOpen(tables, now), makerMayInvite(tables, now))),
  );
  return new Set(rows.map((row) => row.email));
}

/** The groups of the organization by their keys. */
function* findGroups({ queries, tables: { groups } }: TxContext, organizationId: string) {
  const { id, name, nameKey } = groups;
  const rows = yield* run(
    queries.select({ id, name, nameKey }).from(groups).where(eq(groups.organizationId, organizationId)),
  );
  return new Map<string, NamedGroup>(rows.map((row) => [row.nameKey, { id: row.id, name: row.name }]));
}

/** The courses that the organization may take, by their ids and by their lower-cased titles; read only where a row names one. */
function* findCourses(tx: TxContext, organizationId: string, rows: InviteeRow[]): Steps<Map<string, TakableCourse[]>> {
  const named = new Map<string, TakableCourse[]>();
  if (!rows.some((row) => row.courseId?.trim())) return named;
  const all = yield* run(coursesForOrganization(tx, organizationId).where(isNull(tx.tables.courses.deletedAt)));
  const takable = all.filter(({ isReached, isPublished }) => isReached && isPublished);
  for (const { id, title } of takable) {
    const key = title.trim().toLowerCase();
    named.set(key, [...(named.get(key) ?? []), { id, title }]);
  }
  // A number is an id, whatever a title says.
  for (const { id, title } of takable) named.set(String(id), [{ id, title }]);
  return named;
}
