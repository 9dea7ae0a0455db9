import { expect, test } from 'vitest';
import { statusOf } from '#app/admin/lists/people.ts';
import type { InvitationRow } from '#sync/contract/organization.ts';

const NOW = Date.parse('2026-06-30T12:00:00Z');
const EARLIER = '2026-06-30T12:00:00.000Z';
const LATER = '2026-06-30T12:00:01.000Z';

const anInvitation = (wishes: Partial<InvitationRow>): InvitationRow => ({
  id: 'i',
  role: 'member',
  uses: 0,
  maxUses: 2,
  email: null,
  course: null,
  groups: [],
  createdAt: '2026-06-01T00:00:00.000Z',
  createdBy: null,
  expiresAt: null,
  revokedAt: null,
  endedBy: null,
  ...wishes,
});

test.each([
  ['Active', anInvitation({})],
  ['Active', anInvitation({ uses: 1, expiresAt: LATER })],
  ['Expired', anInvitation({ expiresAt: EARLIER })],
  ['Used up', anInvitation({ uses: 2 })],
  ['Used up', anInvitation({ uses: 2, expiresAt: EARLIER })],
  ['Used up', anInvitation({ uses: 2, endedBy: 'maker' })],
  ['Revoked', anInvitation({ uses: 1, endedBy: 'maker' })],
  ['Revoked', anInvitation({ revokedAt: EARLIER, uses: 2, expiresAt: EARLIER })],
] as const)('[M7] an invitation is %s', (expected, invitation) => {
  expect(statusOf(invitation, NOW)).toBe(expected);
});
