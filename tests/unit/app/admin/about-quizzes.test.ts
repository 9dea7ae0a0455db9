import { expect, test } from 'vitest';
import { aboutQuizzes } from '#app/admin/insights/quiz-figures.tsx';

type Row = Parameters<typeof aboutQuizzes>[0] extends readonly (infer One)[] | undefined ? One : never;
const withTrend = (...trend: Row['trend']) => [{ trend } as Row];

test('[N1] the note on quizzes explains a line only where one is drawn', () => {
  expect(aboutQuizzes(withTrend(null, 50, 70))).toContain('its line shows the last 6 months');
  expect(aboutQuizzes(withTrend(null, null, 70))).not.toContain('line');
  expect(aboutQuizzes([])).not.toContain('line');
});
