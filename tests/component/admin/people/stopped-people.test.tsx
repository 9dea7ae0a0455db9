// The people who stopped at a lesson, as the drop-off of its course leads to them, over a real server.
import '#tests/fixtures/page.ts';
import '#tests/fixtures/silent-console.ts';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { OwnPeoplePage } from '#app/admin/people/organization-page.tsx';
import { filterBy } from '#tests/fixtures/filter-by.ts';
import { closed, openScreen, openServer, press } from '#tests/fixtures/served-screen.tsx';

const names = () => waitFor(() => screen.getAllByRole('link', { name: /^Person/ }).map((one) => one.textContent));

test('[Z11] stand in the list as a filter of its course: another lesson, reminded all at once, gone with the course', async () => {
  const { db, plant, home } = await openServer();
  const courseId = await plant.course({ organizationId: home, visibility: 'organization' });
  const [knots, ropes] = [
    await plant.lesson(courseId, { orderIndex: 1, title: 'Knots' }),
    await plant.lesson(courseId, { orderIndex: 2, title: 'Ropes' }),
  ];
  const begins = async (fullName: string, lessonId: number, status: 'in_progress' | 'completed') => {
    const userId = await plant.person({ organizationId: home, fullName });
    const dueOn = '2026-01-01';
    await db.insert(db.tables.courseProgress).values({ userId, courseId, dueOn, lastActivityAt: new Date() });
    await db.insert(db.tables.unitProgress).values({ userId, courseId, lessonId, status });
  };
  await begins('Person One', knots, 'in_progress');
  await begins('Person Two', knots, 'completed');
  const device = await openScreen(
    `/admin/people?course=${courseId}&stopped=${ropes}`,
    '/admin/people',
    <OwnPeoplePage />,
  );
  await screen.findByRole('button', { name: 'Clear Drop-off: Stopped at 2. Ropes' });
  await waitFor(async () => expect(await names()).toEqual(['Person Two']));
  await filterBy('Drop-off', String(knots));
  await screen.findByRole('button', { name: 'Clear Drop-off: Stopped at 1. Knots' });
  await waitFor(async () => expect(await names()).toEqual(['Person One']));
  fireEvent.click(await screen.findByLabelText('Select all'));
  await press('Remind (1)');
  await press('Send 1 reminder');
  await waitFor(async () => expect(await db.select().from(db.tables.mailOutbox)).toHaveLength(1));
  await closed();
  fireEvent.click(screen.getByRole('button', { name: /^Clear Course/ }));
  await waitFor(async () => expect(await names()).toHaveLength(2));
  expect(device.address()).toBe('/admin/people');
});
