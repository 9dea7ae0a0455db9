import type { QuizFigures } from '#sync/contract/analytics.ts';
import type { Column } from '../../ui/table-view.ts';
import { percentWords } from './figure-words.ts';

/** Attempts, Average Score and Pass Rate, of a quiz or of a person. */
export function scoreColumns<Row extends Omit<QuizFigures, 'averageDurationMs'>>(): Column<Row>[] {
  return [
    { key: 'attempts', title: 'Attempts', isNumeric: true, value: ({ totalAttempts }) => totalAttempts },
    {
      key: 'score',
      title: 'Average Score',
      isNumeric: true,
      value: ({ averageScore }) => averageScore,
      cell: ({ averageScore }) => percentWords(averageScore),
    },
    {
      key: 'pass',
      title: 'Pass Rate',
      isNumeric: true,
      value: ({ passRate }) => passRate,
      cell: ({ passRate }) => percentWords(passRate),
    },
  ];
}
