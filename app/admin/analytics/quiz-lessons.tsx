import type { LessonQuizFigures } from '#sync/contract/analytics.ts';
import { DataTable } from '../../ui/data-table.tsx';
import type { Column } from '../../ui/table-view.ts';
import { secondsWords, wholeSeconds } from './figure-words.ts';
import { NoAttempts } from './no-attempts.tsx';
import { scoreColumns } from './score-columns.ts';

const COLUMNS: Column<LessonQuizFigures>[] = [
  { key: 'lesson', title: 'Lesson', value: ({ lessonTitle }) => lessonTitle },
  { key: 'course', title: 'Course', value: ({ courseTitle }) => courseTitle },
  ...scoreColumns<LessonQuizFigures>(),
  {
    key: 'duration',
    title: 'Average Duration',
    isNumeric: true,
    value: ({ averageDurationMs }) => wholeSeconds(averageDurationMs),
    cell: ({ averageDurationMs }) => secondsWords(averageDurationMs),
  },
];

type QuizLessonsProps = {
  lessons: readonly LessonQuizFigures[];
  /** Of one course: its name need not stand in every row. */
  isOneCourse?: boolean;
};

/** Each quiz that somebody answered. */
export function QuizLessons({ lessons, isOneCourse = false }: QuizLessonsProps) {
  return (
    <DataTable
      label="Quiz results per lesson"
      searchLabel="Search lessons"
      prefix="lesson"
      noun="lesson"
      rows={lessons}
      rowKey={({ lessonId }) => String(lessonId)}
      columns={isOneCourse ? COLUMNS.filter(({ key }) => key !== 'course') : COLUMNS}
      empty={<NoAttempts />}
    />
  );
}
