import { CourseLearners } from '#sync/contract/analytics.ts';
import { Choice } from '../../ui/choice.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/state-view.tsx';
import type { Column } from '../../ui/table-view.ts';
import { useTableAddress } from '../../ui/use-table-address.ts';
import { useAskAll } from '../ask.ts';
import { TableSkeleton } from '../table-skeleton.tsx';
import { TroubleView } from '../trouble-view.tsx';
import { percentWords } from './figure-words.ts';
import { personColumns } from './person-column.tsx';

type Learner = CourseLearners['learners'][number];

const dayOf = (at: string | null) => (at === null ? null : new Date(at));

const COLUMNS: Column<Learner>[] = [
  ...personColumns<Learner>(),
  {
    key: 'progress',
    title: 'Progress',
    isNumeric: true,
    value: ({ percentComplete }) => percentComplete,
    cell: ({ percentComplete }) => percentWords(percentComplete),
  },
  { key: 'enrolled', title: 'Enrolled', value: ({ enrolledAt }) => dayOf(enrolledAt) },
  { key: 'active', title: 'Last Activity', value: ({ lastActivityAt }) => dayOf(lastActivityAt) },
  { key: 'completed', title: 'Completed', value: ({ completedAt }) => dayOf(completedAt) },
  { key: 'assigned', title: 'Assigned', value: ({ isAssigned }) => isAssigned, isFileOnly: true },
];

const STATES: Record<string, (learner: Learner) => boolean> = {
  behind: ({ completedAt }) => completedAt === null,
  'not-started': ({ completedAt, percentComplete }) => completedAt === null && percentComplete === 0,
  completed: ({ completedAt }) => completedAt !== null,
};

const STATE_OPTIONS = [
  ['', 'All learners'],
  ['behind', 'Not completed'],
  ['not-started', 'Not started'],
  ['completed', 'Completed'],
] as const;

/** Who is enrolled, those furthest behind first. */
export function CourseLearnersTable({ courseId }: { courseId: number }) {
  const path = `/api/admin/courses/${courseId}/learners`;
  const { data, trouble, again } = useAskAll(path, CourseLearners, ({ learners }) => learners);
  const { filter, change } = useTableAddress('learner');
  if (trouble) return <TroubleView title="Failed to load learners" {...{ trouble, again }} />;
  if (!data) return <TableSkeleton label="Loading learners" />;
  const state = filter('state', STATE_OPTIONS);
  return (
    <DataTable
      label="Learners"
      prefix="learner"
      noun="learner"
      rows={data.filter(STATES[state] ?? (() => true))}
      rowKey={({ userId }) => userId}
      columns={COLUMNS}
      filters={
        <Choice label="Show" value={state} onChange={(next) => change({ state: next })} options={STATE_OPTIONS} />
      }
      empty={<EmptyState title={data.length === 0 ? 'Nobody is enrolled yet' : 'Nobody here'} />}
    />
  );
}
