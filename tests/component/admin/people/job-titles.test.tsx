// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import '#tests/fixtures/silent-console.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { BulkJobs } from '#app/admin/frame/bulk-jobs.tsx';
import { OwnInvitationsPage } from '#app/admin/people/organization-page.tsx';
import { adminClient } from '#app/api/query-client.ts';
import { device } from '#app/device/device.ts';
import { ConfirmProvider } from '#app/ui/confirm.tsx';
import { useNavigate } from '#app/ui/router.ts';
import type { BulkJob } from '#sync/contract/bulk-job.ts';
import { answer, aSession, LENA, stubNetwork } from '#tests/fixtures/auth-service.ts';
import { openOnDevice, seatLena } from '#tests/fixtures/own-device.tsx';

const RIGHTS = { is_org_admin: true, organization_id: 'o', organization: { id: 'o', name: 'Demo Inspections' } };
const OF_DEMO = '/api/enterprise/admin/organizations/o';
const at = '2026-01-01T00:00:00.000Z';
const ofAll: BulkJob = {
  ...{ id: 'j', kind: 'remind', title: 'Remind of what is due', state: 'running', total: 20, handled: 5, changed: 4 },
  ...{ error: null, createdBy: 'Ada Admin', createdAt: at, finishedAt: null },
};
const jobs: BulkJob[] = [
  { ...ofAll, id: 'c', kind: 'enroll', title: 'Enroll in Roofs', subject: { courseId: 4 } },
  { ...ofAll, id: 'q', kind: 'regrade', title: 'Regrade Ladders', subject: { courseId: 4, lessonId: 12 } },
  { ...ofAll, id: 'g', kind: 'add-to-group', title: 'Add to Crew', subject: { groupId: 'g1', organizationId: 'o' } },
  ofAll,
];

let opened: Awaited<ReturnType<typeof openOnDevice>>;
async function open(page = <OwnInvitationsPage />) {
  stubNetwork(() => answer(200, aSession()), {
    'GET /api/auth/profile': () => answer(200, { ...LENA, ...RIGHTS }),
    [`GET ${OF_DEMO}/groups`]: () => answer(200, { groups: [] }),
    [`GET ${OF_DEMO}/invitations`]: () => answer(200, { invitations: [], nextCursor: null, total: 0 }),
    'GET /api/admin/bulk-jobs': () => answer(200, { jobs }),
    [`GET ${OF_DEMO}/bulk-jobs`]: () => answer(200, { jobs }),
    [`GET ${OF_DEMO}/bulk-jobs/g/rows`]: () => answer(200, { rows: [], nextCursor: null, total: null }),
  });
  const shown = (
    <>
      {page}
      <Back />
    </>
  );
  opened = await openOnDevice({ at: '/admin/invitations', path: '/*', screen: shown });
}
function Back() {
  const navigate = useNavigate();
  return (
    <button type="button" onClick={() => void navigate(-1)}>
      Back
    </button>
  );
}
const href = async (name: string) => (await screen.findByRole('link', { name })).getAttribute('href');

beforeEach(() => {
  adminClient.clear();
  return seatLena();
});
afterEach(async () => {
  vi.unstubAllGlobals();
  await opened.close();
});

describe('the titles of jobs', () => {
  test('lead to the one course, quiz or group that they are about', async () => {
    await open();
    expect(await href('Enroll in Roofs')).toBe('/admin/courses/4?tab=people');
    expect(await href('Regrade Ladders')).toBe('/admin/courses/4#lesson-12-panel');
    expect(await href('Add to Crew')).toBe('/admin/people?group=g1');
    screen.getByText(ofAll.title);
    expect(screen.queryByRole('link', { name: ofAll.title }), 'of whichever courses').toBeNull();
  });

  test('lead a super admin to the group among the people of its organization', async () => {
    const all = (
      <QueryClientProvider client={adminClient}>
        <ConfirmProvider>
          <BulkJobs organizationId={null} />
        </ConfirmProvider>
      </QueryClientProvider>
    );
    await device.people.update(LENA.id, { profile: { ...LENA, is_super_admin: true } });
    await open(all);
    expect(await href('Add to Crew')).toBe('/admin/organizations/o?group=g1');
  });

  test('do so above what happened to each, which is closed by it', async () => {
    await open();
    fireEvent.click(await screen.findByRole('button', { name: 'What happened: Add to Crew' }));
    const dialog = await screen.findByRole('dialog', { name: 'Add to Crew' });
    const title = within(dialog).getByRole('link', { name: 'Add to Crew' });
    fireEvent.click(title, { ctrlKey: true });
    screen.getByRole('dialog');
    fireEvent.change(within(dialog).getByLabelText('Result'), { target: { value: 'left' } });
    await waitFor(() => expect(opened.address()).toContain('outcome-result=left'));
    fireEvent.click(title);
    await waitFor(() => expect(opened.address()).toBe('/admin/people?group=g1'));
    expect(screen.queryByRole('dialog')).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Back' }));
    await waitFor(() => expect(opened.address()).toBe('/admin/invitations'));
  });
});
