import { ChevronRight, CloudOff } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Course } from '#sync/contract/course.ts';
import { paths } from '../../paths.ts';
import { ProgressRing } from '../../ui/progress.tsx';
import { Link } from '../../ui/router.ts';
import { OnThisDevice } from '../device-mark.tsx';
import { DueMark } from '../due-mark.tsx';

type CourseRowProps = {
  course: Pick<Course, 'id' | 'title' | 'dueOn' | 'percentComplete'>;
  /** 0 to 100. */
  percent: number;
  /** Below the title: what is left of it. */
  note: string;
  isHere: boolean;
};

/** A course in one row: how far it is, what is left, and whether it is on this device. The whole row is a link. */
export function CourseRow({ course, percent, note, isHere }: CourseRowProps) {
  return (
    <Link
      to={paths.course(course.id)}
      className="flex h-full min-h-19 items-center gap-3 rounded-lg p-3 ps-4 -outline-offset-3 hover:bg-sunken"
    >
      <ProgressRing percent={percent} />
      <div className="min-w-0 grow">
        <h3 dir="auto" className="font-semibold">
          {course.title}
        </h3>
        <p className="flex flex-wrap items-center gap-x-3 text-ink-soft text-sm">
          {note}
          <DueMark course={course} />
          {isHere && <OnThisDevice />}
        </p>
      </div>
      <ChevronRight aria-hidden className="size-5 shrink-0 text-ink-soft" />
    </Link>
  );
}

/** A course that opens only online: in sight, without surface, picture or arrow. */
export function AwayRow({ course, note }: Pick<CourseRowProps, 'course' | 'note'>) {
  return (
    <Link
      to={paths.course(course.id)}
      className="flex min-h-19 items-center gap-3 rounded-lg p-3 ps-4 text-ink-soft -outline-offset-3 hover:bg-sunken"
    >
      <span className="flex w-13 shrink-0 justify-center">
        <CloudOff aria-hidden className="size-6" />
      </span>
      <div className="min-w-0 grow">
        <h3 dir="auto" className="font-medium">
          {course.title}
        </h3>
        <p className="flex flex-wrap items-center gap-x-3 text-sm">
          {note}
          <DueMark course={course} />
        </p>
      </div>
    </Link>
  );
}

/** Rows of one card on a phone, cards beside each other on wider screens. */
export function CourseRows({ children }: { children: ReactNode }) {
  return (
    <ul className="grid grid-cols-1 max-md:divide-y max-md:divide-line max-md:rounded-lg max-md:border max-md:border-line max-md:bg-surface max-md:shadow-low md:grid-cols-2 md:gap-4 md:*:rounded-lg md:*:border md:*:border-line md:*:bg-surface md:*:shadow-low">
      {children}
    </ul>
  );
}
