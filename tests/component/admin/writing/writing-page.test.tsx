// The page on which a lesson is written over a real server: two authors, a server that fails, a lesson that is gone, and limits.
import '#tests/fixtures/page.ts';
import '#tests/fixtures/silent-console.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { eq } from 'drizzle-orm';
import { afterEach, expect, test } from 'vitest';
import { WritingPage } from '#app/admin/writing/writing-page.tsx';
import { LENA } from '#tests/fixtures/auth-service.ts';
import { fill, openScreen, openServer, press, says, valueIn } from '#tests/fixtures/served-screen.tsx';

const PATH = '/admin/courses/:courseId/lessons/:lessonId';
const AREA = 'Text of the lesson, in Markdown';
afterEach(() => localStorage.clear());

/** A lesson with a text, and the page on which it is written. */
async function openText() {
  const server = await openServer();
  const { plant, home, rooms, db } = server;
  const course = await plant.course({ organizationId: home });
  const lesson = await plant.lesson(course, { title: 'Ropes', body: 'Before.' });
  const api = `/api/admin/lessons/${lesson}`;
  const open = (id: number | string = lesson) =>
    openScreen(`/admin/courses/${course}/lessons/${id}`, PATH, <WritingPage />);
  const { address } = await open();
  await screen.findByRole('textbox', { name: AREA });
  const { lessons } = db.tables;
  const kept = async () => (await db.select().from(lessons).where(eq(lessons.id, lesson)))[0];
  /** As another author does it. */
  const meanwhile = (method: string, body?: object) => rooms.ask(LENA.id, api, { method, ...(body && { body }) });
  return { ...server, course, lesson, api, open, kept, meanwhile, address };
}
const write = (value: string) => fireEvent.input(screen.getByLabelText(AREA), { target: { value } });
const save = () => press('Save Lesson');
const saved = () => says('All changes saved');

test('[Z8] of two authors the late one sees both versions and decides; what only the other changed stays', async () => {
  const { meanwhile, kept } = await openText();
  write('My words.');
  await meanwhile('PUT', { body: 'Their words.', title: 'Their title' });
  await save();
  const both = within(await screen.findByRole('alert', { name: 'Two versions' }));
  both.getByText('My words.');
  both.getByText('Their words.');
  await press('Save mine over theirs');
  await says('Lesson updated');
  await waitFor(() => expect([valueIn('Title'), valueIn(AREA)]).toEqual(['Their title', 'My words.']));
  write('My second words.');
  await meanwhile('PUT', { body: 'Their second words.' });
  await save();
  await press('Take theirs');
  await waitFor(() => expect(valueIn(AREA)).toBe('Their second words.'));
  await press('Bring mine back');
  expect(valueIn(AREA)).toBe('My second words.');
  await save();
  await saved();
  expect(await kept()).toMatchObject({ body: 'My second words.' });
});

test('[Z8] without a network the text is kept, and a server that fails is told in its words', async () => {
  const { failNext, api, kept } = await openText();
  write('Written in a cellar.');
  failNext(`PUT ${api}`, { isCut: true });
  await save();
  await says('Error updating lesson', 'Not saved yet, kept on this device');
  failNext(`PUT ${api}`);
  await save();
  await says('Failed to update lesson');
  expect(valueIn(AREA)).toBe('Written in a cellar.');
  await save();
  await saved();
  expect(await kept()).toMatchObject({ body: 'Written in a cellar.' });
});

test('[Z8, S3] the kind is chosen, and left to title and video again', async () => {
  const { kept } = await openText();
  await fill('Kind', 'capstone');
  await save();
  await waitFor(async () => expect(await kept()).toMatchObject({ kind: 'capstone', title: 'Ropes' }));
  await screen.findByText('Learners read this text and write their reflection below it.');
  await fill('Kind', '');
  await save();
  await waitFor(async () => expect(await kept()).toMatchObject({ kind: null }));
});

test('[Z8] what cannot be saved is said at its field and led to: a setting, a text that is too long, ten megabytes pasted', async () => {
  const { sent } = await openText();
  await fill('Points', '-3');
  await save();
  await says('Points must be a whole number from 0 to 1000.', 'Not saved: correct the fields marked in red first.');
  expect(document.activeElement).toBe(screen.getByLabelText('Points'));
  await fill('Points', '3');
  write('x'.repeat(199_990));
  await says('199,990 of 200,000 characters');
  write('x'.repeat(200_001));
  await says('The text may have at most 200,000 characters');
  await save();
  expect(sent).toEqual([]);
  write('Mine.');
  const clipboardData = {
    getData: (type: string) => (type === 'text/plain' ? 'x'.repeat(10 * 1024 ** 2) : ''),
    files: [],
    items: [],
    types: ['text/plain'],
  };
  expect(fireEvent.paste(screen.getByLabelText(AREA), { clipboardData })).toBe(false);
  await says('What you pasted has 10,485,760 characters');
  expect(valueIn(AREA)).toBe('Mine.');
});

test('[Z8] a lesson that is not there, and a course that cannot be read, say so', async () => {
  const { open, failNext, course } = await openText();
  failNext(`GET /api/admin/courses/${course}/lessons`);
  await open(99999);
  await screen.findByRole('heading', { level: 1, name: 'Failed to fetch lessons' });
  await press('Try again');
  await screen.findByRole('heading', { level: 1, name: 'Lesson not found' });
  expect(screen.getByRole('link', { name: 'Back to Lessons' }).getAttribute('href')).toBe(`/admin/courses/${course}`);
});

test('[Z8] the text of a deleted lesson becomes a new one, also after a reload', async () => {
  const { meanwhile, open, course, lesson } = await openText();
  write('A whole evening of work.');
  await says('Not saved yet, kept on this device');
  await meanwhile('DELETE');
  await save();
  const mine = async () => within(await screen.findByRole('alert', { name: 'Your unsaved text' }));
  (await mine()).getByText(/This lesson was deleted/);
  (await mine()).getByRole('button', { name: 'Copy my text' });
  expect(valueIn(AREA)).toBe('A whole evening of work.');
  const { address } = await open();
  await screen.findByRole('heading', { level: 1, name: 'Lesson not found' });
  await press('Make a new lesson of it', await mine());
  await waitFor(() => expect(valueIn(AREA)).toBe('A whole evening of work.'));
  expect(address()).not.toBe(`/admin/courses/${course}/lessons/${lesson}`);
  await open();
  await screen.findByRole('heading', { level: 1, name: 'Lesson not found' });
  expect(screen.queryByRole('alert', { name: 'Your unsaved text' })).toBeNull();
});
