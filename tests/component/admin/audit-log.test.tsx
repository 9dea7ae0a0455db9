// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import '#tests/fixtures/silent-console.ts';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { AuditLogPage } from '#app/admin/insights/audit-log-page.tsx';
import { adminClient } from '#app/api/query-client.ts';
import { answer, aSession, LENA, stubNetwork } from '#tests/fixtures/auth-service.ts';
import { openOnDevice, seatLena } from '#tests/fixtures/own-device.tsx';

let opened: Awaited<ReturnType<typeof openOnDevice>>;
afterEach(async () => {
  vi.unstubAllGlobals();
  adminClient.clear();
  await opened.close();
});

test('the audit log is narrowed to a group of the organization, which its address keeps', async () => {
  const organization = { id: 'o', name: 'Demo Inspections' };
  const rights = { is_org_admin: true, organization_id: 'o', organization };
  await seatLena();
  const groups = [{ id: 'g', name: 'Crew 1', people: 2, leads: [], courses: [] }];
  const asked: string[] = [];
  stubNetwork(() => answer(200, aSession()), {
    'GET /api/auth/profile': () => answer(200, { ...LENA, ...rights }),
    'GET /api/enterprise/admin/organizations/o/groups': () => answer(200, { groups }),
    'GET /api/admin/audit-log': ({ address }) => {
      asked.push(address.searchParams.get('group') ?? '');
      return answer(200, { acts: [], nextCursor: null, total: null });
    },
  });
  const at = '/admin/audit-log';
  opened = await openOnDevice({ at, path: at, screen: <AuditLogPage /> });
  fireEvent.change(await screen.findByLabelText('Group'), { target: { value: 'g' } });
  await waitFor(() => expect(opened.address()).toBe(`${at}?group=g`));
  await waitFor(() => expect(asked.at(-1)).toBe('g'));
});
