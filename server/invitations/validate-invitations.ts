// The validation of a file of people, row by row (R-Z6): each row alone, with what it does or what is wrong with it.
import { and, eq, isNotNull, isNull } from 'drizzle-orm';
import { foldEmail, isEmail, typedEmail } from '#sync/contract/email.ts';
import { GROUPS_LIMIT, GroupForm, groupKey } from '#sync/contract/group.ts';
import { INVITATION_ROLES, type InvitationImport } from '#sync/contract/invitation.ts';
import { REFUSALS } from '#sync/contract/refusal.ts';
import { isOneOf, run, type Steps, type TxContext } from '../db/client.ts';
import type { Payloads } from '../db/schema-jobs.ts';
import { isOpen, makerMayInvite } from '../identity/end-invitations.ts';
import { may, type Person } from '../permissions.ts';
import { coursesForOrganization } from './invitations.ts';

/** A line of a file, or one that was judged before and names its groups by their ids. */
type InviteeRow = InvitationImport['rows'][number] & Partial<Pick<Payloads['invite-people'], 'groupIds'>>;

interface TakableCourse {
  id: number;
  title: string;
}

type Field = 'email' | 'role' | 'courseId' | 'group';

/** A group that a row names; without an id it is still to be made. */
export interface NamedGroup {
  id: string | null;
  name: string;
}

/** A row that becomes an invitation. */
export interface Guest {
  kind: 'guest';
  email: string;
  role: (typeof INVITATION_ROLES)[number];
  course: TakableCourse | null;
  groups: NamedGroup[];
}

/** A row of someone who is in the organization already, and comes into those groups of it that they are not in. */
export interface Entrant {
  kind: 'entrant';
  email: string;
  userId: string;
  groups: NamedGroup[];
  /** Whether the row names another role or a course as well, which are not given so. */
  asksMore: boolean;
}

/** The field and the reason why a row does nothing; `isSame`: nothing is to be done, and nothing is wrong with it. */
export interface LeftRow {
  kind: 'left';
  email: string;
  field: Field;
  reason: string;
  isSame: boolean;
}

interface Rows {
  rows: InviteeRow[];
  organizationId: string;
  /** Who invites them; undefined once that was judged. */
  actor?: Person;
  now: Date;
}

/** Validates all rows for this organization, in their order. Of a list nothing is told of other organizations. */
export function* validateInvitationRows(
  tx: TxContext,
  { rows, organizationId, actor, now }: Rows,
): Steps<(Guest | Entrant | LeftRow)[]> {
  const emails = [...new Set(rows.map(addressIn).filter(isAddress))];
  const homes = yield* findHomes(tx, emails);
  const invited = yield* findInvited(tx, { organizationId, emails, now });
  const courses = yield* findCourses(tx, organizationId, rows);
  const groups = yield* findGroups(tx, organizationId);
  const groupsOf = (row: InviteeRow) => findByIds(row, groups) ?? nameGroups(row, groups);
  const memberships = yield* findMemberships(tx, { organizationId, homes, rows });
  const seen = new Set<string>();
  return rows.map((row) => {
    const email = addressIn(row);
    const refused = (field: Field, reason: string, isSame = false): LeftRow => ({
      ...{ kind: 'left', email, field, reason, isSame },
    });
    if (!isAddress(email)) return refused('email', 'This is not an email address.');
    if (seen.has(email)) return refused('email', 'This address is in the file twice.');
    seen.add(email);
    const home = homes.get(email);
    if (home?.organizationId === organizationId) {
      const named = roleIn(row) ? groupsOf(row) : [];
      if (typeof named === 'string') return refused('group', named);
      const missing = named.filter(({ id }) => id === null || !memberships.has(`${home.id} ${id}`));
      if (missing.length === 0) return refused('email', ALREADY_HERE, asksNoMore(row, home));
      return { kind: 'entrant', email, userId: home.id, groups: missing, asksMore: !asksNoMore(row, home) };
    }
    if (home)
      return refused('email', rows.length > 1 ? "This person can't be invited." : 'Belongs to another organization.');
    if (invited.has(email)) return refused('email', 'Already invited. Revoke that invitation to write again.');
    const role = roleIn(row);
    if (!role) return refused('role', 'The role must be member or admin.');
    if (role === 'admin' && actor && !may(actor, 'change_admins', null)) return refused('role', MEMBERS_ONLY);
    const wanted = row.courseId?.trim() ?? '';
    const [course = null, another] = courses.get(wanted.toLowerCase()) ?? [];
    if (wanted !== '' && !course) return refused('courseId', notTakable(wanted));
    if (another) return refused('courseId', SEVERAL_COURSES);
    const named = groupsOf(row);
    if (typeof named === 'string') return refused('group', named);
    return { kind: 'guest', email, role, course, groups: named };
  });
}

export const SEVERAL_COURSES = 'Several courses have this title. Give the number in its address instead.';

const MEMBERS_ONLY = 'This API token invites members only: it lacks admins:write.';

export const ALREADY_HERE = 'Already a member of this organization.';

/** Titles have at most 200 characters; what is longer is none. */
const shortened = (text: string) => (text.length > 200 ? `${text.slice(0, 200)}...` : text);

export const notTakable = (wanted: string) =>
  `No course that this organization can take is called “${shortened(wanted)}”.`;

const addressIn = (row: InviteeRow) => foldEmail(typedEmail(row.email));

/** We write to no address that a spreadsheet would take for a formula. */
function isAddress(email: string): boolean {
  return isEmail(email) && !/^[=+-]/.test(email);
}

/** Whether a row gives someone who is in the organization their own role, and no course. */
function asksNoMore(row: InviteeRow, { isOrgAdmin }: Home): boolean {
  const isOwnRole = !row.role?.trim() || roleIn(row) === (isOrgAdmin ? 'admin' : 'member');
  return isOwnRole && !row.courseId?.trim();
}

function roleIn(row: InviteeRow) {
  const named = row.role?.trim().toLowerCase() || 'member';
  return INVITATION_ROLES.find((role) => role === named);
}

type InGroups = Pick<InviteeRow, 'group' | 'groups'>;

/** The names that a row says. */
const namesIn = ({ group = '', groups = [] }: InGroups) => [...groups, group].filter((name) => name.trim() !== '');

/** The groups of these names, or why one of them cannot be: a new one counts for the rows behind it. */
export function nameGroups(row: InGroups, groups: Map<string, NamedGroup>): NamedGroup[] | string {
  const names = namesIn(row);
  const found = new Map<string, NamedGroup>();
  let fresh = 0;
  for (const text of names) {
    const parsed = GroupForm.safeParse({ name: text });
    if (!parsed.success) {
      const reason = parsed.error.issues[0]?.message ?? 'This is not a valid group name.';
      return names.length === 1 ? reason : `“${shortened(text)}”: ${reason}`;
    }
    const { name } = parsed.data;
    const key = groupKey(name);
    if (found.has(key)) continue;
    const known = groups.get(key);
    if (!known) fresh += 1;
    if (!known && groups.size + fresh > GROUPS_LIMIT) return REFUSALS.too_many_groups[1];
    found.set(key, known ?? { id: null, name });
  }
  for (const [key, group] of found) groups.set(key, group);
  return [...found.values()];
}

/** The groups that a row meant when it was judged, whatever they are called now, without those that are deleted. */
function findByIds({ groupIds }: InviteeRow, groups: Map<string, NamedGroup>): NamedGroup[] | undefined {
  return groupIds?.flatMap((id) => [...groups.values()].find((group) => group.id === id) ?? []);
}

interface Home {
  id: string;
  organizationId: string | null;
  isOrgAdmin: boolean;
}

/** The organizations of those people who have one, by address. */
function* findHomes({ queries, tables: { profiles } }: TxContext, emails: string[]): Steps<Map<string, Home>> {
  const { id, email, organizationId, isOrgAdmin } = profiles;
  const isHome = and(isOneOf(email, emails), isNotNull(organizationId));
  const rows = yield* run(queries.select({ id, email, organizationId, isOrgAdmin }).from(profiles).where(isHome));
  return new Map(rows.map((row) => [row.email, row]));
}

interface Among {
  organizationId: string;
  homes: Map<string, Home>;
  rows: InviteeRow[];
}

/** Who of those who are here is in which of the organization's groups; read only where a row names one. */
function* findMemberships(tx: TxContext, { organizationId, homes, rows }: Among): Steps<Set<string>> {
  const named = rows.filter((row) => row.groupIds || namesIn(row).length > 0).map((row) => homes.get(addressIn(row)));
  const ids = named.flatMap((home) => (home?.organizationId === organizationId ? [home.id] : []));
  if (ids.length === 0) return new Set();
  const { groups, groupMembers } = tx.tables;
  const { userId, groupId } = groupMembers;
  const found = yield* run(
    tx.queries
      .select({ userId, groupId })
      .from(groupMembers)
      .innerJoin(groups, eq(groups.id, groupId))
      .where(and(isOneOf(userId, ids), eq(groups.organizationId, organizationId))),
  );
  return new Set(found.map((row) => `${row.userId} ${row.groupId}`));
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
export function* findGroups({ queries, tables: { groups } }: TxContext, organizationId: string) {
  const { id, name, nameKey } = groups;
  const rows = yield* run(
    queries.select({ id, name, nameKey }).from(groups).where(eq(groups.organizationId, organizationId)),
  );
  return new Map<string, NamedGroup>(rows.map((row) => [row.nameKey, { id: row.id, name: row.name }]));
}

/** The courses that the organization may take, by their ids and by their lower-cased titles; read only where a row names one. */
export function* findCourses(
  tx: TxContext,
  organizationId: string,
  rows: readonly Pick<InviteeRow, 'courseId'>[],
): Steps<Map<string, TakableCourse[]>> {
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
