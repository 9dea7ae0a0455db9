// What lists of people tell of how far each is: for admins, and for the leads of a group.
import { plural, t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import { Ban, CalendarClock, Mail } from 'lucide-react';
import { dayOf } from '#sync/contract/due.ts';
import type { MemberRow } from '#sync/contract/organization.ts';
import { DueMark } from '../../learn/due-mark.tsx';
import { Badge } from '../../ui/badge.tsx';
import { agoWords, dateWords, dayWords } from '../../ui/labels.ts';
import { Share } from '../../ui/progress.tsx';
import type { Column } from '../../ui/table/table-view.ts';
import { MailMark, mailWords } from '../forms/mail-status.tsx';
import { dateOf } from '../lists/learners-table.tsx';
import { nameOf } from '../lists/people.ts';

/** The end of the certificate that ends first; shown where the list is narrowed by it, and else in the file alone. */
export const endsColumn = (isShown: boolean): Column<MemberRow> => ({
  ...{ key: 'ends', title: t`Certificate expires`, isFileOnly: !isShown },
  value: ({ certificateEnds }) => certificateEnds?.on ?? null,
  cell: ({ certificateEnds }) => (certificateEnds ? <CertificateEnd {...certificateEnds} /> : '–'),
});

function CertificateEnd({ on, ...ending }: NonNullable<MemberRow['certificateEnds']>) {
  const hasEnded = on < dayOf(new Date());
  return (
    <span className="flex items-center gap-2">
      <Badge icon={hasEnded ? Ban : CalendarClock} tone={hasEnded ? 'danger' : 'warn'}>
        {hasEnded && t`Expired `}
        {dayWords(on)}
      </Badge>
      <CourseAnd {...ending} />
    </span>
  );
}

/** A course, and how many others there are. */
const CourseAnd = ({ course, others }: { course: { title: string }; others: number }) => (
  <span>
    {course.title}
    {others > 0 && (
      <span className="ms-1.5 rounded-sm bg-sunken px-1.5 py-0.5 font-semibold text-ink-soft text-xs">
        <span aria-hidden>+{others}</span>
        <span className="sr-only">
          <Plural value={others} one="and # more" other="and # more" />
        </span>
      </span>
    )}
  </span>
);

/** 'Ladders', 'Ladders and 2 more'. */
function withOthers({ course: { title }, others }: { course: { title: string }; others: number }): string {
  return others > 0 ? plural(others, { one: `${title} and # more`, other: `${title} and # more` }) : title;
}

const COURSE_COUNTS = [
  ['completed', t`Completed`, 'completedCourses'],
  ['begun', t`In progress`, 'inProgressCourses'],
  ['left', t`Not started`, 'notStartedCourses'],
] as const;

/** What is due, and how far a member is; the exported file also has the numbers of their courses. */
export const learningColumns: readonly Column<MemberRow>[] = [
  {
    key: 'due',
    title: t`Due`,
    value: ({ dueOn }) => dueOn,
    cell: ({ dueOn }) => (dueOn ? <DueMark course={{ dueOn }} /> : '–'),
  },
  {
    ...{ key: 'due-in', title: t`Due course` },
    value: ({ dueIn }) => (dueIn ? withOthers(dueIn) : null),
    cell: ({ dueIn }) => (dueIn ? <CourseAnd {...dueIn} /> : '–'),
  },
  {
    key: 'progress',
    title: t`Progress`,
    value: (member) => (takesNothing(member) ? null : member.progressStats.averageCompletion),
    cell: (member) => <Progress member={member} />,
  },
  ...COURSE_COUNTS.map(
    ([key, title, count]): Column<MemberRow> => ({
      ...{ key, title, isFileOnly: true },
      value: ({ progressStats }) => progressStats[count],
    }),
  ),
];

/** When a person last learned, and whether they were emailed of what is due. */
export const contactColumns: readonly Column<MemberRow>[] = [
  {
    key: 'activity',
    title: t`Last activity`,
    leaves: 2,
    value: ({ lastActivityAt }) => dateOf(lastActivityAt),
    cell: ({ lastActivityAt, createdAt }) =>
      lastActivityAt ? (
        <span className="whitespace-nowrap">{dateWords(lastActivityAt)}</span>
      ) : (
        <span className="text-ink-soft" title={t`Joined ${agoWords(createdAt)}`}>
          <Trans>Not started</Trans>
        </span>
      ),
  },
  {
    ...{ key: 'reminded', title: t`Emailed`, icon: Mail, leaves: 1 },
    value: ({ remindedAt }) => dateOf(remindedAt),
    cell: ({ reminder }) => (reminder ? <MailMark status={reminder} isIcon /> : '–'),
  },
  {
    ...{ key: 'reminder', title: t`Email status`, isFileOnly: true },
    value: ({ reminder }) => (reminder ? mailWords(reminder) : null),
  },
];

/** Whether they are enrolled in nothing. */
export const takesNothing = ({ progressStats }: MemberRow) =>
  COURSE_COUNTS.every(([, , count]) => progressStats[count] === 0);

function Progress({ member }: { member: MemberRow }) {
  if (takesNothing(member))
    return (
      <span className="text-ink-soft">
        <Trans>No courses yet</Trans>
      </span>
    );
  const { averageCompletion, completedCourses, inProgressCourses, notStartedCourses } = member.progressStats;
  return (
    <>
      <Share percent={averageCompletion} label={t`Average completion of ${nameOf(member)}`} />
      {/* One line a row at a desk; the person's page and the file have these, too. */}
      <span className="text-ink-soft text-sm md:sr-only">
        <Trans>
          {completedCourses} completed, {inProgressCourses} in progress, {notStartedCourses} not started
        </Trans>
      </span>
    </>
  );
}
