// /admin/integrations: how other systems work with this one; for super admins of the whole installation.

import { t } from '@lingui/core/macro';
import { Tabs } from '../../ui/tabs.tsx';
import { type Admin, gated } from '../lists/admin-gate.tsx';
import { AdminFrame } from '../shell/admin-frame.tsx';
import { ApiTokens } from './api-tokens.tsx';
import { RecordStore } from './record-store.tsx';
import { Webhooks } from './webhooks.tsx';

export const IntegrationsPage = gated('any', (admin: Admin) => (
  <AdminFrame
    title={t`Integrations`}
    {...(admin.organization && !admin.isSuperAdmin && { description: admin.organization.name })}
  >
    <Tabs
      label={t`Integrations`}
      tabs={[
        { key: 'api-tokens', title: t`API tokens`, content: <ApiTokens {...admin} /> },
        { key: 'webhooks', title: t`Webhooks`, content: <Webhooks {...admin} /> },
        ...(admin.isSuperAdmin ? [{ key: 'record-store', title: t`Record store`, content: <RecordStore /> }] : []),
      ]}
    />
  </AdminFrame>
));
