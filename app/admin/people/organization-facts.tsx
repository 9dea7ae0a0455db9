import { t } from '@lingui/core/macro';
import type { OrganizationRow } from '#sync/contract/organization.ts';
import { server } from '../../api/session.ts';
import { paths } from '../../paths.ts';
import { Badge } from '../../ui/badge.tsx';
import { Link } from '../../ui/router.ts';
import type { DataTableProps } from '../../ui/table/data-table.tsx';
import type { Column } from '../../ui/table/table-view.ts';
import { adminTexts } from '../forms/messages.ts';
import { ServerTable } from '../lists/server-table.tsx';

const statusOf = ({ isActive }: OrganizationRow) => (isActive ? t`Active` : t`Inactive`);

/** The first columns of every table of organizations. */
const FACTS: readonly Column<OrganizationRow>[] = [
  {
    key: 'name',
    title: t`Name`,
    value: ({ name }) => name,
    cell: ({ id, name }) => (
      <Link
        to={paths.adminOrganization(id)}
        className="inline-flex min-h-touch wrap-anywhere items-center font-medium text-accent-text underline-offset-4 hover:underline"
      >
        {name}
      </Link>
    ),
  },
  { key: 'slug', title: t`Slug`, value: ({ slug }) => slug },
  {
    key: 'status',
    title: t`Status`,
    value: statusOf,
    cell: (row) => <Badge tone={row.isActive ? 'complete' : 'neutral'}>{statusOf(row)}</Badge>,
  },
];

type OrganizationTableProps = Pick<DataTableProps<OrganizationRow>, 'filters' | 'empty'> & {
  /** What follows the name, the slug and the status. */
  columns: readonly Column<OrganizationRow>[];
};

export const OrganizationTable = ({ columns, ...table }: OrganizationTableProps) => (
  <ServerTable
    label={t`Organizations`}
    keptAs="Organizations"
    noun="organization"
    endpoint={server.admin.organizations}
    args={{}}
    rowsIn="organizations"
    failed={adminTexts.failedOrganizations}
    rowKey={({ id }) => id}
    columns={[...FACTS, ...columns]}
    orders={['name', 'created']}
    {...table}
  />
);
