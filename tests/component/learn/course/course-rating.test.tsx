// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import '#tests/fixtures/silent-console.ts';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { useEngine } from '#app/device/active-user.tsx';
import { useLiveQuery } from '#app/device/live-query.ts';
import { CourseRating } from '#app/learn/course/course-rating.tsx';
import { readCourse } from '#sync/store/reads.ts';
import { aCourse, aLesson } from '#tests/factories.ts';
import { openApp } from '#tests/fixtures/opened-app.tsx';
import { refused } from '#tests/fixtures/refused.ts';

let opened: Awaited<ReturnType<typeof openApp>>;
afterEach(() => opened.close());

function Rating() {
  const { replica } = useEngine();
  const state = useLiveQuery(() => readCourse(replica, 4), [replica]);
  return state ? <CourseRating course={state.course} ownRating={state.ownRating} onSent={() => {}} /> : null;
}

test('[Z1] a refused rating says so with its reason, and rating again takes its place', async () => {
  opened = await openApp({
    at: '/course/4',
    content: [{ course: aCourse(), lessonsOf: { courseId: 4, lessons: [aLesson()] } }],
    network: () => refused('access_denied'),
    screen: <Rating />,
  });
  fireEvent.click(await screen.findByRole('radio', { name: '2 stars' }));
  const alert = await screen.findByRole('alert', {}, { timeout: 8000 });
  expect(alert.textContent).toContain('Your rating of 2 stars was not accepted.');
  expect(alert.textContent).toContain(refused('access_denied').body.message);

  opened.setNetwork(() => undefined);
  fireEvent.click(screen.getByRole('radio', { name: '5 stars' }));
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  await screen.findByText('Your rating: 5 of 5');
  const kept = async () => (await opened.engine.replica.outbox.toArray()).map(({ state, body }) => [state, body]);
  await waitFor(async () =>
    expect(await kept()).toEqual([
      ['discarded', { stars: 2 }],
      ['queued', { stars: 5 }],
    ]),
  );
});
