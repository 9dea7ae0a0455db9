// /admin/audit-log (Z7): sign-ins and administrative acts, newest first, for super admins.

import { type FormEvent, useEffect, useState } from 'react';
import { server } from '../../api/session.ts';
import { useApiPages } from '../../api/use-api-query.ts';
import { ApiErrorView } from '../../shell/api-error-view.tsx';
import { Button } from '../../ui/button.tsx';
import { Choice, Field } from '../../ui/form/field.tsx';
import { EmptyState } from '../../ui/state-view.tsx';
import { DataTable, TableSkeleton } from '../../ui/table/data-table.tsx';
import type { Column } from '../../ui/table/table-view.ts';
import { useTableAddress } from '../../ui/table/use-table-address.ts';
import { AdminFrame } from '../frame/admin-frame.tsx';
import { gated } from '../frame/admin-gate.tsx';
import { PersonLink } from '../frame/person-link.tsx';
import { useOrganizations } from '../frame/use-organizations.ts';
import { type AuditEvent, actionLabel, actorLabel, detailsLabel, type Names, targetLabel } from './audit-messages.ts';

type AuditFiltersProps = {
  wanted: { action: string; actor: string; organizationId: string };
  /** Changes the parameters of the address: kind, who, organization. */
  onChange: (part: Record<string, string>) => void;
};

const KINDS = [
  ['', 'Everything'],
  ['account', 'Accounts and sign-ins'],
  ['account.sign_in_failed', 'Failed sign-ins'],
  ['account.role_changed', 'Changes of role'],
  ['access', 'Refused access'],
  ['browser', 'Problems in browsers'],
  ['organization', 'Organizations'],
  ['invitation', 'Invitations'],
  ['tablet', 'Tablets'],
  ['course', 'Courses'],
] as const;

/** The filters that the server applies to the whole log: the event type, the organization, the user's email address. */
function AuditFilters({ wanted, onChange }: AuditFiltersProps) {
  const { data } = useOrganizations();
  const [actor, setActor] = useState(wanted.actor);
  useEffect(() => setActor(wanted.actor), [wanted.actor]);
  const find = (event: FormEvent) => {
    event.preventDefault();
    onChange({ who: actor.trim() });
  };
  const known = (data?.organizations ?? []).map(({ id, name }) => [id, name] as const);
  return (
    <form noValidate onSubmit={find} className="grid items-end gap-3 sm:grid-cols-2 lg:grid-cols-4">
      <Choice label="Event type" value={wanted.action} options={KINDS} onChange={(kind) => onChange({ kind })} />
      <Choice
        label="Organization"
        value={wanted.organizationId}
        options={[['', 'Every organization'], ...known]}
        onChange={(organization) => onChange({ organization })}
      />
      <Field
        label="User (email)"
        type="email"
        autoComplete="off"
        value={actor}
        onChange={(event) => setActor(event.target.value)}
      />
      <Button type="submit" variant="secondary" className="justify-self-start">
        Find
      </Button>
    </form>
  );
}

const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });
const clock = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' });

const auditColumns = (names: Names): readonly Column<AuditEvent>[] => [
  {
    key: 'time',
    title: 'Time',
    value: ({ at }) => new Date(at),
    cell: ({ at }) => (
      <time dateTime={at}>
        <span className="whitespace-nowrap">{day.format(new Date(at))}</span>{' '}
        <span className="whitespace-nowrap">{clock.format(new Date(at))}</span>
      </time>
    ),
  },
  {
    key: 'who',
    title: 'Who',
    value: (act) => [actorLabel(act), act.actor?.email].filter(Boolean).join(' '),
    cell: (act) => (
      <span className="block">
        {act.actor?.email ? <PersonLink id={act.actor.id}>{actorLabel(act)}</PersonLink> : actorLabel(act)}
        {act.actor?.email && act.actor.name && <span className="block text-ink-soft text-sm">{act.actor.email}</span>}
      </span>
    ),
  },
  { key: 'what', title: 'What', value: ({ action }) => actionLabel(action) },
  { key: 'about', title: 'Target', value: (act) => targetLabel(act, names) },
  {
    key: 'details',
    title: 'Details',
    value: (act) => detailsLabel(act, names),
    cell: (act) => <span className="block text-sm md:min-w-40">{detailsLabel(act, names) || '–'}</span>,
  },
  { key: 'ip', title: 'IP address', value: ({ ip }) => ip },
];

export const AuditLogPage = gated('super', () => (
  <AdminFrame title="Audit Log" description="Newest first. Search, sorting and export cover the events loaded below.">
    <Acts />
  </AdminFrame>
));

function Acts() {
  const { read, change } = useTableAddress();
  const wanted = { action: read('kind'), actor: read('who'), organizationId: read('organization') };
  const query = Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== ''));
  const { pages, error, refetch, more, isLoadingMore } = useApiPages(server.admin['audit-log'], { query });
  const names: Names = Object.assign({}, ...(pages ?? []).map((page) => page.names));
  const filters = <AuditFilters wanted={wanted} onChange={change} />;
  const errorView = error && <ApiErrorView title="Failed to fetch the audit log" error={error} refetch={refetch} />;
  return (
    <div className="flex flex-col gap-4">
      {filters}
      {pages ? (
        <>
          <DataTable
            label="Audit log"
            noun="event"
            searchLabel="Search loaded events"
            rows={pages.flatMap(({ acts }) => acts)}
            rowKey={({ id }) => String(id)}
            columns={auditColumns(names)}
            pageSize={Number.POSITIVE_INFINITY}
            empty={
              <EmptyState
                title="No events of this type"
                action={
                  <Button variant="secondary" onClick={() => change({ kind: '', who: '', organization: '' })}>
                    Show everything
                  </Button>
                }
              />
            }
          />
          {errorView}
          {more && !error && (
            <Button variant="secondary" size="big" disabled={isLoadingMore} onClick={more} className="self-center">
              {isLoadingMore ? 'Loading...' : 'Load more'}
            </Button>
          )}
        </>
      ) : (
        (errorView ?? <TableSkeleton label="Loading the audit log" />)
      )}
    </div>
  );
}
