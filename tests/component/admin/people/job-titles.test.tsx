// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import '#tests/fixtures/silent-console.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { JobsBell } from '#app/admin/jobs/jobs-bell.tsx';
import { OwnInvitationsPage } from '#app/admin/people/organization-page.tsx';
import { device } from '#app/device/device.ts';
import { useNavigate } from '#app/ui/router.ts';
import type { BulkJob } from '#sync/contract/bulk-job.ts';
import { aJob, DEMO_JOBS, DEMO_PATH, OF_DEMO, opened, openWithRights, press } from '#tests/fixtures/admin-screen.tsx';
import { answer, LENA } from '#tests/fixtures/auth-service.ts';
import { filterBy } from '#tests/fixtures/filter-by.ts';

const ofAll = aJob({ kind: 'remind', title: 'Reminders' });
const jobs: BulkJob[] = [
  { ...ofAll, id: 'c', kind: 'enroll', title: 'Enroll in Roofs', subject: { courseId: 4 } },
  { ...ofAll, id: 'q', kind: 'regrade', title: 'Regrade Ladders', subject: { courseId: 4, lessonId: 12 } },
  { ...ofAll, id: 'g', kind: 'add-to-group', title: 'Add to Crew', subject: { groupId: 'g1', organizationId: 'o' } },
  ofAll,
];

const open = async (place: string | null = 'o') => {
  await openWithRights(
    OF_DEMO,
    <>
      <JobsBell place={place} />
      <OwnInvitationsPage />
      <Back />
    </>,
    {
      [`GET ${DEMO_PATH}/invitations`]: () => answer(200, { invitations: [], nextCursor: null, total: 0 }),
      'GET /api/admin/bulk-jobs': () => answer(200, { jobs }),
      [`GET ${DEMO_JOBS}`]: () => answer(200, { jobs }),
      [`GET ${DEMO_JOBS}/g/rows`]: () => answer(200, { rows: [], nextCursor: null, total: null }),
    },
    '/admin/invitations',
  );
  await press('Jobs, 4 running');
};
function Back() {
  const navigate = useNavigate();
  return (
    <button type="button" onClick={() => void navigate(-1)}>
      Back
    </button>
  );
}
const href = async (name: string) => (await screen.findByRole('link', { name })).getAttribute('href');

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
    await device.people.update(LENA.id, { profile: { ...LENA, is_super_admin: true } });
    await open(null);
    expect(await href('Add to Crew')).toBe('/admin/organizations/o?group=g1');
  });

  test('do so above what happened to each, which is closed by it', async () => {
    await open();
    fireEvent.click(await screen.findByRole('button', { name: 'What happened: Add to Crew' }));
    const dialog = await screen.findByRole('dialog', { name: 'Add to Crew' });
    const title = within(dialog).getByRole('link', { name: 'Add to Crew' });
    fireEvent.click(title, { ctrlKey: true });
    screen.getByRole('dialog');
    await filterBy('Result', 'left', dialog);
    await waitFor(() => expect(opened().address()).toContain('outcome-result=left'));
    fireEvent.click(title);
    await waitFor(() => expect(opened().address()).toBe('/admin/people?group=g1'));
    expect(screen.queryByRole('dialog')).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Back' }));
    await waitFor(() => expect(opened().address()).toBe('/admin/invitations'));
  });
});
