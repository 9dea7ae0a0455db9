import type { UserQuizFigures } from '#sync/contract/analytics.ts';
import { DataTable } from '../../ui/data-table.tsx';
import type { Column } from '../../ui/table-view.ts';
import { NoAttempts } from './no-attempts.tsx';
import { personColumns } from './person-column.tsx';
import { scoreColumns } from './score-columns.ts';

const COLUMNS: Column<UserQuizFigures>[] = [
  ...personColumns<UserQuizFigures>(),
  ...scoreColumns<UserQuizFigures>(),
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
