// Questions in Aiken and GIFT, which people write by hand: what is read, and what is told of the rest with its line.
import { expect, test } from 'vitest';
import { readAiken } from '#app/admin/quizzes/aiken.ts';
import { type ForeignQuestion, rowOf } from '#app/admin/quizzes/foreign-question.ts';
import { readGift } from '#app/admin/quizzes/gift.ts';
import { questionsInText } from '#app/admin/quizzes/read-question-file.ts';
import { readQuestions } from '#app/admin/quizzes/read-questions.ts';
import { giftOf, tableOf } from '#app/admin/quizzes/write-gift.ts';
import { csvOf } from '#sync/contract/csv.ts';
import type { AdminQuestion } from '#sync/contract/quiz-authoring.ts';

/** As 'Which? +this -that'. */
const brief = ({ text, answers }: ForeignQuestion) =>
  [text, ...answers.map((answer) => `${answer.isCorrect ? '+' : '-'}${answer.text}`)].join(' ');
const only = (text: string) => {
  const [first] = readGift(text);
  if (!first) throw new Error('No question was read.');
  return first;
};

test('Aiken: letters with a dot or a bracket, several lines, blank lines between question and answers', () => {
  const text =
    'What holds\r\na ladder?\r\n\r\nA. One hand\r\nB. Both hands\r\nANSWER: B\r\n\r\nTrue?\nA) True\nB) False\nANSWER: a\n';
  const read = readAiken(text);
  expect(read.map(brief)).toEqual(['What holds\na ladder? -One hand +Both hands', 'True? +True -False']);
  expect(read.map(({ type, line }) => [type, line])).toEqual([
    ['single_choice', 1],
    ['true_false', 8],
  ]);
});

test('Aiken: what is wrong is told with its line, and the questions behind it are read', () => {
  const read = readAiken(
    'One?\nA. a\nB. b\n\nTwo?\nA. a\nB. b\nANSWER: C\n\nANSWER: A\nThree?\nA. a\nB. b\nANSWER: A\nFour?',
  );
  expect(read.map(({ line, leftOut }) => [line, leftOut])).toEqual([
    [1, 'No line such as "ANSWER: B" follows its answers.'],
    [5, 'Its line ANSWER names "C", which is none of its answers.'],
    [5, 'Its question is missing: write it above its answers.'],
    [11, undefined],
    [15, 'No answers such as "A. Both hands" follow it.'],
  ]);
});

test('GIFT: one answer, several, true or false, a gap, what is escaped, and its explanation', () => {
  const text = `// of safety
$CATEGORY: safety

::Ladders:: What holds a ladder? {
=Both hands#Right.
~One hand
####Three points hold.
}

[html]Which <b>two</b>&nbsp;keep&amp;close?<br>Say {~%50%Overlap ~%-100%Sun ~%50%Loop}

42 \\= 6 \\* 7 \\: true {T}

A harness is {~a toy =a must \\{so\\}} on roofs.
`;
  const read = readGift(text);
  expect(read.map(brief)).toEqual([
    'What holds a ladder? +Both hands -One hand',
    'Which two keep&close?\nSay +Overlap -Sun +Loop',
    '42 = 6 \\* 7 : true +True -False',
    'A harness is _____ on roofs. -a toy +a must {so}',
  ]);
  expect(read.map(({ type, line, explanation }) => [type, line, explanation])).toEqual([
    ['single_choice', 4, 'Three points hold.'],
    ['multiple_choice', 10, undefined],
    ['true_false', 12, undefined],
    ['single_choice', 14, undefined],
  ]);
  expect(read[0]?.notes).toEqual(['What it says about single answers is left out.']);
  expect(read[1]?.notes).toEqual(['There a part of the answers earns a part of the points, here all must be chosen.']);
});

test.each([
  ['Essay', 'How? {}'],
  ['Number', 'How many? {#3:2}'],
  ['Matching', 'Match {=a -> b =c -> d =e -> f}'],
  ['Short text', 'Which? {=Frog =%50%Cat}'],
  ['Description', 'Read this first.'],
])('GIFT: %s is named and left out', (kind, text) => {
  expect(only(text)).toMatchObject({ kind, leftOut: expect.stringMatching(/\.$/) });
});

test('GIFT: a brace that is not closed, and answers without a sign', () => {
  expect(only('\n\nWhat? {=a ~b').leftOut).toBe('The brace { is not closed before the next blank line.');
  expect(only('What? {a ~b}').leftOut).toBe('Each of its answers must begin with = or ~.');
});

test('GIFT: half points become wrong answers, and two right ones become several', () => {
  expect(only('Q {=a ~%50%b ~c}')).toMatchObject({
    type: 'single_choice',
    notes: ['Answers that earn a part of the points there are wrong here.'],
  });
  expect(only('Q {=a =b ~c}')).toMatchObject({
    type: 'multiple_choice',
    notes: ['There each of these answers was right alone, here all must be chosen.'],
  });
});

test('a text that nothing names is read where a question is found in it', () => {
  expect(questionsInText('Read this.\n\nWhat? {=a ~b}')).toMatchObject({ format: 'GIFT' });
  expect(questionsInText('a,b\n1,2')).toBeUndefined();
});

test('answers that are letters or numbers are marked by the other', () => {
  expect(rowOf(only('How many? {~2 ~1 =3}')).correct).toBe('C');
  expect(rowOf(only('Which? {~b =a ~c}')).correct).toBe('2');
});

test('hostile texts take linear time', () => {
  const start = performance.now();
  readGift(`Q {${'~'.repeat(200_000)}`);
  readGift(`::${'\\'.repeat(200_000)}`);
  readGift(`Q {=${'<'.repeat(300_000)} ~b}`);
  readGift(`[html]${'<!--'.repeat(100_000)}{=a ~b}`);
  readAiken('A. a\n'.repeat(100_000));
  expect(performance.now() - start).toBeLessThan(5_000);
});

const asked = (question: Partial<AdminQuestion>, ...answers: [text: string, isCorrect: boolean][]): AdminQuestion => ({
  ...{
    id: 1,
    questionText: 'Q?',
    questionType: 'single_choice',
    points: 1,
    explanation: null,
    orderIndex: 1,
    updatedAt: '',
  },
  ...question,
  answers: answers.map(([answer_text, is_correct], at) => ({ id: at, answer_text, is_correct, order_index: at })),
});

test('a quiz that leaves as GIFT or as a table comes back as it was', () => {
  const questions = [
    asked({ questionText: 'a = {b}: #1\n~ \\n <b>', explanation: 'So: {it} is.' }, ['x\ny', true], ['=1+1', false]),
    asked({ questionType: 'multiple_choice', points: 3 }, ['a', true], ['b', true], ['c', true], ['d', false]),
    asked({ questionType: 'true_false' }, ['True', false], ['False', true]),
  ];
  const read = readGift(giftOf(questions));
  const plain = ({ questionText, questionType, explanation, answers }: AdminQuestion) => ({
    ...{ text: questionText, type: questionType, explanation: explanation ?? undefined },
    answers: answers.map(({ answer_text, is_correct }) => ({ text: answer_text, isCorrect: is_correct })),
  });
  expect(read.map(({ text, type, explanation, answers }) => ({ text, type, explanation, answers }))).toEqual(
    questions.map(plain),
  );
  const { heading, rows } = tableOf(questions);
  const table = readQuestions(csvOf(heading, rows));
  expect(
    table.error === undefined && table.found.map(({ row }) => [row.questionText, row.correct, row.points]),
  ).toEqual([
    ['a = {b}: #1\n~ \\n <b>', 'A', '1'],
    ['Q?', '1; 2; 3', '3'],
    ['Q?', 'B', '1'],
  ]);
});
