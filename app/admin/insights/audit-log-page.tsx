// /admin/audit-log (R-Z7): sign-ins and administrative acts, newest first: of everyone for super admins, of their organization for its admins.

import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { server } from '../../api/session.ts';
import { Button } from '../../ui/button.tsx';
import { dateWords } from '../../ui/labels.ts';
import { locale } from '../../ui/language.ts';
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
  ['', t`Everything`],
  ['account', t`Accounts and sign-ins`],
  ['account.sign_in_failed', t`Failed sign-ins`],
  ['account.role_changed', t`Changes of role`],
  ['access', t`Refused access`],
  ['browser', t`Problems in browsers`],
  ['organization', t`Organizations`],
  ['organization.person_removed', t`People who were removed`],
  ['group', t`Groups`],
  ['invitation', t`Invitations`],
  ['tablet', t`Devices`],
  ['course', t`Courses`],
  ['lesson', t`Lessons`],
  ['certificate', t`Certificates`],
] as const;

/** Of what kind the people are that the search finds. */
const FINDS = [
  ['', t`Done by`],
  ['about', t`Done to`],
] as const;

const DAYS = [
  ['', t`Any time`],
  ['1', t`Last 24 hours`],
  ['7', t`Last 7 days`],
  ['30', t`Last 30 days`],
  ['365', t`Last 365 days`],
] as const;

const clock = new Intl.DateTimeFormat(locale, { timeStyle: 'medium' });

const auditColumns: readonly Column<AuditEvent>[] = [
  {
    key: 'time',
    title: t`Time`,
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
    title: t`Who`,
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
  { key: 'what', title: t`What`, value: ({ action }) => actionLabel(action), isBrief: true },
  { key: 'about', title: t`Target`, value: targetLabel, isBrief: true },
  {
    key: 'details',
    title: t`Details`,
    isBrief: true,
    isLong: true,
    value: detailsLabel,
  },
  { key: 'ip', title: t`IP address`, leaves: 1, value: ({ ip }) => ip },
];

export const AuditLogPage = gated('any', (admin) => <AuditLog {...admin} />);

function AuditLog({ isSuperAdmin, organization }: Admin) {
  const { search, read, change } = useTableAddress();
  const { filters: groupFilters } = useGroupFilter(isSuperAdmin ? read('organizationId') : (organization?.id ?? ''));
  return (
    <AdminFrame isList title={t`Audit Log`} whose={isSuperAdmin ? undefined : organization?.name}>
      <ServerTable
        label={t`Audit log`}
        keptAs="Audit log"
        noun="event"
        searchLabel={t`Search people`}
        endpoint={server.admin['audit-log']}
        args={{}}
        rowsIn="acts"
        failed={t`Failed to fetch the audit log`}
        rowKey={({ id }) => String(id)}
        columns={auditColumns}
        orders={['time']}
        filters={[
          { key: 'action', label: t`Event type`, options: KINDS },
          { key: 'finds', label: t`Search finds`, options: FINDS },
          { key: 'days', label: t`When`, options: DAYS },
          ...organizationFilters(isSuperAdmin),
          ...groupFilters,
        ]}
        noneMatch={
          search !== '' &&
          read('finds') === '' && (
            <EmptyState
              title={t`No one who matches did anything`}
              action={
                <Button variant="secondary" onClick={() => change({ finds: 'about' })}>
                  <Trans>Search what was done to them</Trans>
                </Button>
              }
            />
          )
        }
        empty={<EmptyState title={t`No events yet`} />}
      />
    </AdminFrame>
  );
}
