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

test('[X3] one completed lesson of many is not called a completed course', async () => {
  opened = await openApp({
    at: '/course/4/certificate',
    content: [{ course: aCourse({ lessonCount: 5 }), lesson: aLesson({ id: 101 }) }],
    screen: (
      <Routes>
        <Route path={paths.certificate.pattern} element={<CertificatePage />} />
      </Routes>
    ),
  });
  await screen.findByRole('heading', { name: 'This certificate is not on this device' });
  await opened.engine.record({ kind: 'unit', courseId: 4, lessonId: 101, status: 'completed' });
  expect((await opened.engine.replica.outbox.toArray()).length).toBe(1);
  await screen.findByRole('heading', { name: 'This certificate is not on this device' });
  expect(screen.queryByText(/Course completed/)).toBeNull();
});
