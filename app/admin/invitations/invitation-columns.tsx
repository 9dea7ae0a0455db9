import type { InvitationRow } from '#sync/contract/organization.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import type { Column } from '../../ui/table-view.ts';
import { type InvitationStatus, statusOf } from './invitation-status.ts';

const TONES = { Active: 'complete', Expired: 'neutral', 'Used up': 'neutral', Revoked: 'danger' } as const;

const status = (invitation: InvitationRow): InvitationStatus => statusOf(invitation, Date.now());
const roleOf = ({ role }: InvitationRow) => (role === 'admin' ? 'Admin' : 'Member');

/** For whom an invitation is, how much of it is left, and until when. One that still works can be revoked. */
export const invitationColumns = (onRevoke: (row: InvitationRow) => void): readonly Column<InvitationRow>[] => [
  { key: 'for', title: 'For', value: ({ email }) => email ?? 'Anyone with the link' },
  { key: 'role', title: 'Role', value: roleOf },
  {
    key: 'status',
    title: 'Status',
    value: status,
    cell: (row) => <Badge tone={TONES[status(row)]}>{status(row)}</Badge>,
  },
  {
    key: 'uses',
    title: 'Uses',
    value: ({ uses }) => uses,
    cell: ({ uses, maxUses }) => `${uses} of ${maxUses}`,
    isNumeric: true,
  },
  { key: 'course', title: 'Course', value: ({ course }) => course?.title },
  { key: 'created', title: 'Created At', value: ({ createdAt }) => new Date(createdAt) },
  { key: 'by', title: 'Created by', value: ({ createdBy }) => createdBy },
  {
    key: 'expires',
    title: 'Expires',
    value: ({ expiresAt }) => (expiresAt ? new Date(expiresAt) : null),
    cell: ({ expiresAt }) => (expiresAt ? day.format(new Date(expiresAt)) : 'Never'),
  },
  {
    key: 'acts',
    title: 'Actions',
    isActions: true,
    value: () => null,
    cell: (row) =>
      status(row) === 'Active' && (
        <Button
          variant="quiet"
          className="max-md:w-full md:-ml-4"
          aria-label={`Revoke the invitation for ${row.email ?? `${row.maxUses} uses`}`}
          onClick={() => onRevoke(row)}
        >
          Revoke
        </Button>
      ),
  },
];

const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });
