// Whose people the pages of this room are about: an admin's own, or those of the organization that a super admin names in the address.
import type { ComponentType } from 'react';
import { paths } from '../../paths.ts';
import { Navigate } from '../../ui/router.ts';
import { Spinner } from '../../ui/skeleton.tsx';
import { useTableAddress } from '../../ui/table/use-table-address.ts';
import { useOrganization } from '../forms/use-organizations.ts';
import { gated } from '../lists/admin-gate.tsx';

export type CrewPlace = { organization: { id: string; name: string }; back: { to: string; label: string } };

export const crewPage = (Page: ComponentType<CrewPlace>) =>
  gated('any', ({ isSuperAdmin, organization }) => {
    const named = useTableAddress().read('organization');
    if (isSuperAdmin && named) return <Named id={named} Page={Page} />;
    if (!organization) return <Navigate to={paths.adminOrganizations()} replace />;
    return <Page organization={organization} back={{ to: paths.adminPeople(), label: 'Back to People' }} />;
  });

function Named({ id, Page }: { id: string; Page: ComponentType<CrewPlace> }) {
  const { data, error } = useOrganization(id);
  if (error && !data) return <Navigate to={paths.adminOrganizations()} replace />;
  if (!data) return <Spinner label="Loading the organization" />;
  const { name } = data.organization;
  return <Page organization={{ id, name }} back={{ to: paths.adminOrganization(id), label: `Back to ${name}` }} />;
}
