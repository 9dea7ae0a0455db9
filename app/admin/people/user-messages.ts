import type { UserRow } from '#sync/contract/organization.ts';

/** The name of a person, or their address while they have not said it. */
export const nameOf = ({ full_name, email }: UserRow) => full_name ?? email;

/** What a person is here; 'User' is who administrates nothing. */
export function rolesOf({ is_super_admin, is_org_admin }: UserRow): readonly string[] {
  const roles = [...(is_super_admin ? ['Super Admin'] : []), ...(is_org_admin ? ['Org Admin'] : [])];
  return roles.length > 0 ? roles : ['User'];
}

/** The role filter: as the address holds it, and as it is read. */
export const ROLE_FILTERS = [
  ['', 'All Users'],
  ['super', 'Super Admins'],
  ['org_admin', 'Org Admins'],
  ['regular', 'Regular Users'],
] as const;

/** Whether a person is one of those that the filter names; an unknown one names everybody. */
export function isOfRole({ is_super_admin, is_org_admin }: UserRow, filter: string): boolean {
  if (filter === 'super') return is_super_admin;
  if (filter === 'org_admin') return is_org_admin;
  return filter !== 'regular' || !(is_super_admin || is_org_admin);
}
