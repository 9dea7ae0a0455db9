// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import '#tests/fixtures/silent-console.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AdminCoursePage } from '#app/admin/admin-course-page.tsx';
import { useOutline } from '#app/admin/outline/use-outline.ts';
import { WritingPage } from '#app/admin/writing/writing-page.tsx';
import { byId } from '#app/api/client.ts';
import { adminClient } from '#app/api/query-client.ts';
import { server } from '#app/api/session.ts';
import { useApiQuery } from '#app/api/use-api-query.ts';
import { answer, aSession, LENA, stubNetwork } from '#tests/fixtures/auth-service.ts';
import { openOnDevice, seatLena } from '#tests/fixtures/own-device.tsx';
import { anOutline } from '#tests/unit/app/admin/lessons/outline.ts';

const outline = anOutline({ modules: [], lessons: [3] });
const COURSE = '/api/admin/courses/1';

/** The page comes when its answers are there, as for somebody who follows a link within the admin area. */
function Afterwards({ children }: { children: ReactNode }) {
  const profile = useApiQuery(server.auth.profile).data;
  const course = useApiQuery(server.admin.courses[':id'], byId(1)).data;
  const lessons = useOutline(1).data;
  return profile && course && lessons ? children : null;
}

let opened: Awaited<ReturnType<typeof openOnDevice>>;
const open = async (at: string, path: string, page: ReactNode) => {
  stubNetwork(() => answer(200, aSession()), {
    'GET /api/auth/profile': () => answer(200, { ...LENA, is_super_admin: true }),
    [`GET ${COURSE}`]: () => answer(200, { course: outline.course }),
    [`GET ${COURSE}/lessons`]: () => answer(200, outline),
  });
  const around = (shown: ReactNode) => (
    <QueryClientProvider client={adminClient}>
      <Afterwards>{shown}</Afterwards>
    </QueryClientProvider>
  );
  opened = await openOnDevice({ at, path, screen: page, around });
};

beforeEach(() => seatLena());
afterEach(async () => {
  vi.unstubAllGlobals();
  await opened.close();
});

test('[M4] a course that the browser already holds gives its page the title', async () => {
  await open('/admin/courses/1', '/admin/courses/:courseId', <AdminCoursePage />);
  await screen.findByRole('heading', { level: 1, name: outline.course.title });
  expect(document.title).toBe(`${outline.course.title} · Groundwork`);
});

test('[Z8] a lesson that the browser already holds gives the writing page its title', async () => {
  await open('/admin/courses/1/lessons/3', '/admin/courses/:courseId/lessons/:lessonId', <WritingPage />);
  await screen.findByRole('heading', { level: 1, name: 'Lesson 3' });
  expect(document.title).toBe('Lesson 3 · Groundwork');
});
