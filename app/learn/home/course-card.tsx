import { t } from '@lingui/core/macro';
import { Clock } from 'lucide-react';
import { memo, type ReactNode } from 'react';
import type { Course } from '#sync/contract/course.ts';
import { initials } from '#sync/contract/profile.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { courseDurationLabel } from '../../ui/course-labels.ts';
import { ProgressBar } from '../../ui/progress.tsx';
import { Rating } from '../../ui/rating.tsx';
import { Link } from '../../ui/router.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { CourseThumbnail } from '../course-thumbnail.tsx';
import { NeedsConnection, OnThisDevice } from '../device-mark.tsx';
import { DueMark } from '../due-mark.tsx';

type CourseCardProps = {
  course: Course;
  /** Where the card leads. */
  to: string;
  /** 0 to 100; undefined hides the bar, for visitors. */
  percent?: number;
  /** True for cards in the first screen. */
  first?: boolean;
  /** Works without a connection. */
  isHere?: boolean;
  /** Needs a connection, and there is none: said on the picture, so that nothing moves when the connection goes. */
  isAway?: boolean;
};

function Progress({ percent, title }: { percent: number; title: string }) {
  return (
    <div className="flex items-center gap-3">
      <ProgressBar percent={percent} label={t`Progress in ${title}`} />
      <span
        className={`shrink-0 font-bold text-sm whitespace-nowrap ${percent >= 100 ? 'text-complete-text' : 'text-accent-text'}`}
      >
        {percent}%
      </span>
    </div>
  );
}

/** A course in the catalog's grid; the whole card is a link. A search draws many of them anew with each letter. */
export const CourseCard = memo(function CourseCard({ course, to, percent, first, isHere, isAway }: CourseCardProps) {
  return (
    <Card className="relative flex h-full flex-col overflow-hidden transition-shadow focus-within:shadow-mid hover:shadow-mid">
      <CourseThumbnail course={course} first={first} />
      {isAway && (
        <p className="absolute top-3 start-3 rounded-full bg-surface px-3 py-1.5 shadow-low">
          <NeedsConnection />
        </p>
      )}
      <div className="flex grow flex-col gap-2 p-4">
        <h3 dir="auto" className="line-clamp-2 font-bold text-lg leading-snug">
          <Link to={to} className="after:absolute after:inset-0 after:rounded-lg">
            {course.title}
          </Link>
        </h3>
        {(course.isArchived || !course.isPublished) && (
          <p>
            <Badge>{course.isArchived ? t`Archived` : t`Draft`}</Badge>
          </p>
        )}
        <p dir="auto" className="line-clamp-3 text-ink-soft text-sm">
          {course.description}
        </p>
        <div className="mt-auto flex flex-wrap items-center gap-x-3 gap-y-1 pt-1 text-sm">
          <span className="me-auto flex items-center gap-2">
            <Avatar size="small" src={course.instructorAvatar} letters={initials(course.instructorName)} />
            {course.instructorName}
          </span>
          <Rating value={course.rating} count={course.reviewCount} />
          <span className="inline-flex items-center gap-1 text-ink-soft">
            <Clock aria-hidden className="size-4" />
            {courseDurationLabel(course.duration)}
          </span>
        </div>
        <DueMark course={course} />
        {isHere && <OnThisDevice />}
        {percent !== undefined && <Progress percent={percent} title={course.title} />}
      </div>
    </Card>
  );
});

/** One column on a phone, two on a tablet, three on a desktop. */
export function CourseGrid({ children }: { children: ReactNode }) {
  return <ul className="grid grid-cols-1 gap-4 sm:grid-cols-2 lg:grid-cols-3 lg:gap-6">{children}</ul>;
}

const STAND_INS = ['first', 'second', 'third'];

export function CourseGridSkeleton() {
  return (
    <div role="status" aria-label={t`Loading courses`}>
      <CourseGrid>
        {STAND_INS.map((name) => (
          <li key={name}>
            <Card className="overflow-hidden">
              <Skeleton className="aspect-video w-full rounded-none" />
              <div className="flex flex-col gap-3 p-4">
                <Skeleton className="h-6 w-4/5" />
                <Skeleton className="h-15 w-full" />
                <Skeleton className="h-7 w-2/5" />
                <Skeleton className="h-5 w-full" />
                <Skeleton className="h-8 w-full" />
              </div>
            </Card>
          </li>
        ))}
      </CourseGrid>
    </div>
  );
}
