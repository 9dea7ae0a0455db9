import type { QuizFigures } from '#sync/contract/analytics.ts';
import { FigureCards } from './figure-cards.tsx';
import { countWords, percentWords, secondsWords } from './figure-words.ts';

const NOTHING: QuizFigures = { totalAttempts: 0, averageScore: 0, passRate: 0, averageDurationMs: 0 };

/** All attempts together; without `summary` stand-ins of the same size. */
export function QuizSummaryCards({ summary }: { summary: QuizFigures | undefined }) {
  const { totalAttempts, averageScore, passRate, averageDurationMs } = summary ?? NOTHING;
  return (
    <FigureCards
      isLoading={summary === undefined}
      cards={[
        { name: 'Total Attempts', value: countWords(totalAttempts) },
        { name: 'Average Score', value: percentWords(averageScore) },
        { name: 'Pass Rate', value: percentWords(passRate) },
        { name: 'Average Duration', value: secondsWords(averageDurationMs) },
      ]}
    />
  );
}
