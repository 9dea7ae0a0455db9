// /admin/integrations: how other systems work with this one; for super admins of the whole installation.

import { AdminFrame } from '../frame/admin-frame.tsx';
import { type Admin, gated } from '../frame/admin-gate.tsx';
import { ApiTokens } from './api-tokens.tsx';

export const IntegrationsPage = gated('any', (admin: Admin) => (
  <AdminFrame
    title="Integrations"
    {...(admin.organization && !admin.isSuperAdmin && { description: admin.organization.name })}
  >
    <ApiTokens {...admin} />
  </AdminFrame>
));
