// The lessons of a course over a real server: listed, named, added, placed and deleted, and every way that can fail.
import '#tests/fixtures/page.ts';
import '#tests/fixtures/silent-console.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { AdminCoursePage } from '#app/admin/admin-course-page.tsx';
import { LENA } from '#tests/fixtures/auth-service.ts';
import {
  chooseIn,
  closed,
  dialogOf,
  fill,
  openMenu,
  openScreen,
  openServer,
  press,
  says,
} from '#tests/fixtures/served-screen.tsx';

const NO_NETWORK = 'The server cannot be reached. Check your connection and try again.';

/** A published course with three lessons in the module Roofs and a hidden one behind it. */
async function openLessons({ breaks = false } = {}) {
  const server = await openServer();
  const { plant, home, db } = server;
  const course = await plant.course({ organizationId: home });
  await plant.module(course, { title: 'Roofs', startLessonIndex: 1, endLessonIndex: 10 });
  for (const [at, title] of ['Boots', 'Ropes', 'Ladders'].entries())
    await plant.lesson(course, { title, orderIndex: at + 1, isPreview: at === 0 });
  await plant.lesson(course, { title: 'Attic', orderIndex: 77, durationSeconds: 4000, isHidden: true });
  const outline = `/api/admin/courses/${course}/lessons`;
  if (breaks) server.failNext(`GET ${outline}`);
  await openScreen(`/admin/courses/${course}`, '/admin/courses/:courseId', <AdminCoursePage />);
  if (!breaks) await screen.findByText('Boots');
  const { lessons } = db.tables;
  const kept = async (title: string) => (await db.select().from(lessons).where(eq(lessons.title, title)))[0];
  const idOf = async (title: string) => (await kept(title))?.id ?? 0;
  /** As another author does it. */
  const meanwhile = async (path: string, body: unknown) => {
    const { status, body: told } = await server.rooms.ask(LENA.id, path, { method: 'PUT', body });
    expect([status, told.message]).toEqual([200, undefined]);
  };
  return { ...server, course, outline, kept, idOf, meanwhile };
}

const titlesOf = (module: string) =>
  within(screen.getByRole('list', { name: module }))
    .getAllByRole('button', { name: /^Move / })
    .map((grip) => grip.getAttribute('aria-label')?.slice('Move '.length));
const stand = (...titles: string[]) =>
  waitFor(() => {
    expect(titlesOf('Roofs')).toEqual(titles);
    expect(document.querySelector('[aria-busy=true]')).toBeNull();
  });
const rowOf = async (title: string) => (await screen.findByRole('button', { name: `Move ${title}` })).closest('li');
const editor = async () => within(await screen.findByRole('form'));
const type = (label: string, value: string) =>
  fireEvent.change(within(screen.getByRole('form')).getByLabelText(label), { target: { value } });
const key = (label: string, name: string, more = {}) =>
  fireEvent.keyDown(within(screen.getByRole('form')).getByLabelText(label), { key: name, ...more });

test('[U1, U4] lessons stand below their modules, the others in the last group; a list that cannot be read is asked for again', async () => {
  await openLessons({ breaks: true });
  await screen.findByRole('heading', { name: 'Failed to fetch lessons' });
  await press('Try again');
  await screen.findByRole('tab', { name: /Lessons & Videos , 0 of 4 with a video/ });
  expect(titlesOf('Roofs')).toEqual(['Boots', 'Ropes', 'Ladders']);
  expect(titlesOf('Other/New Lessons')).toEqual(['Attic']);
  const attic = (await rowOf('Attic'))?.textContent;
  for (const words of ['4', '1h 7m', 'Hidden']) expect(attic).toContain(words);
  expect((await rowOf('Boots'))?.textContent).toContain('Preview');
});

test('[U6] title and description are changed in the row: Enter, Shift+Enter, Escape, leaving, an empty title, a failure', async () => {
  const { kept, idOf, sent, failNext } = await openLessons();
  await press('Edit Boots');
  const title = (await editor()).getByLabelText<HTMLInputElement>('Title');
  expect(document.activeElement).toBe(title);
  expect(title.selectionEnd, 'ready to be typed over').toBe('Boots'.length);
  type('Title', '  Boots and helmets  ');
  expect(screen.getByPlaceholderText('Add a description (optional)')).toBeTruthy();
  type('Description', 'First line\nsecond line  ');
  key('Description', 'Enter', { shiftKey: true });
  expect(sent).toEqual([]);
  key('Description', 'Enter');
  await says('Lesson updated', 'The lesson has been successfully updated.');
  expect(await kept('Boots and helmets')).toMatchObject({ description: 'First line\nsecond line' });
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Edit Boots and helmets'));

  await press('Edit Ropes');
  type('Title', '   ');
  key('Title', 'Enter');
  await says('Please enter a title for the lesson.');
  key('Title', 'Escape');
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Edit Ropes'));
  expect(sent).toHaveLength(1);

  await press('Edit Ropes');
  type('Title', 'Rope');
  failNext(`PUT /api/admin/lessons/${await idOf('Ropes')}`);
  key('Title', 'Enter');
  await says('Error updating lesson', 'Failed to update lesson');
  expect((await editor()).getByLabelText<HTMLInputElement>('Title').value).toBe('Rope');
  fireEvent.blur((await editor()).getByLabelText('Title'));
  await screen.findByText('Rope');
  expect(await kept('Rope')).toBeTruthy();
});

test('[U7] a lesson is added, also in a module, and deleted after a question; what fails is said in the dialog', async () => {
  const { outline, idOf, failNext } = await openLessons();
  await press('Add New Lesson');
  await press('Add Lesson');
  await says('Title required', 'Please enter a title for the lesson.');
  await fill('Title', '  Wet roofs ');
  failNext(`POST ${outline}`, { words: 'The roof is wet.' });
  await press('Add Lesson');
  await says('Error creating lesson', 'The roof is wet.');
  await press('Add Lesson');
  await says('Lesson created');
  await closed();
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Video of Wet roofs'));
  expect(titlesOf('Other/New Lessons')).toEqual(['Attic', 'Wet roofs']);
  await press('Add New Lesson');
  await fill('Title', 'Ladder quiz');
  const module = screen.getByLabelText<HTMLSelectElement>('Module');
  fireEvent.change(module, {
    target: { value: [...module.options].find(({ text }) => text === 'Roofs (3 lessons)')?.value },
  });
  await press('Add Lesson');
  await stand('Boots', 'Ropes', 'Ladders', 'Ladder quiz');
  expect((await rowOf('Ladder quiz'))?.textContent).toContain('No questions yet');

  await press('Delete Ropes');
  await says('Are you sure you want to delete "Ropes"? This action cannot be undone.');
  failNext(`DELETE /api/admin/lessons/${await idOf('Ropes')}`);
  await press('Delete', await dialogOf('Delete Lesson'));
  await says('Error deleting lesson', 'Failed to delete lesson');
  await press('Delete', await dialogOf('Delete Lesson'));
  await says('Lesson deleted', 'The lesson has been successfully removed.');
  await stand('Boots', 'Ladders', 'Ladder quiz');
  const next = await rowOf('Ladders');
  await waitFor(() => expect(next?.contains(document.activeElement)).toBe(true));
});

test('[U5] Move up and Move down do it without dragging; what is refused or never heard of is taken back, with a word', async () => {
  const { outline, failNext } = await openLessons();
  await chooseIn('More for Ladders', 'Move up');
  await stand('Boots', 'Ladders', 'Ropes');
  await says(
    'Ladders is now at position 2 of 3.',
    'Lessons reordered',
    'The lesson order has been updated successfully.',
  );
  await chooseIn('More for Ladders', 'Move up');
  await stand('Ladders', 'Boots', 'Ropes');
  await openMenu('More for Ladders');
  expect((await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)).toEqual([
    'Move down',
    'Move to module',
  ]);
  fireEvent.keyDown(document.activeElement as Element, { key: 'Escape' });
  const reorder = `PUT ${outline}/reorder`;
  for (const [how, words] of [
    [{ words: 'The order is odd.' }, 'The order is odd.'],
    [{}, 'Failed to reorder lessons'],
    [{ isCut: true }, NO_NETWORK],
  ] as const) {
    failNext(reorder, how);
    await chooseIn('More for Boots', 'Move down');
    await says('Error reordering lessons', words);
    await stand('Ladders', 'Boots', 'Ropes');
  }
});

test('[U5, U6] of two authors the late one is told, sees what there is now, and loses nothing typed', async () => {
  const { meanwhile, idOf, outline, kept } = await openLessons();
  const lessonOrders = [];
  for (const [at, title] of ['Ropes', 'Boots', 'Ladders', 'Attic'].entries())
    lessonOrders.push({ lessonId: await idOf(title), orderIndex: at < 3 ? at + 1 : 77 });
  await meanwhile(`${outline}/reorder`, { lessonOrders });
  await chooseIn('More for Ladders', 'Move up');
  await says('Someone else has changed the lessons of this course. This is the current version.');
  await stand('Ropes', 'Boots', 'Ladders');

  await press('Edit Boots');
  type('Title', 'Mine');
  await meanwhile(`/api/admin/lessons/${await idOf('Boots')}`, { title: 'Theirs' });
  key('Title', 'Enter');
  await says('Error updating lesson');
  await waitFor(async () => expect((await editor()).getByRole('alert').textContent).toContain('Theirs'));
  expect((await editor()).getByLabelText<HTMLInputElement>('Title').value).toBe('Mine');
  await press('Save mine over theirs');
  await screen.findByText('Mine');
  expect(await kept('Mine')).toBeTruthy();
});

test('[Z9] modules are added, renamed, switched off, put elsewhere and deleted, and a lesson moves into an empty one', async () => {
  await openLessons();
  await press('Modules');
  await press('Add Module');
  await press('Add Module');
  await says('Please enter a title for the module.');
  await fill('Title', 'Extras');
  await press('Add Module');
  await says('Module added', 'Extras0 lessons');
  await press('Close');
  await closed();
  expect(screen.queryByRole('heading', { name: 'Extras' })).toBeNull();

  await chooseIn('More for Boots', 'Move to module');
  await says('Boots is in Roofs.');
  const choose = async (text: string) => {
    const list = await screen.findByLabelText<HTMLSelectElement>('Module');
    fireEvent.change(list, { target: { value: [...list.options].find((option) => option.text === text)?.value } });
    await press('Move');
    await closed();
  };
  await choose('Extras (empty)');
  await says('Lesson moved');
  await waitFor(() => expect(titlesOf('Extras')).toEqual(['Boots']));
  await stand('Ropes', 'Ladders');

  await press('Modules');
  await press('Edit Extras');
  await fill('Title', 'Extra work');
  fireEvent.change(screen.getByLabelText('Place'), { target: { value: '1' } });
  fireEvent.click(screen.getByRole('checkbox', { name: /^Shown to learners/ }));
  await press('Save');
  await says('Module updated');
  const first = within(await screen.findByRole('list', { name: 'Modules' })).getAllByRole('listitem')[0];
  expect(first?.textContent).toMatch(/Extra work.*Lesson 1.*1 lesson.*Off/);
  await press('Close');
  await says('Off: hidden from learners');
  expect((await rowOf('Boots'))?.textContent).toContain('Hidden');

  await press('Modules');
  await press('Delete Extra work');
  await says('Are you sure you want to delete "Extra work"? Its 1 lesson stays in Other/New Lessons.');
  await press('Delete', await dialogOf('Delete Module'));
  await says('Module deleted');
  await press('Close', await dialogOf('Modules'));
  await closed();
  await waitFor(() => expect(titlesOf('Other/New Lessons')).toEqual(['Boots', 'Attic']));
});
