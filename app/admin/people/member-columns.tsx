// What lists of people tell of how far each is: for admins, and for the leads of a group.
import { dayOf } from '#sync/contract/due.ts';
import type { MemberRow } from '#sync/contract/organization.ts';
import { DueMark } from '../../learn/due-mark.tsx';
import { agoWords, dateWords, dayWords } from '../../ui/labels.ts';
import { ProgressBar } from '../../ui/progress.tsx';
import type { Column } from '../../ui/table/table-view.ts';
import { MailMark, mailWords } from '../forms/mail-status.tsx';
import { dateOf } from '../lists/learners-table.tsx';
import { nameOf } from '../lists/people.ts';

/** The end of the certificate that ends first; shown where the list is narrowed by it, and else in the file alone. */
export const endsColumn = (isShown: boolean): Column<MemberRow> => ({
  ...{ key: 'ends', title: 'Certificate expires', isFileOnly: !isShown },
  value: ({ certificateEnds }) => certificateEnds?.on ?? null,
  cell: ({ certificateEnds }) => (certificateEnds ? <CertificateEnd {...certificateEnds} /> : '–'),
});

/** When a person last learned; of someone who never did, since when that is so. */
export function LastActivity({ lastActivityAt, createdAt }: Pick<MemberRow, 'lastActivityAt' | 'createdAt'>) {
  if (lastActivityAt) return <span className="whitespace-nowrap">{dateWords(lastActivityAt)}</span>;
  return (
    <span>
      <span className="block leading-5">No learning yet</span>
      <span className="block text-ink-soft text-sm md:text-xs">Account made {agoWords(createdAt)}</span>
    </span>
  );
}

const COURSE_COUNTS = [
  ['completed', 'Completed', 'completedCourses'],
  ['begun', 'In progress', 'inProgressCourses'],
  ['left', 'Not started', 'notStartedCourses'],
] as const;

/** How far a member is, and what is due; the exported file also has the numbers of their courses. */
export const learningColumns: readonly Column<MemberRow>[] = [
  {
    key: 'progress',
    title: 'Progress',
    value: (member) => (takesNothing(member) ? null : member.progressStats.averageCompletion),
    cell: (member) => <Progress member={member} />,
  },
  ...COURSE_COUNTS.map(
    ([key, title, count]): Column<MemberRow> => ({
      ...{ key, title, isFileOnly: true },
      value: ({ progressStats }) => progressStats[count],
    }),
  ),
  {
    key: 'due',
    title: 'Due',
    value: ({ dueOn }) => dueOn,
    cell: ({ dueOn, dueIn, reminder }) =>
      dueOn ? (
        <>
          {/* A tablet has no room for its picture. */}
          <span className="md:max-lg:[&_svg]:hidden">
            <DueMark course={{ dueOn }} />
          </span>
          {dueIn && <span className="block text-ink-soft text-sm md:text-xs">{withOthers(dueIn)}</span>}
          {reminder && (
            <span className="block md:*:text-xs">
              <MailMark status={reminder} isBrief />
            </span>
          )}
        </>
      ) : (
        '–'
      ),
  },
  {
    ...{ key: 'due-in', title: 'Due course', isFileOnly: true },
    value: ({ dueIn }) => (dueIn ? withOthers(dueIn) : null),
  },
  {
    ...{ key: 'reminded', title: 'Emailed', isFileOnly: true },
    value: ({ remindedAt }) => dateOf(remindedAt),
  },
  {
    ...{ key: 'reminder', title: 'Email status', isFileOnly: true },
    value: ({ reminder }) => (reminder ? mailWords(reminder) : null),
  },
];

/** 'Ladders', 'Ladders and 2 more'. */
const withOthers = ({ course, others }: { course: { title: string }; others: number }) =>
  others > 0 ? `${course.title} and ${others} more` : course.title;

function CertificateEnd({ on, ...ending }: NonNullable<MemberRow['certificateEnds']>) {
  return (
    <>
      <span className="block whitespace-nowrap leading-5">
        {on < dayOf(new Date()) && 'Expired '}
        {dayWords(on)}
      </span>
      <span className="block text-ink-soft text-sm md:text-xs">{withOthers(ending)}</span>
    </>
  );
}

/** Whether they are enrolled in nothing. */
export const takesNothing = ({ progressStats }: MemberRow) =>
  COURSE_COUNTS.every(([, , count]) => progressStats[count] === 0);

function Progress({ member }: { member: MemberRow }) {
  if (takesNothing(member)) return <span className="text-ink-soft">No courses yet</span>;
  const { averageCompletion, completedCourses, inProgressCourses, notStartedCourses } = member.progressStats;
  return (
    <span className="flex min-w-28 flex-col gap-1 lg:min-w-36">
      <span className="flex items-center gap-2">
        <ProgressBar percent={averageCompletion} label={`Average completion of ${nameOf(member)}`} />
        <span className="w-11 shrink-0 text-right tabular-nums">{averageCompletion}%</span>
      </span>
      {/* One line a row at a desk; the person's page and the file have these, too. */}
      <span className="text-ink-soft text-sm md:sr-only">
        {completedCourses} completed, {inProgressCourses} in progress, {notStartedCourses} not started
      </span>
    </span>
  );
}
