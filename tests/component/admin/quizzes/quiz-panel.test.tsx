// The panel of a quiz over a real server: questions and answers by their rules, from a file, beside another author, and every failure.
import '#tests/fixtures/page.ts';
import '#tests/fixtures/silent-console.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { AdminCoursePage } from '#app/admin/admin-course-page.tsx';
import type { AdminQuestion } from '#sync/contract/quiz-authoring.ts';
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

/** A quiz with three questions; of the first, the first of three answers is right. */
async function openQuiz() {
  const server = await openServer();
  const { plant, home, rooms } = server;
  const course = await plant.course({ organizationId: home });
  const lesson = await plant.lesson(course, { title: 'Quiz: Roofs' });
  const questions = [];
  for (const [at, questionText] of ['How high?', 'How far?', 'How safe?'].entries())
    questions.push(await plant.question(lesson, [true, false, false], { questionText, orderIndex: at + 1 }));
  const [first = { id: 0, answers: [] }] = questions;
  const quiz = `/api/admin/lessons/${lesson}/quiz`;
  const open = () =>
    openScreen(`/admin/courses/${course}#lesson-${lesson}-panel`, '/admin/courses/:courseId', <AdminCoursePage />);
  await open();
  await screen.findByRole('article', { name: 'Question 3' });
  const kept = async (): Promise<AdminQuestion[]> => (await rooms.ask(LENA.id, quiz)).body.questions;
  return { ...server, lesson, quiz, first, kept, open };
}

const question = (number: number) => screen.getByRole('article', { name: `Question ${number}` });
const answersOf = (number: number) =>
  within(within(question(number)).getByRole('list'))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);
const asked = (...texts: string[]) =>
  waitFor(() => {
    const shown = screen.getAllByRole('article', { name: /^Question \d/ }).map(({ textContent }) => textContent);
    expect(shown).toEqual(texts.map((text) => expect.stringContaining(text)));
  });
const section = () => screen.getByText('Quiz Questions').closest('section') as HTMLElement;
const check = async (label: string | RegExp) => fireEvent.click(await screen.findByLabelText(label));

test('[U9] a question is written by its rules, changed in one go, and deleted', async () => {
  const { sent } = await openQuiz();
  await press('Add Question');
  const create = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Create Question' });
  await dialogOf('Add Question');
  expect(create().disabled).toBe(true);
  expect(screen.getByLabelText<HTMLInputElement>('Points').value).toBe('1');
  expect(screen.queryByRole('button', { name: /^Remove answer/ })).toBeNull();
  await fill('Question', '  ');
  expect(create().disabled).toBe(true);
  await fill('Question', 'What holds a ladder?');
  fireEvent.click(create());
  await says('Validation Error', 'Please mark at least one answer as correct.');
  await check('Answer 1 is correct');
  fireEvent.click(create());
  await says('All answers must have text.');
  await check('Answer 2 is correct');
  expect(screen.getByLabelText<HTMLInputElement>('Answer 1 is correct').checked).toBe(false);
  await fill('Answer 1', 'A string');
  await fill('Answer 2', 'A colleague');
  await press('Add Answer');
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Answer 3')));
  await fill('Points', '11');
  fireEvent.click(create());
  await says('Points must be a whole number from 1 to 10.');
  await fill('Points', '10');
  fireEvent.click(create());
  await says('Question Created');
  await closed();
  expect(question(4).textContent).toContain('10 points');
  expect(answersOf(4)).toEqual([expect.stringMatching(/^A string/), expect.stringMatching(/^Correct: A colleague/)]);

  await press('Edit question 4');
  fireEvent.change(screen.getByLabelText('Question Type'), { target: { value: 'multiple_choice' } });
  await check('Answer 1 is correct');
  expect(screen.getByLabelText<HTMLInputElement>('Answer 2 is correct').checked).toBe(true);
  const before = sent.length;
  await press('Save Question');
  await says('Question Updated');
  await closed();
  expect(sent.slice(before)).toEqual([expect.stringMatching(/^PUT /)]);
  expect(answersOf(4)).toEqual([expect.stringMatching(/^Correct: A string/), expect.stringMatching(/^Correct: A col/)]);
  await press('Delete question 4');
  await says('"What holds a ladder?"');
  await press('Delete', await dialogOf('Delete Question'));
  await says('Question Deleted');
  await asked('How high?', 'How far?', 'How safe?');
});

test('[U9] answers are added, changed and deleted one by one, and two and a key always stay', async () => {
  await openQuiz();
  await chooseIn('More for question 1', 'Add Answer');
  const adding = await dialogOf('Add Answer');
  await press('Add Answer', adding);
  await says('All answers must have text.');
  await fill('Answer', 'Another');
  await check(/^This answer is correct/);
  await press('Add Answer', adding);
  await says('Answer Added');
  await waitFor(() => expect(answersOf(1).at(-1)).toMatch(/^Correct: Another/));
  expect(answersOf(1)[0]).not.toContain('Correct:');
  await chooseIn('More for answer Another', 'Delete Answer');
  await says('Please mark at least one answer as correct.');
  await chooseIn('More for answer Another', 'Edit Answer');
  const editing = await dialogOf('Edit Answer');
  await check(/^This answer is correct/);
  await press('Save Answer', editing);
  await says('Validation Error');
  await check(/^This answer is correct/);
  await fill('Answer', 'The right thing');
  await press('Save Answer', editing);
  await says('Answer Updated');
  await closed();
  for (const text of ['Answer 1', 'Answer 2']) {
    await openMenu(`More for answer ${text}`);
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Delete Answer' }));
    await press('Delete', await dialogOf('Delete Answer'));
    await says('Answer Deleted');
    await waitFor(() => expect(answersOf(1).join()).not.toContain(text));
  }
  expect(answersOf(1)).toHaveLength(2);
  await openMenu('More for answer Answer 0');
  expect((await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)).toEqual(['Edit Answer']);
});

test('[U9] every failure has its words, and nothing that was typed is lost', async () => {
  const { quiz, first, failNext, kept, open } = await openQuiz();
  const [right, wrong] = first.answers;
  await press('Add Question');
  await fill('Question', 'Kept?');
  fireEvent.change(screen.getByLabelText('Question Type'), { target: { value: 'true_false' } });
  expect(screen.getByLabelText<HTMLInputElement>('Answer 1').value).toBe('True');
  await check('Answer 1 is correct');
  failNext(`POST ${quiz}/questions`, { isCut: true });
  await press('Create Question');
  await says('The server cannot be reached. Check your connection and try again.');
  const fails = async (call: string, title: string, button: string, dialog: string | RegExp) => {
    failNext(call, { words: 'The roof is wet.' });
    await press(button, await dialogOf(dialog));
    await says(title, 'The roof is wet.');
  };
  const discard = async (dialog: string) => {
    await press('Cancel', await dialogOf(dialog));
    await press('Discard', await dialogOf('Discard what you wrote?'));
    await closed();
  };
  await fails(`POST ${quiz}/questions`, 'Failed to Create Question', 'Create Question', 'Add Question');
  await press('Close', await dialogOf('Add Question'));
  await press('Keep writing', await dialogOf('Discard what you wrote?'));
  expect(screen.getByLabelText<HTMLInputElement>('Question').value).toBe('Kept?');
  await discard('Add Question');

  const at = `/api/admin/quiz/questions/${first.id}`;
  await press('Edit question 1');
  await fails(`PUT ${at}`, 'Failed to Update Question', 'Save Question', 'Edit Question');
  await press('Cancel', await dialogOf('Edit Question'));
  await press('Delete question 1');
  await fails(`DELETE ${at}`, 'Failed to Delete Question', 'Delete', 'Delete Question');
  await press('Cancel', await dialogOf('Delete Question'));
  await chooseIn('More for question 1', 'Add Answer');
  await fill('Answer', 'Never');
  await fails(`POST ${at}/answers`, 'Failed to Add Answer', 'Add Answer', 'Add Answer');
  await discard('Add Answer');
  await chooseIn('More for answer Answer 0', 'Edit Answer');
  await fails(`PUT /api/admin/quiz/answers/${right}`, 'Failed to Update Answer', 'Save Answer', 'Edit Answer');
  await press('Cancel', await dialogOf('Edit Answer'));
  await chooseIn('More for answer Answer 1', 'Delete Answer');
  await fails(`DELETE /api/admin/quiz/answers/${wrong}`, 'Failed to Delete Answer', 'Delete', 'Delete Answer');
  await press('Cancel', await dialogOf('Delete Answer'));
  failNext(`PUT ${quiz}/order`);
  await chooseIn('More for question 3', 'Move up');
  await says('Error reordering questions', 'Failed to reorder questions');
  await asked('How high?', 'How far?', 'How safe?');
  expect(await kept()).toHaveLength(3);

  failNext(`GET ${quiz}`, { words: 'The roof is wet.' });
  await open();
  await screen.findByRole('heading', { name: 'Failed to fetch quiz questions' });
  await press('Try again');
  await screen.findByRole('article', { name: 'Question 3' });
});

test('[U9] questions are put in another order by their menu, and answered as a learner would without a word to the server', async () => {
  const { sent } = await openQuiz();
  await chooseIn('More for question 1', 'Move down');
  await says('Questions reordered');
  await asked('How far?', 'How high?', 'How safe?');
  const before = sent.length;
  await press('Preview as a learner');
  const preview = await dialogOf('Preview as a learner');
  const submit = () => preview.findByRole<HTMLButtonElement>('button', { name: 'Submit' });
  expect((await submit()).disabled).toBe(true);
  await says('0 of 3 answered');
  const answerAll = async (right: number) => {
    for (const [at, group] of (await preview.findAllByRole('group')).entries())
      fireEvent.click(within(group).getByLabelText(`Answer ${at < right ? 0 : 1}`));
    fireEvent.click(await submit());
  };
  await answerAll(2);
  await says('Try Again', 'Your score: 66%');
  await press('Retry', preview);
  await answerAll(3);
  await says('Perfect Score!');
  expect(sent.slice(before)).toEqual([]);
});

test('[U9] questions come from a file: every row is judged, and all are taken in or none', async () => {
  const { kept } = await openQuiz();
  await press('Import');
  await dialogOf('Import questions');
  const choose = async (text: string) => {
    const file = new File([text], 'questions.csv', { type: 'text/csv' });
    fireEvent.change(await screen.findByLabelText('File of questions'), { target: { files: [file] } });
  };
  await choose('a,b\n1,2\n');
  await says('The first row must name the columns');
  const good = 'question,correct,answer 1,answer 2\nGood?,A,yes,no\n';
  await choose(`${good}Bad?,9,yes,no\n`);
  const refused = await dialogOf('1 of 2 rows cannot be imported');
  expect(refused.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Row 3: Bad?"9" does not name one answer of this row. Use A, B, C.',
    'Row 2: Good?',
  ]);
  expect(refused.queryByRole('button', { name: /^Import/ })).toBeNull();
  await press('Another file');
  await choose(good);
  await press('Import 1 question', await dialogOf('1 question can be imported'));
  await says('Questions Imported');
  await asked('How high?', 'How far?', 'How safe?', 'Good?');
  expect(await kept()).toHaveLength(4);
});

test('[U9] questions of Moodle come in without those that are no choice, which can be kept, and leave again', async () => {
  const { kept } = await openQuiz();
  await press('Import');
  await dialogOf('Import questions');
  const text =
    'What holds? {=Both hands ~One hand}\n\nHow far? {=a ~%50%b ~c}\n\nSay it. {}\n\nHow high? {=Answer 0 ~Answer 1 ~Answer 2}';
  const file = new File([text], 'ladders.gift', { type: 'text/plain' });
  fireEvent.change(await screen.findByLabelText('File of questions'), { target: { files: [file] } });
  const preview = await dialogOf('2 of 4 questions can be imported');
  const rows = preview.getByRole('list', { name: 'Rows of the file' });
  expect([...rows.children].map(({ textContent }) => textContent)).toEqual([
    '3 (line 5), Essay: Say it.There is no such kind of question here.',
    '4 (line 7), Choice: How high?This question is in the quiz or in the file already.',
    '2 (line 3), Choice: How far?a (correct)bcAnswers that earn a part of the points there are wrong here.',
    '1 (line 1), Choice: What holds?Both hands (correct)One hand',
  ]);
  const saved: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => `blob:${saved.push(blob as Blob)}`);
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
  await press('What is left out', preview);
  await waitFor(() => expect(saved).toHaveLength(1));
  expect(await saved[0]?.text()).toContain('3 (line 5),Essay,Say it.,There is no such kind of question here.');
  await press('Import 2 questions without 2', preview);
  await says('Questions Imported');
  expect(await kept()).toHaveLength(5);
  fireEvent.keyDown(within(section()).getByRole('button', { name: 'Export' }), { key: 'Enter' });
  fireEvent.click(await screen.findByRole('menuitem', { name: /^GIFT/ }));
  expect(await saved[1]?.text()).toContain('[plain]What holds? {\n=Both hands\n~One hand\n}');
});

test('[U9] who saves later sees what somebody else wrote, and loses nothing', async () => {
  const { first, rooms } = await openQuiz();
  await press('Edit question 1');
  await fill('Question', 'Mine?');
  const theirs = { method: 'PUT', body: { questionText: 'Theirs?' } };
  expect(await rooms.ask(LENA.id, `/api/admin/quiz/questions/${first.id}`, theirs)).toMatchObject({ status: 200 });
  await press('Save Question');
  await says('Failed to Update Question', 'Theirs?');
  expect(screen.getByLabelText<HTMLInputElement>('Question').value).toBe('Mine?');
  await press('Save mine over theirs');
  await says('Question Updated');
  await asked('Mine?', 'How far?', 'How safe?');
});

test('[U9] the dialog of the only question stays when someone deletes it, and says so', async () => {
  const { rooms, kept } = await openQuiz();
  await press('Edit question 1');
  await fill('Question', 'Mine?');
  const send = (method: string, id = 0) => rooms.ask(LENA.id, `/api/admin/quiz/questions/${id}`, { method });
  for (const { id } of await kept()) await send('DELETE', id);
  await press('Save Question');
  await says('Question not found');
  expect(screen.getByLabelText<HTMLInputElement>('Question').value).toBe('Mine?');
});
