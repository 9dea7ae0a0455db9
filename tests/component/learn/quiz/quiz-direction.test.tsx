// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { Question, QuestionScreen } from '#app/learn/quiz/quiz-question.tsx';
import { AnswerTexts, QuestionHeading } from '#app/learn/quiz/quiz-results.tsx';
import { aQuestion } from '#tests/factories.ts';

afterEach(cleanup);

const asked = 'ما هي القيمة الخطرة؟ (أكثر من 80%)';
const answers = ['(80%) نعم', 'لا', '12'];
const question = aQuestion(0, asked, answers);
/** The nearest direction that is set above a text, and the English that would decide it otherwise. */
const directionOf = (words: string | RegExp) => screen.getByText(words).closest('[dir]')?.getAttribute('dir');

test('a question and its answers have the direction of their words, whatever we say beside them', () => {
  const asking = { question, number: 1, chosen: [], onChoose: () => undefined };
  const { unmount } = render(<Question {...asking} mark="new" />);
  expect(directionOf(/ما هي/)).toBe('auto');
  expect(answers.map(directionOf)).toEqual(['auto', 'auto', 'auto']);
  expect(directionOf('New question')).toBe('ltr');
  unmount();
  render(<QuestionScreen {...asking} of={3} ref={null} />);
  expect(directionOf(/ما هي/)).toBe('auto');
  expect(directionOf(/^Question 1 of 3/)).toBe('ltr');
});

test('the result of a quiz has the direction of its words', () => {
  render(
    <>
      <QuestionHeading number={1} question={question} />
      <AnswerTexts question={question} ids={[1]} />
      <AnswerTexts question={question} ids={[2, 3]} />
    </>,
  );
  expect([directionOf(/ما هي/), ...answers.map(directionOf)]).toEqual(['auto', 'auto', 'auto', 'auto']);
  expect(directionOf('Question')).toBe('ltr');
});
