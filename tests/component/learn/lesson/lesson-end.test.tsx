// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import { fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { LessonPage } from '#app/learn/lesson/lesson-page.tsx';
import { paths } from '#app/paths.ts';
import { Route, Routes } from '#app/ui/router.ts';
import { aCourse, aLesson } from '#tests/factories.ts';
import { openApp } from '#tests/fixtures/opened-app.tsx';

let opened: Awaited<ReturnType<typeof openApp>>;
afterEach(() => opened.close());

test('[S5] the last lesson completed first is a completed lesson, not a completed course', async () => {
  const titles = ['One', 'Two', 'Three', 'Four', 'Five', 'Capstone: a whole house'];
  const lessons = titles.map((title, at) => aLesson({ id: 101 + at, orderIndex: at + 1, title }));
  opened = await openApp({
    at: '/course/4/lesson/106',
    content: [{ course: aCourse({ lessonCount: 6 }), lessonsOf: { courseId: 4, lessons } }],
    screen: (
      <Routes>
        <Route path={paths.lesson.pattern} element={<LessonPage />} />
      </Routes>
    ),
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Mark Complete' }));
  const words = (await screen.findByText('Lesson completed!')).parentElement;
  expect(words?.textContent).toBe('Lesson completed!5 lessons left. 1 of 6 in this course done. 10 points.');
  expect(screen.queryByText(/Course completed/)).toBeNull();
  screen.getByRole('link', { name: 'Not finished: Lesson 1' });
});
