// @vitest-environment happy-dom
// A lesson of a published course is added hidden, and shown after a question.
import 'fake-indexeddb/auto';
import '#tests/fixtures/silent-console.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { AdminCoursePage } from '#app/admin/admin-course-page.tsx';
import { adminClient } from '#app/api/query-client.ts';
import type { AdminLesson, Outline } from '#sync/contract/authoring.ts';
import { answer, aSession, CONFIG, LENA, stubNetwork } from '#tests/fixtures/auth-service.ts';
import { openOnDevice, seatLena } from '#tests/fixtures/own-device.tsx';
import { anAdminLesson, anOutline } from '#tests/unit/app/admin/lessons/outline.ts';

const DEMO = { id: 'o', name: 'Demo Inspections' };

let opened: Awaited<ReturnType<typeof openOnDevice>>;
afterEach(async () => {
  vi.unstubAllGlobals();
  adminClient.clear();
  await opened.close();
});

const hiddenLesson = (fields: Partial<AdminLesson> = {}): AdminLesson => ({
  ...anAdminLesson(2),
  ...{ title: 'Harness', body: '', isHidden: true, isVisible: false },
  ...fields,
});

/** The page of a course with one lesson that is seen, and these. */
async function open(of: Partial<Outline['course']>, hidden: AdminLesson[] = []) {
  await seatLena();
  const plain = anOutline({ modules: [], lessons: [1] });
  const course = { ...plain.course, isEditable: true, organizationId: 'o', organization: DEMO, ...of };
  const outline: Outline = { ...plain, course, lessons: [...plain.lessons, ...hidden] };
  const sent: unknown[] = [];
  stubNetwork(() => answer(200, aSession()), {
    'GET /api/config': () => answer(200, CONFIG),
    'GET /api/auth/profile': () =>
      answer(200, { ...LENA, is_org_admin: true, organization_id: 'o', organization: DEMO }),
    'GET /api/admin/courses/1': () => answer(200, { course }),
    'GET /api/admin/courses/1/lessons': () => answer(200, outline),
    'POST /api/admin/courses/1/lessons': ({ body }) => {
      sent.push(body);
      return answer(201, { lesson: hiddenLesson(), outlineRev: 8 });
    },
    'PUT /api/admin/lessons/2': ({ body }) => {
      sent.push(body);
      outline.lessons = outline.lessons.map((lesson) => ({ ...lesson, isHidden: false, isVisible: true }));
      return answer(200, { lesson: outline.lessons[1], outlineRev: 8 });
    },
    'GET /api/enterprise/admin/organizations/o/bulk-jobs': () => answer(200, { jobs: [] }),
  });
  opened = await openOnDevice({
    at: '/admin/courses/1',
    path: '/admin/courses/:courseId',
    screen: <AdminCoursePage />,
  });
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
  expect(sent).toMatchObject([{ isHidden: true }, { isHidden: false }]);
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
  expect(sent).toMatchObject([{ isHidden: false }]);
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
  expect(sent).toEqual([]);
  fireEvent.click(within(dialog).getByRole('button', { name: 'Show to learners' }));
  await waitFor(() => expect(screen.queryByText('2 lessons, 1 hidden')).toBeNull());
  expect(screen.queryByRole('button', { name: /^Show to learners/ })).toBeNull();
  expect(sent).toEqual([{ isHidden: false }]);
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

test('[U7] a quiz without questions is shown in a draft, and one with questions in a published course', async () => {
  const isOffered = async () => {
    fireEvent.click(screen.getByRole('button', { name: /^Show to learners/ }));
    const dialog = within(await screen.findByRole('dialog'));
    return !dialog.getByRole<HTMLButtonElement>('button', { name: 'Show to learners' }).disabled;
  };
  await open({ isPublished: false }, [hiddenLesson({ title: 'Harness quiz', questionCount: 0 })]);
  expect(await isOffered()).toBe(true);
  await opened.close();
  adminClient.clear();
  await open({ isPublished: true }, [hiddenLesson({ title: 'Harness quiz', questionCount: 1 })]);
  expect(await isOffered()).toBe(true);
});
