// The end of a course: the one dark, full-screen moment, with the certificate on paper and what comes next.
import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { ChevronRight, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { featuredOf } from '#sync/contract/course.ts';
import { type CourseState, readHome } from '#sync/store/reads.ts';
import { useEngine } from '../../device/active-user.tsx';
import { useLiveQuery } from '../../device/live-query.ts';
import { COMPLETED, paths } from '../../paths.ts';
import { usePageMark } from '../../ui/page-mark.ts';
import { Link, useLocation } from '../../ui/router.ts';
import { CourseThumbnail } from '../course-thumbnail.tsx';
import { usePartner } from '../use-partner.ts';

type CourseCompletionProps = {
  courseId: number;
  /** Instead of the words to whom has just completed it. */
  title?: string | undefined;
  /** Undefined when only the certificate is on this device. */
  state: CourseState | undefined;
  paper: ReactNode;
  actions: ReactNode;
};

export function CourseCompletion({ courseId, title, state, paper, actions }: CourseCompletionProps) {
  const mark = usePageMark('full-screen');
  const isNews = useLocation().state === COMPLETED;
  return (
    <div {...mark} className="completion" data-news={isNews}>
      <Points />
      <Link to={paths.course(courseId)} aria-label={t`Close`} className="completion-close">
        <X aria-hidden className="size-6" />
      </Link>
      <div className="completion-words text-center print:hidden">
        <h1 className="font-bold text-2xl outline-none">{title ?? t`Course completed! Great job!`}</h1>
        {state && (
          <p className="mt-1 text-(--night-soft)">
            {plural(state.lessons.length, { one: '# lesson', other: '# lessons' })},{' '}
            {plural(state.totals.pointsEarned, { one: '# point', other: '# points' })}
          </p>
        )}
      </div>
      {paper}
      {actions}
      <NextCourse courseId={courseId} />
    </div>
  );
}

const RINGS = 24;

/** Rings of points around the paper, like a scan; each runs out a little later than the one before. */
function Points() {
  return (
    <svg aria-hidden="true" viewBox="0 0 400 400" className="completion-points">
      {Array.from({ length: RINGS }, (_, ring) => (
        <circle
          // biome-ignore lint/suspicious/noArrayIndexKey: the rings never change
          key={ring}
          cx="200"
          cy="200"
          r={58 + 6.2 * ring}
          strokeWidth={Math.max(1, 2.6 - 0.09 * ring)}
          strokeDasharray={`0 ${5.2 + 0.22 * ring}`}
          strokeDashoffset={(3.7 * ring) % 9.1}
          opacity={Math.max(0.07, 0.78 - 0.0435 * ring)}
          style={{ animationDelay: `${30 * ring}ms` }}
        />
      ))}
    </svg>
  );
}

/** Another course to continue, else the one that is offered first of those not completed; a partner's host has one course (R-H7). */
function NextCourse({ courseId }: { courseId: number }) {
  const { replica } = useEngine();
  const partner = usePartner();
  const next = useLiveQuery(async () => {
    const { courses, toContinue } = await readHome(replica);
    const begun = toContinue.find(({ course }) => course.id !== courseId);
    const open = featuredOf(courses.filter(({ id, percentComplete = 0 }) => id !== courseId && percentComplete < 100));
    return begun ?? (open && { course: open, lessonsLeft: open.lessonCount, isStarted: false });
  }, [replica, courseId]);
  if (!next || partner !== null) return null;
  const { course, lessonsLeft, isStarted } = next;
  return (
    <section className="print:hidden">
      <h2 className="mb-2 font-semibold text-lg">
        <Trans>What comes next</Trans>
      </h2>
      <Link
        to={paths.course(course.id)}
        className="flex min-h-22 items-center gap-4 overflow-hidden rounded-lg bg-surface pe-3 text-ink outdoor:border outdoor:border-line"
      >
        <span className="relative w-30 shrink-0 self-stretch">
          <CourseThumbnail course={course} className="absolute inset-0 h-full" />
        </span>
        <span className="min-w-0 grow py-2">
          <span dir="auto" className="block font-semibold text-lg">
            {course.title}
          </span>
          <span className="block text-ink-soft">
            {isStarted
              ? plural(lessonsLeft, { one: '# lesson left', other: '# lessons left' })
              : plural(lessonsLeft, { one: '# lesson', other: '# lessons' })}
          </span>
        </span>
        <ChevronRight aria-hidden className="size-5 shrink-0 text-ink-soft" />
      </Link>
    </section>
  );
}
