import type { EnterpriseOrganization } from '#sync/contract/organization.ts';
import { Choice } from '../../ui/choice.tsx';
import { activeOptions } from '../use-organizations.ts';

type OrganizationChoiceProps = {
  organizations: readonly EnterpriseOrganization[];
  /** The id, '' for none yet. */
  value: string;
  onChange: (id: string) => void;
};

/** One of the active organizations: an inactive one takes neither people nor courses. */
export function OrganizationChoice({ organizations, value, onChange }: OrganizationChoiceProps) {
  const active = organizations.map(({ is_active: isActive, ...rest }) => ({ ...rest, isActive }));
  return (
    <Choice
      label="Organization"
      labelled="above"
      value={value}
      options={[['', 'Select an organization'], ...activeOptions(active)]}
      onChange={onChange}
    />
  );
}
