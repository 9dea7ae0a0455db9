// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import '#tests/fixtures/silent-console.ts';
import { waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { AuditLogPage } from '#app/admin/insights/audit-log-page.tsx';
import { OF_DEMO, opened, openWithRights } from '#tests/fixtures/admin-screen.tsx';
import { answer, type Route } from '#tests/fixtures/auth-service.ts';
import { filterBy } from '#tests/fixtures/filter-by.ts';

test('the audit log is narrowed to a group of the organization, which its address keeps', async () => {
  const groups = [{ id: 'g', name: 'Crew 1', people: 2, leads: [], courses: [] }];
  const asked: string[] = [];
  const routes: Record<string, Route> = {
    'GET /api/enterprise/admin/organizations/o/groups': () => answer(200, { groups }),
    'GET /api/admin/audit-log': ({ address }) => {
      asked.push(address.searchParams.get('group') ?? '');
      return answer(200, { acts: [], nextCursor: null, total: null });
    },
  };
  const at = '/admin/audit-log';
  await openWithRights(OF_DEMO, <AuditLogPage />, routes, at);
  await filterBy('Group', 'g');
  await waitFor(() => expect(opened().address()).toBe(`${at}?group=g`));
  await waitFor(() => expect(asked.at(-1)).toBe('g'));
});
