// 'Duplicate' on a course's page, over a real server.
import '#tests/fixtures/page.ts';
import '#tests/fixtures/silent-console.ts';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { AdminCoursePage } from '#app/admin/admin-course-page.tsx';
import { openScreen, openServer, press, says } from '#tests/fixtures/served-screen.tsx';

test('a course is duplicated by one act, and the draft opens; a failure is told and leaves the page', async () => {
  const { plant, home, failNext } = await openServer();
  const id = await plant.course({ title: 'Ladders', organizationId: home });
  failNext(`POST /api/admin/courses/${id}/duplicate`);
  await openScreen(`/admin/courses/${id}`, '/admin/courses/:courseId', <AdminCoursePage />);
  await screen.findByRole('heading', { level: 1, name: 'Ladders' });
  await press('Duplicate');
  await says('Error duplicating course');
  await press('Duplicate');
  await says('Copy of Ladders is a draft.');
  expect(await screen.findByRole('heading', { level: 1, name: 'Copy of Ladders' })).toBeTruthy();
});
