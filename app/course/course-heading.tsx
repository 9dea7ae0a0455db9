import { Clock, Languages, Users } from 'lucide-react';
import { type Course, courseDurationLabel } from '#sync/contract/course.ts';
import { initials } from '#sync/contract/profile.ts';
import { categoryLabel, counted, levelLabel } from '../course-words.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Badge } from '../ui/badge.tsx';
import { Rating } from '../ui/rating.tsx';

/** Badges, title, description and the facts about a course. */
export function CourseHeading({ course }: { course: Course }) {
  const facts = [
    { icon: Users, text: `${counted(course.enrollmentCount, 'learner')} enrolled` },
    { icon: Clock, text: courseDurationLabel(course.duration) },
    { icon: Languages, text: course.language },
  ];
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <div className="flex flex-wrap gap-2">
        <Badge tone="accent">{categoryLabel(course.category)}</Badge>
        <Badge>{levelLabel(course.level)}</Badge>
      </div>
      <h1 className="font-bold text-2xl tracking-tight md:text-3xl">{course.title}</h1>
      <p className="max-w-prose text-ink-soft md:text-lg">{course.description}</p>
      <ul className="flex flex-wrap items-center gap-x-5 gap-y-2 text-ink-soft text-sm">
        <li>
          <Rating value={course.rating} count={course.reviewCount} />
        </li>
        {facts.map(({ icon: Icon, text }) => (
          <li key={text} className="inline-flex items-center gap-1.5">
            <Icon aria-hidden className="size-4" />
            {text}
          </li>
        ))}
      </ul>
      <p className="flex items-center gap-2.5">
        <Avatar src={course.instructorAvatar} letters={initials(course.instructorName)} />
        <span>
          <span className="block text-ink-soft text-sm leading-tight">Instructor</span>
          <span className="font-medium leading-tight">{course.instructorName}</span>
        </span>
      </p>
    </div>
  );
}
