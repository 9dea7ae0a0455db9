import { plural } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import { Award, BookOpen, Check, Clock, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { paths } from '../../paths.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { courseDurationLabel } from '../../ui/course-labels.ts';
import { Link } from '../../ui/router.ts';
import { CourseThumbnail } from '../course-thumbnail.tsx';
import type { Landing } from './use-landing.ts';

/** Where the picture is above the text, it reaches the card's edge. */
const INSET = 'px-5 md:px-7 lg:px-0';

type FreeCourse = NonNullable<Landing['featured']>;

function Tile({ icon: Icon, children }: { icon: LucideIcon; children: ReactNode }) {
  return (
    <li className="flex items-center gap-3 rounded-md bg-sunken px-4 py-3 font-medium sm:flex-col sm:justify-center sm:gap-1.5 sm:text-center">
      <Icon aria-hidden className="size-6 shrink-0 text-accent-text" />
      {children}
    </li>
  );
}

function Learning({ course, lessons }: FreeCourse) {
  const others = course.lessonCount - lessons.length;
  return (
    <div className={INSET}>
      <h4 className="font-semibold">
        <Trans>What you'll learn</Trans>
      </h4>
      <ul className="mt-2 flex flex-col gap-2">
        {lessons.map(({ title, durationMinutes }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two lessons may have one title, and the list never moves
          <li key={index} className="flex items-start gap-2">
            <Check aria-hidden className="mt-0.5 size-5 shrink-0 text-complete-text" />
            <span className="grow">{title}</span>
            {durationMinutes > 0 && (
              <span className="shrink-0 text-ink-soft">
                <Trans>{durationMinutes} min</Trans>
              </span>
            )}
          </li>
        ))}
      </ul>
      {others > 0 && (
        <p className="mt-2 ps-7 text-ink-soft">
          <Plural value={others} one="...and # more lesson" other="...and # more lessons" />
        </p>
      )}
    </div>
  );
}

function Actions({ course }: Pick<FreeCourse, 'course'>) {
  return (
    <div className={`flex flex-col justify-end gap-4 ${INSET}`}>
      <div className="flex flex-col gap-3 sm:flex-row sm:flex-wrap">
        <Button to={paths.auth()} size="big">
          <Trans>Start Learning Free</Trans>
        </Button>
        <Button to={paths.course(course.id)} size="big" variant="secondary">
          <Trans>View Course Details</Trans>
        </Button>
      </div>
      <p className="text-ink-soft text-sm">
        <Trans>No credit card required • Instant access • Learn at your own pace</Trans>
      </p>
    </div>
  );
}

/** The featured (free) course of the landing page. Its title opens the course without an account. */
export function FreeCourseCard({ course, lessons }: FreeCourse) {
  return (
    <Card className="grid grid-cols-1 gap-5 overflow-hidden pb-6 lg:grid-cols-2 lg:gap-x-8 lg:p-7">
      <CourseThumbnail course={course} className="lg:rounded-md" />
      <div className={`flex flex-col gap-3 ${INSET}`}>
        <div className="flex flex-wrap gap-2">
          <Badge tone="complete">
            <Trans>FREE</Trans>
          </Badge>
          <Badge tone="accent">
            <Trans>Featured Course</Trans>
          </Badge>
        </div>
        <h3 dir="auto" className="font-semibold text-xl">
          <Link to={paths.publicCourse(course.id)} className="inline-flex min-h-touch items-center hover:underline">
            {course.title}
          </Link>
        </h3>
        <p dir="auto" className="text-ink-soft">
          {course.description}
        </p>
        <ul className="grid gap-2 sm:grid-cols-3">
          <Tile icon={BookOpen}>{plural(course.lessonCount, { one: '# lesson', other: '# lessons' })}</Tile>
          <Tile icon={Clock}>{courseDurationLabel(course.duration)}</Tile>
          <Tile icon={Award}>
            <Trans>Certificate on completion</Trans>
          </Tile>
        </ul>
      </div>
      {lessons.length > 0 ? <Learning course={course} lessons={lessons} /> : <div className="max-lg:hidden" />}
      <Actions course={course} />
    </Card>
  );
}
