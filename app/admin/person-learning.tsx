// What a person has learned: part of their page.
import { plural, t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import { ArrowLeft, ChevronDown, Circle, CircleCheck, CircleDot, Flag } from 'lucide-react';
import { useState } from 'react';
import { isRunningOut } from '#sync/contract/certificate.ts';
import { dayOf } from '#sync/contract/due.ts';
import type { PersonCourse, PersonDetail, PersonLessons } from '#sync/contract/person.ts';
import { WATCHED_ENOUGH_PERCENT } from '#sync/contract/progress.ts';
import { call } from '../api/client.ts';
import { server } from '../api/session.ts';
import { useApiMutation } from '../api/use-api-mutation.ts';
import { useApiQuery } from '../api/use-api-query.ts';
import { DueMark } from '../learn/due-mark.tsx';
import { ValidityMark } from '../learn/validity-mark.tsx';
import { ApiErrorView } from '../shell/api-error-view.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { useConfirm } from '../ui/confirm.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { agoWords, dateWords, momentWords } from '../ui/labels.ts';
import { ProgressRing } from '../ui/progress.tsx';
import { Skeletons } from '../ui/skeleton.tsx';
import { DueDialog, RenewDialog } from './forms/due-fields.tsx';
import { MailMark } from './forms/mail-status.tsx';
import { PERSON_PAGES } from './forms/use-organizations.ts';
import { PersonCertificates } from './person-certificates.tsx';
import { AttemptView, Score } from './quizzes/attempts-dialog.tsx';

type Attempted = { courseId: number; lessonId: number; title: string };

/** The courses of a person with lessons and attempts, their certificates, and the quiz they hang at. */
export function PersonLearning({
  user,
  certificates,
  stuckAt,
  groupId,
  ...detail
}: PersonDetail & { groupId?: string }) {
  const [attempted, setAttempted] = useState<Attempted>();
  const today = dayOf(new Date());
  // What is overdue comes first, the longest overdue at the top, then where they are stuck.
  const urgencyOf = ({ id, completedAt, dueOn }: PersonCourse) =>
    completedAt ? '3' : dueOn && dueOn < today ? `0 ${dueOn}` : id === stuckAt?.courseId ? '1' : '2';
  const courses = detail.courses.toSorted((a, b) => urgencyOf(a).localeCompare(urgencyOf(b)));
  const first = courses.find(({ completedAt }) => completedAt === null);
  const runsOut = ({ certificateEnds }: PersonCourse) =>
    certificateEnds !== null && isRunningOut(certificateEnds, today);
  return (
    <div className="grid items-start gap-6 xl:grid-cols-[2fr_1fr]">
      <div className="flex min-w-0 flex-col gap-4">
        {stuckAt && (
          <section
            aria-label={t`Where they are stuck`}
            className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-lg border border-accent bg-surface px-5 py-3"
          >
            <Flag aria-hidden className="size-5 shrink-0 text-accent-text" />
            <p className="min-w-48 flex-1">
              <strong className="block font-semibold">
                {stuckAt.attempts > 1 ? t`Stuck at` : t`Not passed yet:`} {stuckAt.lessonTitle}
              </strong>
              <span className="text-ink-soft text-sm">
                <Trans>
                  In {stuckAt.courseTitle}. <Plural value={stuckAt.attempts} one="# attempt" other="# attempts" />, best{' '}
                  {stuckAt.bestScore}%. Last try {agoWords(stuckAt.lastAttemptAt)}.
                </Trans>
              </span>
            </p>
            <Button variant="quiet" onClick={() => setAttempted({ ...stuckAt, title: stuckAt.lessonTitle })}>
              <Trans>See attempts</Trans>
            </Button>
          </section>
        )}
        <Card>
          <h2 className="px-5 pt-5 pb-4 font-semibold text-lg">
            <Trans>Courses</Trans>
          </h2>
          {courses.length === 0 && (
            <p className="px-5 pb-5 text-ink-soft">
              <Trans>Not enrolled in any course yet.</Trans>
            </p>
          )}
          <ul aria-label={t`Courses`}>
            {courses.map((course) => (
              <CourseRow
                key={course.id}
                of={{ userId: user.id, groupId }}
                course={course}
                startsOpen={course === first || runsOut(course)}
                onAttempts={setAttempted}
              />
            ))}
          </ul>
        </Card>
      </div>
      <PersonCertificates certificates={certificates} />
      {attempted && (
        <PersonAttempts
          of={{ userId: user.id, groupId }}
          attempted={attempted}
          hasRounds={courses.some(({ id, round }) => id === attempted.courseId && round > 1)}
          canRead={courses.some(({ id, canEdit }) => id === attempted.courseId && canEdit)}
          onClose={() => setAttempted(undefined)}
        />
      )}
    </div>
  );
}

/** Whose learning it is, and the group as whose lead one looks. */
type Learner = { userId: string; groupId: string | undefined };

function useLessons({ userId, groupId = '' }: Learner, courseId: number, isWanted = true) {
  const param = { userId, courseId: String(courseId) };
  const asAdmin = useApiQuery(server.admin.people[':userId'].courses[':courseId'], { param }, isWanted && !groupId);
  const asLead = useApiQuery(
    server.groups[':groupId'].people[':userId'].courses[':courseId'],
    { param: { ...param, groupId } },
    isWanted && groupId !== '',
  );
  return groupId ? asLead : asAdmin;
}

type CourseRowProps = {
  of: Learner;
  course: PersonCourse;
  startsOpen: boolean;
  onAttempts: (attempted: Attempted) => void;
};

/** Asks, and ends what an admin has given by hand. */
function useUnenroll({ userId }: Learner, { id, title }: PersonCourse): () => void {
  const confirm = useConfirm();
  const { run } = useApiMutation({
    send: () => call(server.admin.courses[':id'].enrollments[':userId'].$delete({ param: { id: `${id}`, userId } })),
    successToast: ({ message }) => ({ title: t`Removed from the course`, description: message }),
    errorToast: { title: t`Removal Failed`, sentence: t`The enrollment is still there.` },
    invalidates: [PERSON_PAGES],
  });
  return () =>
    void confirm({
      title: t`Remove from ${title}?`,
      text: t`The due date ends. Progress, attempts and certificates are kept.`,
      action: t`Remove`,
      running: t`Removing...`,
      run: async () => (await run(undefined)) !== undefined,
    });
}

function CourseRow({ of, course, startsOpen, onAttempts }: CourseRowProps) {
  const [isOpen, setOpen] = useState(startsOpen);
  const [isDating, setDating] = useState(false);
  const [isRenewing, setRenewing] = useState(false);
  const unenroll = useUnenroll(of, course);
  const { data, error, refetch } = useLessons(of, course.id, isOpen);
  const { id, title, percent, completedLessons, lessons, completedAt, enrolledAt, lastActivityAt } = course;
  // Of a later round the last activity may be older than the round.
  const isBegun = lastActivityAt !== null && (course.round === 1 || lastActivityAt >= enrolledAt);
  return (
    <li className="border-line border-t">
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        className="flex w-full items-center gap-3 px-5 py-2.5 text-start hover:bg-sunken"
      >
        <ProgressRing percent={completedAt ? 100 : percent} className="size-10 text-xs">
          <span className={percent === 100 ? 'text-[0.625rem]' : ''}>{percent}%</span>
        </ProgressRing>
        <span className="min-w-0 flex-1">
          <span className="block font-semibold">
            {title}
            {course.round > 1 && (
              <span className="ms-2 font-normal text-ink-soft text-sm">
                <Trans>Round {course.round}</Trans>
              </span>
            )}
          </span>
          <span className="block text-ink-soft text-sm">
            {isBegun
              ? plural(lessons, { one: `${completedLessons} of # lesson`, other: `${completedLessons} of # lessons` })
              : t`Not started`}
            <span className="md:hidden">{lastActivityAt && `, ${agoWords(lastActivityAt)}`}</span>
            {course.dueOn && (
              <span className="ms-3 md:hidden">
                <DueMark course={{ dueOn: course.dueOn }} />
                {course.reminder && (
                  <span className="ms-3">
                    <MailMark status={course.reminder} />
                  </span>
                )}
              </span>
            )}
          </span>
        </span>
        <span className="w-60 shrink-0 text-sm max-md:hidden">
          {completedAt ? (
            <strong className="text-complete-text">
              <Trans>
                Completed <span className="whitespace-nowrap">{dateWords(completedAt)}</span>
              </Trans>
            </strong>
          ) : course.dueOn ? (
            <>
              <DueMark course={{ dueOn: course.dueOn }} />
              {course.reminder && (
                <span className="block">
                  <MailMark status={course.reminder} />
                </span>
              )}
            </>
          ) : (
            <span className="text-ink-soft">
              {course.isAssigned ? t`Enrolled by an admin` : t`Enrolled themselves or by invitation`}
            </span>
          )}
        </span>
        <span className="w-28 text-ink-soft text-sm max-md:hidden">{lastActivityAt && agoWords(lastActivityAt)}</span>
        <ChevronDown aria-hidden className={`size-5 shrink-0 transition-transform ${isOpen ? 'rotate-180' : ''}`} />
      </button>
      {isOpen && (
        <div className="bg-canvas">
          {error && !data && <ApiErrorView title={t`Failed to fetch the lessons`} {...{ error, refetch }} />}
          {!data && !error && <Skeletons label={t`Loading the lessons`} heights={['h-40']} />}
          {course.canAssign && course.isAssigned && !completedAt && (
            <div className="flex flex-wrap justify-end border-line border-t px-5">
              <Button variant="quiet" onClick={unenroll}>
                <Trans>Remove from course</Trans>
              </Button>
              <Button variant="quiet" onClick={() => setDating(true)}>
                {course.dueOn ? t`Change due date` : t`Set due date`}
              </Button>
            </div>
          )}
          {completedAt && (course.canAssign || course.certificateEnds) && (
            <div className="flex min-h-11 flex-wrap items-center border-line border-t px-5">
              {course.certificateEnds && <ValidityMark certificate={{ validUntil: course.certificateEnds }} />}
              {course.canAssign && (
                <Button variant="quiet" className="ms-auto" onClick={() => setRenewing(true)}>
                  <Trans>Renew</Trans>
                </Button>
              )}
            </div>
          )}
          {isRenewing && <RenewDialog userId={of.userId} course={course} onClose={() => setRenewing(false)} />}
          {course.pastRounds.length > 0 && (
            <ul
              aria-label={t`Earlier rounds of ${title}`}
              className="border-line border-t px-5 py-2 text-ink-soft text-sm"
            >
              {course.pastRounds.map(({ round, completedAt: done, endedAt }) => (
                <li key={round}>
                  {done ? (
                    <Trans>
                      Round {round}: completed {dateWords(done)}, ended {dateWords(endedAt)}
                    </Trans>
                  ) : (
                    <Trans>
                      Round {round}: not completed, ended {dateWords(endedAt)}
                    </Trans>
                  )}
                </li>
              ))}
            </ul>
          )}
          {isDating && <DueDialog userIds={[of.userId]} course={course} onClose={() => setDating(false)} />}
          <ol aria-label={t`Lessons of ${title}`}>
            {data?.lessons.map((lesson) => (
              <LessonLine
                key={lesson.id}
                lesson={lesson}
                round={course.round}
                onAttempts={() => onAttempts({ courseId: id, lessonId: lesson.id, title: lesson.title })}
              />
            ))}
          </ol>
        </div>
      )}
    </li>
  );
}

type Lesson = PersonLessons['lessons'][number];

const STATES = {
  completed: { icon: CircleCheck, label: t`Completed`, tone: 'text-complete-text' },
  in_progress: { icon: CircleDot, label: t`In progress`, tone: 'text-accent-text' },
  not_started: { icon: Circle, label: t`Not started`, tone: 'text-ink-soft' },
};

/** '2 attempts, best 67%'; those of earlier rounds apart. */
function attemptWords(attempts: Lesson['attempts'], present: number): string {
  const words = (some: Lesson['attempts']) => {
    const best = Math.max(...some.map(({ score }) => score));
    return plural(some.length, { one: `# attempt, best ${best}%`, other: `# attempts, best ${best}%` });
  };
  const earlier = attempts.filter(({ round }) => round < present);
  const now = attempts.filter((attempt) => !earlier.includes(attempt));
  if (earlier.length === 0) return words(now);
  const rounds = [...new Set(earlier.map(({ round }) => round))].sort((a, b) => a - b);
  const before = t`Round ${rounds.join(', ')}: ${words(earlier)}`;
  return now.length > 0 ? t`Round ${present}: ${words(now)}. ${before}` : before;
}

type LessonLineProps = {
  lesson: Lesson;
  /** The present one. */
  round: number;
  onAttempts: () => void;
};

function LessonLine({ lesson, round, onAttempts }: LessonLineProps) {
  const { title, orderIndex, status, completedAt, updatedAt, watchedPercent, lastRound, attempts } = lesson;
  const isSeen = watchedPercent === null || watchedPercent >= WATCHED_ENOUGH_PERCENT;
  const { icon: Icon, label, tone } = STATES[status];
  // What a renewal has started over was not touched by the person.
  const at = status === 'not_started' ? null : (completedAt ?? updatedAt);
  return (
    <li className="flex min-h-11 flex-wrap items-center gap-x-3 border-line border-t px-5 py-1 text-sm">
      <span className="flex min-w-52 flex-1 items-center gap-3">
        <Icon aria-hidden className={`mx-2.5 size-5 shrink-0 ${tone}`} />
        <span className={status === 'not_started' ? 'text-ink-soft' : ''}>
          {orderIndex}. {title}
          <span className="sr-only">, {label}</span>
        </span>
      </span>
      {status !== 'not_started' && !isSeen && (
        <span className="text-ink-soft">
          {status === 'completed' ? t`Marked, ${watchedPercent}% watched` : t`${watchedPercent}% watched`}
        </span>
      )}
      {attempts.length > 0 && (
        <Button variant="quiet" className="px-2! text-sm!" onClick={onAttempts} aria-label={t`Attempts at ${title}`}>
          {attemptWords(attempts, round)}
        </Button>
      )}
      {!at && lastRound && (
        <span className="text-ink-soft max-md:ps-13">
          <Trans>
            Round {lastRound.round}: completed {dateWords(lastRound.completedAt)}
          </Trans>
        </span>
      )}
      <span className="w-28 text-ink-soft max-md:hidden">{at && agoWords(at)}</span>
    </li>
  );
}

type PersonAttemptsProps = {
  of: Learner;
  attempted: Attempted;
  /** Whether the course was renewed: each attempt then says its round. */
  hasRounds: boolean;
  canRead: boolean;
  onClose: () => void;
};

/** The attempts at a quiz; with the rights of an author of the course each opens to its questions. */
function PersonAttempts({ of, attempted, hasRounds, canRead, onClose }: PersonAttemptsProps) {
  const { courseId, lessonId, title } = attempted;
  const { data, error, refetch } = useLessons(of, courseId);
  const [read, setRead] = useState<number>();
  const attempts = data?.lessons.find(({ id }) => id === lessonId)?.attempts;
  return (
    <Dialog open onOpenChange={onClose} title={t`Attempts`} description={title}>
      {error && !data && <ApiErrorView title={t`Failed to fetch the attempts`} {...{ error, refetch }} />}
      {!data && !error && <Skeletons label={t`Loading the attempts`} heights={['h-40']} />}
      {read !== undefined ? (
        <>
          <Button icon={ArrowLeft} variant="quiet" className="self-start px-3!" onClick={() => setRead(undefined)}>
            <Trans>All attempts</Trans>
          </Button>
          <AttemptView lessonId={lessonId} attemptId={read} />
        </>
      ) : (
        <ul className="flex flex-col">
          {attempts?.map((attempt) => (
            <li key={attempt.id} className="flex min-h-touch items-center gap-3 border-line not-first:border-t">
              <span className="flex-1 max-sm:text-sm">
                {momentWords(attempt.submittedAt)}
                {hasRounds && (
                  <span className="ms-2 text-ink-soft text-sm">
                    <Trans>Round {attempt.round}</Trans>
                  </span>
                )}
              </span>
              <Score attempt={attempt} />
              {canRead && (
                <Button variant="quiet" className="max-sm:px-2!" onClick={() => setRead(attempt.id)}>
                  <Trans>Read</Trans>
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}
