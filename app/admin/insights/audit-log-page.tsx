// /admin/audit-log (R-Z7): sign-ins and administrative acts, newest first: of everyone for super admins, of their organization for its admins.

import { server } from '../../api/session.ts';
import { Button } from '../../ui/button.tsx';
import { dateWords } from '../../ui/labels.ts';
import { EmptyState } from '../../ui/state-view.tsx';
import type { Column } from '../../ui/table/table-view.ts';
import { useTableAddress } from '../../ui/table/use-table-address.ts';
import { useGroupFilter } from '../forms/use-organizations.ts';
import { type Admin, gated } from '../lists/admin-gate.tsx';
import { PersonLink } from '../lists/person-link.tsx';
import { organizationFilters } from '../lists/searched-choices.tsx';
import { ServerTable } from '../lists/server-table.tsx';
import { AdminFrame } from '../shell/admin-frame.tsx';
import { type AuditEvent, actionLabel, actorLabel, detailsLabel, targetLabel } from './audit-messages.ts';

const KINDS = [
  ['', 'Everything'],
  ['account', 'Accounts and sign-ins'],
  ['account.sign_in_failed', 'Failed sign-ins'],
  ['account.role_changed', 'Changes of role'],
  ['access', 'Refused access'],
  ['browser', 'Problems in browsers'],
  ['organization', 'Organizations'],
  ['organization.person_removed', 'People who were removed'],
  ['group', 'Groups'],
  ['invitation', 'Invitations'],
  ['tablet', 'Devices'],
  ['course', 'Courses'],
  ['lesson', 'Lessons'],
  ['certificate', 'Certificates'],
] as const;

/** Of what kind the people are that the search finds. */
const FINDS = [
  ['', 'Done by'],
  ['about', 'Done to'],
] as const;

const DAYS = [
  ['', 'Any time'],
  ['1', 'Last 24 hours'],
  ['7', 'Last 7 days'],
  ['30', 'Last 30 days'],
  ['365', 'Last 365 days'],
] as const;

const clock = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' });

const auditColumns: readonly Column<AuditEvent>[] = [
  {
    key: 'time',
    title: 'Time',
    value: ({ at }) => new Date(at),
    cell: ({ at }) => (
      <time dateTime={at}>
        <span className="whitespace-nowrap">{dateWords(at)}</span>{' '}
        <span className="whitespace-nowrap">{clock.format(new Date(at))}</span>
      </time>
    ),
  },
  {
    key: 'who',
    title: 'Who',
    isBrief: true,
    value: (act) => [actorLabel(act), act.actor?.email].filter(Boolean).join(' '),
    cell: (act) => (
      <span title={act.actor?.email ?? undefined}>
        {act.actor?.email ? <PersonLink id={act.actor.id}>{actorLabel(act)}</PersonLink> : actorLabel(act)}
        {act.actor?.email && act.actor.name && (
          <span className="block text-ink-soft text-sm md:hidden">{act.actor.email}</span>
        )}
      </span>
    ),
  },
  { key: 'what', title: 'What', value: ({ action }) => actionLabel(action), isBrief: true },
  { key: 'about', title: 'Target', value: targetLabel, isBrief: true },
  {
    key: 'details',
    title: 'Details',
    isBrief: true,
    isLong: true,
    value: detailsLabel,
  },
  { key: 'ip', title: 'IP address', leaves: 1, value: ({ ip }) => ip },
];

export const AuditLogPage = gated('any', (admin) => <AuditLog {...admin} />);

function AuditLog({ isSuperAdmin, organization }: Admin) {
  const { search, read, change } = useTableAddress();
  const { filters: groupFilters } = useGroupFilter(isSuperAdmin ? read('organizationId') : (organization?.id ?? ''));
  return (
    <AdminFrame isList title="Audit Log" whose={isSuperAdmin ? undefined : organization?.name}>
      <ServerTable
        label="Audit log"
        noun="event"
        searchLabel="Search people"
        endpoint={server.admin['audit-log']}
        args={{}}
        rowsIn="acts"
        failed="Failed to fetch the audit log"
        rowKey={({ id }) => String(id)}
        columns={auditColumns}
        orders={['time']}
        filters={[
          { key: 'action', label: 'Event type', options: KINDS },
          { key: 'finds', label: 'Search finds', options: FINDS },
          { key: 'days', label: 'When', options: DAYS },
          ...organizationFilters(isSuperAdmin),
          ...groupFilters,
        ]}
        noneMatch={
          search !== '' &&
          read('finds') === '' && (
            <EmptyState
              title="No one who matches did anything"
              action={
                <Button variant="secondary" onClick={() => change({ finds: 'about' })}>
                  Search what was done to them
                </Button>
              }
            />
          )
        }
        empty={<EmptyState title="No events yet" />}
      />
    </AdminFrame>
  );
}
