import { expect, test, vi } from 'vitest';
import { lessonsToReview } from '#app/learn/quiz/lesson-to-review.ts';
import type { QuizQuestion } from '#sync/contract/quiz.ts';
import { aLesson } from '#tests/factories.ts';

const scan = { id: 4, title: 'Scanning' };
const path = aLesson({ id: 1, orderIndex: 1, title: 'Walk the Path', body: 'Red light: step back.', module: scan });
const care = aLesson({ id: 2, orderIndex: 2, title: 'Care for It', body: 'Wipe the lens after rain.', module: scan });
const quiz = aLesson({ id: 3, orderIndex: 3, title: 'Quiz: Scanning', module: scan });
const notes = aLesson({ id: 4, orderIndex: 4, title: 'Notes', body: 'Red light, red light.', module: scan });
const lessons = [path, care, quiz, notes];

const question = (question_text: string): QuizQuestion => ({
  id: 1,
  question_text,
  question_type: 'single_choice',
  order_index: 1,
  points: 1,
  explanation: null,
  answers: [{ id: 11, answer_text: 'Yes', order_index: 1 }],
});
const found = (text: string, explanation: string | null = null, among = { quiz, lessons }) =>
  lessonsToReview(among.quiz, among.lessons)(question(text), { explanation, correctAnswerIds: [11] });

test('[Q3] the lesson before the quiz that speaks of the same is the one to see again', () => {
  expect(found('The light turns red. What now?')).toBe(path);
  expect(found('What now?', 'The lens is wiped after rain.')).toBe(care);
});

test('[Q3] the words of a lesson are read once for all answers', () => {
  const body = vi.fn(() => 'Red light: step back.');
  const read = Object.defineProperty({ ...path }, 'body', { get: body });
  const lessonFor = lessonsToReview(quiz, [read, care]);
  for (const text of ['What does the red light mean?', 'When do you step back?'])
    expect(lessonFor(question(text), { explanation: null, correctAnswerIds: [11] })).toBe(read);
  expect(body).toHaveBeenCalledOnce();
});

test('[Q3] no lesson is named where none fits, or two fit alike', () => {
  expect(found('How much does an order pay?')).toBeUndefined();
  expect(found('Light or lens?')).toBeUndefined();
});

test('[Q3] a quiz asks about its own module, an exam about everything before it', () => {
  const early = aLesson({
    id: 5,
    orderIndex: 0,
    title: 'Orders',
    body: 'The order pays well.',
    module: { id: 9, title: '' },
  });
  const all = [early, ...lessons];
  expect(found('How much does an order pay?', null, { quiz, lessons: all })).toBeUndefined();
  const exam = { ...quiz, title: 'Final Exam' };
  expect(found('How much does an order pay?', null, { quiz: exam, lessons: all })).toBe(early);
});
