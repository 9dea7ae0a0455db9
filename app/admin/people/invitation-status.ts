import type { InvitationRow } from '#sync/contract/organization.ts';

export type InvitationStatus = 'Active' | 'Expired' | 'Used up' | 'Revoked';

/** What an invitation is worth at `now` (unix milliseconds). What an admin did comes before what time did. */
export function statusOf(invitation: InvitationRow, now: number): InvitationStatus {
  const { revokedAt, uses, maxUses, expiresAt } = invitation;
  if (revokedAt) return 'Revoked';
  if (uses >= maxUses) return 'Used up';
  if (expiresAt && Date.parse(expiresAt) <= now) return 'Expired';
  return 'Active';
}
