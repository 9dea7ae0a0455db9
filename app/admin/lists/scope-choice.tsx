// Whose figures a page shows, as its address says: everyone's, an organization's, or those of one of its groups.
import { t } from '@lingui/core/macro';
import { Choice } from '../../ui/form/field.tsx';
import { useTableAddress } from '../../ui/table/use-table-address.ts';
import { useGroupFilter, useOrganization } from '../forms/use-organizations.ts';
import type { Admin } from './admin-gate.tsx';
import { OrganizationChoice } from './searched-choices.tsx';

const EVERY = t`All organizations`;

type GroupChoiceProps = { organizationId: string; label?: string; prefix?: string };

/** The group in the address; nothing where there are none. */
export function GroupChoice({ organizationId, label = t`Group`, prefix = '' }: GroupChoiceProps) {
  const { change } = useTableAddress(prefix);
  const { filters, group } = useGroupFilter(organizationId, prefix);
  const [filter] = filters;
  if (!filter) return null;
  return (
    <Choice
      isLabelHidden
      label={label}
      value={group?.id ?? ''}
      options={filter.options}
      onChange={(chosen) => change({ group: chosen })}
    />
  );
}

/** The scope as a query and in words, and the choices that change it: of an organization for super admins, of a group where there are some. */
export function useScope({ isSuperAdmin, organization }: Admin) {
  const { read, change } = useTableAddress();
  const organizationId = isSuperAdmin ? read('organizationId') : (organization?.id ?? '');
  const asked = useOrganization(isSuperAdmin ? organizationId : '');
  const { filters, group } = useGroupFilter(organizationId);
  const query = { ...(isSuperAdmin && organizationId && { organizationId }), ...(group && { group: group.id }) };
  const choices = (isSuperAdmin || filters.length > 0) && (
    <div className="flex flex-wrap gap-2 *:w-full sm:*:w-64 print:hidden">
      {isSuperAdmin && (
        <OrganizationChoice
          isLabelHidden
          value={organizationId}
          others={[['', EVERY]]}
          onChange={(chosen) => change({ organizationId: chosen, group: '' })}
        />
      )}
      <GroupChoice organizationId={organizationId} />
    </div>
  );
  const chosen = organizationId === '' ? EVERY : (asked.data?.organization.name ?? t`One organization`);
  const whose = isSuperAdmin ? chosen : organization?.name;
  return { query, organizationId, group, choices, name: [whose, group?.name].filter(Boolean).join(', ') };
}
