import { t } from '@lingui/core/macro';
import type { PEOPLE_CERTIFICATES } from '#sync/contract/certificate.ts';
import type { InvitationRow, MemberRow, UserRow } from '#sync/contract/organization.ts';

/** What acts on a member need. */
export type Member = Pick<MemberRow, 'id' | 'email' | 'full_name' | 'isOrgAdmin'>;

/** The name of a person, or the email address of someone who has given none. */
export const nameOf = ({ full_name, email }: Pick<UserRow, 'full_name' | 'email'>): string => full_name || email;

/** The roles of a person; 'User' for someone who administers nothing. */
export function rolesOf({ is_super_admin, is_org_admin }: UserRow): readonly string[] {
  const roles = [...(is_super_admin ? [t`Super Admin`] : []), ...(is_org_admin ? [t`Org Admin`] : [])];
  return roles.length > 0 ? roles : [t`User`];
}

/** The options of the role filter: the value in the address, and its label. */
export const ROLE_FILTERS = [
  ['', t`All Users`],
  ['super', t`Super Admins`],
  ['org_admin', t`Org Admins`],
  ['regular', t`Regular Users`],
] as const;

/** A list of people with their progress, for admins and for the leads of a group. */
export const PEOPLE_TABLE = {
  ...{ noun: 'person' as const, rowKey: ({ id }: MemberRow) => id },
  orders: ['name', 'progress', 'due', 'ends', '-activity'],
} as const;

/** The options of the filter by certificates: of any course, or of the one chosen beside it. */
export const CERTIFICATE_FILTERS = [
  ['', t`Any certificates`],
  ['valid', t`Hold a valid certificate`],
  ['7', t`Expire within 7 days, not renewed`],
  ['30', t`Expire within 30 days, not renewed`],
  ['60', t`Expire within 60 days, not renewed`],
  ['90', t`Expire within 90 days, not renewed`],
  ['ended', t`Have expired`],
  ['unrenewed', t`Have expired, not renewed`],
  ['not-valid', t`Hold no valid certificate`],
  ['none', t`Never certified, or revoked`],
] as const satisfies readonly (readonly [(typeof PEOPLE_CERTIFICATES)[number] | '', string])[];

export const BY_CERTIFICATES = {
  ...{ key: 'certificates', label: t`Certificates`, options: CERTIFICATE_FILTERS },
  shows: { 7: 'ends', 30: 'ends', 60: 'ends', 90: 'ends', ended: 'ends', unrenewed: 'ends' },
};

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
  if (endedBy === 'organization') return t`The organization was switched off.`;
  if (endedBy === 'departure') return t`Someone who could use it was removed or is no longer an admin.`;
  if (endedBy !== 'maker') return undefined;
  return createdBy ? t`${createdBy} can no longer invite people.` : t`Its author can no longer invite people.`;
}
