import type { UserQuizFigures } from '#sync/contract/analytics.ts';
import { DataTable } from '../../ui/data-table.tsx';
import type { Column } from '../../ui/table-view.ts';
import { percentWords } from './figure-words.ts';
import { NoAttempts } from './no-attempts.tsx';
import { personColumns } from './person-column.tsx';

const COLUMNS: Column<UserQuizFigures>[] = [
  ...personColumns<UserQuizFigures>(),
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
  { key: 'lessons', title: 'Lessons Attempted', isNumeric: true, value: ({ lessonsAttempted }) => lessonsAttempted },
  {
    key: 'last',
    title: 'Last Attempt',
    value: ({ lastAttemptAt }) => (lastAttemptAt === null ? null : new Date(lastAttemptAt)),
  },
];

/** Each person who answered a quiz. */
export function QuizPeople({ users }: { users: readonly UserQuizFigures[] }) {
  return (
    <DataTable
      label="Quiz results per user"
      searchLabel="Search users"
      prefix="user"
      noun="user"
      rows={users}
      rowKey={({ userId }) => userId}
      columns={COLUMNS}
      empty={<NoAttempts />}
    />
  );
}
