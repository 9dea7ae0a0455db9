// The entrance to administration, in its forms (M1): the whole installation, one organization, or nothing for others (R4).
import { AdminGate } from './admin-gate.tsx';
import { InstallationDashboard } from './installation-dashboard.tsx';
import { OrganizationAdmin } from './organization-admin.tsx';

/** The page of /admin and /admin/dashboard. */
export function AdminPage() {
  return (
    <AdminGate opens="any">
      {({ isSuperAdmin, organization }) => {
        if (isSuperAdmin) return <InstallationDashboard />;
        return organization && <OrganizationAdmin organization={organization} isSuperAdmin={false} />;
      }}
    </AdminGate>
  );
}
