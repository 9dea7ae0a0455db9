// @vitest-environment happy-dom
// A lesson of a published course is added hidden, and shown after a question.
import 'fake-indexeddb/auto';
import '#tests/fixtures/silent-console.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { AdminCoursePage } from '#app/admin/admin-course-page.tsx';
import { Route, Routes } from '#app/ui/router.ts';
import type { AdminLesson, Outline } from '#sync/contract/authoring.ts';
import { DEMO, OF_DEMO, openWithRights } from '#tests/fixtures/admin-screen.tsx';
import { type Route as Answer, answer, CONFIG } from '#tests/fixtures/auth-service.ts';
import { anAdminLesson, anOutline } from '#tests/unit/app/admin/lessons/outline.ts';

const PAGE = (
  <Routes>
    <Route path="/admin/courses/:courseId" element={<AdminCoursePage />} />
  </Routes>
);
const ADD = 'POST /api/admin/courses/1/lessons';
const SHOW = 'PUT /api/admin/lessons/2';

const hiddenLesson = (fields: Partial<AdminLesson> = {}) =>
  anAdminLesson({
    ...{ id: 2, courseId: 1, orderIndex: 2, title: 'Harness', body: '', isHidden: true, isVisible: false },
    ...fields,
  });

/** The page of a course with one lesson that is seen, and these. */
async function open(of: Partial<Outline['course']>, hidden: AdminLesson[] = []) {
  const plain = anOutline({ modules: [], lessons: [1] });
  const course = { ...plain.course, isEditable: true, organizationId: 'o', organization: DEMO, ...of };
  const outline: Outline = { ...plain, course, lessons: [...plain.lessons, ...hidden] };
  const routes: Record<string, Answer> = {
    'GET /api/config': () => answer(200, CONFIG),
    'GET /api/admin/courses/1': () => answer(200, { course }),
    'GET /api/admin/courses/1/lessons': () => answer(200, outline),
    [ADD]: () => answer(201, { lesson: hiddenLesson(), outlineRev: 8 }),
    [SHOW]: () => {
      outline.lessons = outline.lessons.map((lesson) => ({ ...lesson, isHidden: false, isVisible: true }));
      return answer(200, { lesson: outline.lessons[1], outlineRev: 8 });
    },
    'GET /api/enterprise/admin/organizations/o/bulk-jobs': () => answer(200, { jobs: [] }),
  };
  const { sent } = await openWithRights(OF_DEMO, PAGE, routes, '/admin/courses/1');
  await screen.findByText('Lesson 1');
  return sent;
}

async function add({ atOnce = false } = {}) {
  fireEvent.click(screen.getByRole('button', { name: 'Add New Lesson' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add New Lesson' }));
  fireEvent.change(dialog.getByLabelText('Title'), { target: { value: 'Harness' } });
  if (atOnce) fireEvent.click(dialog.getByRole('checkbox', { name: /Show it at once/ }));
  const text = screen.getByRole('dialog').textContent;
  fireEvent.click(dialog.getByRole('button', { name: 'Add Lesson' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  return text;
}

test('[U7] a lesson that is added to a published course waits, unless its author shows it at once', async () => {
  const sent = await open({ isPublished: true, enrollmentCount: 240 });
  expect(await add()).toContain('240 people take this course. The lesson stays hidden from them until you show it.');
  await add({ atOnce: true });
  expect(sent(ADD)).toMatchObject([{ isHidden: true }, { isHidden: false }]);
});

test('[U7] no number is said of a course that no one takes', async () => {
  await open({ isPublished: true, enrollmentCount: 0 });
  const text = await add();
  expect(text).toContain('The lesson stays hidden from learners until you show it.');
  expect(text).not.toContain('take');
});

test('[U7] a draft is written as ever', async () => {
  const sent = await open({ isPublished: false, enrollmentCount: 3 });
  expect(await add()).not.toContain('hidden');
  expect(sent(ADD)).toMatchObject([{ isHidden: false }]);
});

test('[U4, U7] a hidden lesson says so, and is shown after a question that names what is missing', async () => {
  const sent = await open({ isPublished: true, enrollmentCount: 1 }, [hiddenLesson()]);
  expect(screen.getByText('2 lessons, 1 hidden')).toBeTruthy();
  const row = document.getElementById('lesson-2');
  expect(row?.textContent).toContain('Hidden');
  expect(screen.getAllByRole('button', { name: /^Show to learners/ })).toHaveLength(1);
  fireEvent.click(screen.getByRole('button', { name: /^Show to learners ?: Harness$/ }));
  const dialog = await screen.findByRole('dialog', { name: 'Show “Harness” to learners?' });
  expect(dialog.textContent).toContain('1 person takes this course.');
  expect(dialog.textContent).toContain('No one who has completed the course loses that.');
  expect(dialog.textContent).toContain('This lesson has neither a text nor a video.');
  expect(sent(SHOW)).toEqual([]);
  fireEvent.click(within(dialog).getByRole('button', { name: 'Show to learners' }));
  await waitFor(() => expect(screen.queryByText('2 lessons, 1 hidden')).toBeNull());
  expect(screen.queryByRole('button', { name: /^Show to learners/ })).toBeNull();
  expect(sent(SHOW)).toEqual([{ isHidden: false }]);
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-controls')).toBe('lesson-2-panel'));
});

test('[U7] a lesson that lacks nothing is shown without remarks; its place may still be unseen', async () => {
  const placed = { body: 'Buckle it.', isPlaceSeen: false };
  await open({ isPublished: true, enrollmentCount: 5 }, [hiddenLesson(placed)]);
  fireEvent.click(screen.getByRole('button', { name: /^Show to learners ?: Harness$/ }));
  const dialog = await screen.findByRole('dialog', { name: 'Show “Harness” to learners?' });
  expect(dialog.textContent).toContain('Learners see no lessons at this place of the course.');
  expect(dialog.textContent).not.toContain('take this course');
  expect(dialog.textContent).not.toContain('neither');
});

test('[U7] a quiz without questions is not shown in a published course, and leads to its questions', async () => {
  await open({ isPublished: true, enrollmentCount: 5 }, [hiddenLesson({ title: 'Harness quiz', questionCount: 0 })]);
  fireEvent.click(screen.getByRole('button', { name: /^Show to learners ?: Harness quiz$/ }));
  const dialog = await screen.findByRole('dialog', { name: 'Show “Harness quiz” to learners?' });
  expect(dialog.textContent).toContain('This quiz has no questions');
  expect(dialog.textContent).not.toContain('counts in everyone');
  expect(within(dialog).getByRole('button', { name: 'Show to learners' })).toHaveProperty('disabled', true);
  fireEvent.click(within(dialog).getByRole('link', { name: 'Add questions' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(document.querySelector('[aria-controls=lesson-2-panel]')?.getAttribute('aria-expanded')).toBe('true');
});

test.each([
  ['a quiz without questions is shown in a draft', false, 0],
  ['one with questions is shown in a published course', true, 1],
])('[U7] %s', async (_, isPublished, questionCount) => {
  await open({ isPublished }, [hiddenLesson({ title: 'Harness quiz', questionCount })]);
  fireEvent.click(screen.getByRole('button', { name: /^Show to learners/ }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByRole('button', { name: 'Show to learners' })).toHaveProperty('disabled', false);
});
