// What a course says about itself, to its learners and in its author's preview.
import { t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import { Check } from 'lucide-react';
import type { Course } from '#sync/contract/course.ts';
import { initials } from '#sync/contract/profile.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Rating } from '../../ui/rating.tsx';
import { categoryLabel, levelLabel } from '../messages.ts';

/** The objectives of a course whose author has named none (P-7). */
const GENERAL_GOALS: readonly string[] = [
  t`Understand the essentials step by step`,
  t`Practice with short lessons made for real work`,
  t`Check what you know with quizzes along the way`,
  t`Apply it on the job from the first day`,
];

type CourseHeadingProps = {
  course: Pick<Course, 'title' | 'category' | 'language' | 'enrollmentCount' | 'rating' | 'reviewCount'> & {
    level: string;
    isPublished?: boolean;
    validMonths?: number | null | undefined;
  };
  /** 3 inside a dialog. */
  level?: 1 | 3;
};

/** Badges, title and the facts about a course. How long it takes is said with its lessons. */
export function CourseHeading({ course, level = 1 }: CourseHeadingProps) {
  const Title = `h${level}` as const;
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <div className="flex flex-wrap gap-2">
        <Badge>{categoryLabel(course.category)}</Badge>
        <Badge>{levelLabel(course.level)}</Badge>
        {course.isPublished === false && (
          <Badge tone="accent">
            <Trans>Draft: learners do not see it</Trans>
          </Badge>
        )}
      </div>
      <Title dir="auto" className="font-bold text-2xl tracking-tight">
        {course.title}
      </Title>
      <ul className="flex flex-wrap items-center gap-x-4 gap-y-1 text-ink-soft text-sm">
        <li>
          <Rating value={course.rating} count={course.reviewCount} />
        </li>
        {course.enrollmentCount > 0 && (
          <li>
            <Plural value={course.enrollmentCount} one="# learner enrolled" other="# learners enrolled" />
          </li>
        )}
        <li>{course.language}</li>
        {course.validMonths && (
          <li>
            <Plural
              value={course.validMonths}
              one="Certificate valid for # month"
              other="Certificate valid for # months"
            />
          </li>
        )}
      </ul>
    </div>
  );
}

export function CourseAbout({
  course,
}: {
  course: Pick<Course, 'description' | 'instructorName' | 'instructorAvatar'>;
}) {
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <p dir="auto" className="max-w-prose text-ink-soft lg:text-lg">
        {course.description}
      </p>
      <p className="flex items-center gap-2.5">
        <Avatar src={course.instructorAvatar} letters={initials(course.instructorName)} />
        <span className="text-sm leading-tight">
          <span className="block text-ink-soft">
            <Trans>Instructor</Trans>
          </span>
          <span className="font-semibold">{course.instructorName}</span>
        </span>
      </p>
    </div>
  );
}

type CourseGoalsProps = {
  course: { objectives: readonly string[]; prerequisites: readonly string[] };
  /** 4 inside a dialog. */
  level?: 2 | 4;
};

/** 'What you'll learn' and the prerequisites. */
export function CourseGoals({ course: { objectives, prerequisites }, level = 2 }: CourseGoalsProps) {
  const Title = `h${level}` as const;
  const goals = objectives.length > 0 ? objectives : GENERAL_GOALS;
  return (
    <>
      <section aria-labelledby="goals" className="flex flex-col gap-3">
        <Title id="goals" className="font-semibold text-xl">
          <Trans>What you'll learn</Trans>
        </Title>
        <ul className="grid gap-x-8 gap-y-3 md:grid-cols-2">
          {goals.map((goal, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the same line may stand twice
            <li key={index} className="flex items-start gap-2.5">
              <Check aria-hidden className="mt-0.5 size-5 shrink-0 text-accent-text" />
              {goal}
            </li>
          ))}
        </ul>
      </section>
      {prerequisites.length > 0 && (
        <section aria-labelledby="needs" className="flex flex-col gap-3">
          <Title id="needs" className="font-semibold text-xl">
            <Trans>Before you start</Trans>
          </Title>
          <ul className="flex list-disc flex-col gap-1.5 ps-6 marker:text-accent-text">
            {prerequisites.map((need, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the same line may stand twice
              <li key={index}>{need}</li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
