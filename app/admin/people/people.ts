import { INACTIVE_DAYS, type InvitationRow, type MemberRow, type UserRow } from '#sync/contract/organization.ts';

/** What acts on a member need. */
export type Member = Pick<MemberRow, 'id' | 'email' | 'full_name' | 'isOrgAdmin'>;

/** The name of a person, or the email address of someone who has given none. */
export const nameOf = ({ full_name, email }: Pick<UserRow, 'full_name' | 'email'>): string => full_name || email;

/** The roles of a person; 'User' for someone who administers nothing. */
export function rolesOf({ is_super_admin, is_org_admin }: UserRow): readonly string[] {
  const roles = [...(is_super_admin ? ['Super Admin'] : []), ...(is_org_admin ? ['Org Admin'] : [])];
  return roles.length > 0 ? roles : ['User'];
}

/** The options of the role filter: the value in the address, and its label. */
export const ROLE_FILTERS = [
  ['', 'All Users'],
  ['super', 'Super Admins'],
  ['org_admin', 'Org Admins'],
  ['regular', 'Regular Users'],
] as const;

/** Whether a person is one of those that the filter names; an unknown filter names everyone. */
export function isOfRole({ is_super_admin, is_org_admin }: UserRow, filter: string): boolean {
  if (filter === 'super') return is_super_admin;
  if (filter === 'org_admin') return is_org_admin;
  return filter !== 'regular' || !(is_super_admin || is_org_admin);
}

const BEHIND_BELOW_PERCENT = 50;
const DAY_MS = 86_400_000;

type MemberState = { key: string; title: string; holds: (member: MemberRow, now: number) => boolean };

/** The states an admin filters by; `now` in unix milliseconds. Members without courses are neither behind nor not started. */
export const MEMBER_STATES: readonly MemberState[] = [
  {
    key: 'not-started',
    title: 'Not started',
    holds: ({ progressStats: { completedCourses, inProgressCourses, notStartedCourses } }) =>
      notStartedCourses > 0 && completedCourses === 0 && inProgressCourses === 0,
  },
  {
    key: 'behind',
    title: `Behind (under ${BEHIND_BELOW_PERCENT}%)`,
    holds: ({ progressStats: { averageCompletion, inProgressCourses, notStartedCourses } }) =>
      notStartedCourses + inProgressCourses > 0 && averageCompletion < BEHIND_BELOW_PERCENT,
  },
  {
    key: 'inactive',
    title: 'Inactive 30 days',
    // Someone who joined recently is not inactive yet.
    holds: ({ lastActivityAt, createdAt }, now) =>
      now - Date.parse(lastActivityAt ?? createdAt) > INACTIVE_DAYS * DAY_MS,
  },
];

export type InvitationStatus = 'Active' | 'Expired' | 'Used up' | 'Revoked';

/** The state of an invitation at `now` (unix milliseconds). What an admin did comes before what time did. */
export function statusOf(invitation: InvitationRow, now: number): InvitationStatus {
  const { revokedAt, uses, maxUses, expiresAt, endedBy } = invitation;
  if (revokedAt) return 'Revoked';
  if (uses >= maxUses) return 'Used up';
  if (expiresAt && Date.parse(expiresAt) <= now) return 'Expired';
  return endedBy ? 'Revoked' : 'Active';
}

/** Why an invitation ended although no admin revoked it; undefined for all others. */
export function endOf({ endedBy, createdBy }: InvitationRow): string | undefined {
  if (endedBy === 'organization') return 'The organization was switched off.';
  if (endedBy === 'departure') return 'Someone who could use it was removed or is no longer an admin.';
  return endedBy === 'maker' ? `${createdBy ?? 'Its author'} can no longer invite people.` : undefined;
}
