// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import '#tests/fixtures/silent-console.ts';
import { screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { CertificatePage } from '#app/learn/certificate/certificate-page.tsx';
import { paths } from '#app/paths.ts';
import { Route, Routes } from '#app/ui/router.ts';
import { aCourse, aLesson } from '#tests/factories.ts';
import { openApp } from '#tests/fixtures/opened-app.tsx';

let opened: Awaited<ReturnType<typeof openApp>>;
afterEach(() => opened.close());

const pages = (
  <Routes>
    <Route path={paths.certificate.pattern} element={<CertificatePage />} />
  </Routes>
);

test('[X3] one completed lesson of many is not called a completed course', async () => {
  opened = await openApp({
    at: '/course/4/certificate',
    content: [{ course: aCourse({ lessonCount: 5 }), lesson: aLesson({ id: 101 }) }],
    screen: pages,
  });
  await screen.findByRole('heading', { name: 'This certificate is not on this device' });
  await opened.engine.record({ kind: 'unit', courseId: 4, lessonId: 101, status: 'completed' });
  expect((await opened.engine.replica.outbox.toArray()).length).toBe(1);
  await screen.findByRole('heading', { name: 'This certificate is not on this device' });
  expect(screen.queryByText(/Course completed/)).toBeNull();
});

test('[X3] a course under way says what is missing and leads there; one that is none is not found', async () => {
  const lessons = [aLesson(), aLesson({ id: 102, title: 'Wet roofs', orderIndex: 2 })];
  const content = [{ course: aCourse({ lessonCount: 2 }), lessonsOf: { courseId: 4, lessons } }];
  opened = await openApp({ at: '/', content, screen: null });
  await opened.engine.record({ kind: 'unit', courseId: 4, lessonId: 101, status: 'completed' });
  opened.show(pages, '/course/4/certificate');
  await screen.findByRole('heading', { level: 1, name: 'Not completed yet' });
  screen.getByText(/1 of 2 lessons left\./);
  for (const name of ['2. Wet roofs', 'Continue Learning'])
    expect(screen.getByRole('link', { name }).getAttribute('href')).toBe('/course/4/lesson/102');
  opened.show(pages, '/course/word/certificate');
  await screen.findByRole('heading', { level: 1, name: 'Course not found' });
});

test('[X3] a name in letters that the PDF cannot draw is printed from the page', async () => {
  opened = await openApp({ at: '/', screen: null });
  await opened.engine.replica.certificates.put({
    ...{ serial: 'GW-1A2B-3C4D-5E6F', courseId: 4, courseTitle: 'Certified Field Inspector' },
    ...{ learnerName: 'አበበ', issuedAt: '2026-11-24T10:00:00.000Z' },
  });
  opened.show(pages, '/course/4/certificate');
  await screen.findByText(/Print this page instead/);
  screen.getByText('አበበ');
  expect(screen.queryByText(/^(Download )?PDF$/)).toBeNull();
});
