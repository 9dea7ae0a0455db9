import { Award, Clock, MonitorPlay } from 'lucide-react';
import type { Course } from '#sync/contract/course.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { CourseThumbnail } from '../course-thumbnail.tsx';

const PROMISES = [
  { icon: Clock, text: '25 minutes' },
  { icon: Award, text: 'Certificate included' },
  { icon: MonitorPlay, text: 'Video lessons' },
];

const PREFERRED = 4;

/** Course 4 when the person has it, else their first by id (decisions 7). */
export function featuredOf(courses: readonly Course[]): Course | undefined {
  return courses.find((course) => course.id === PREFERRED) ?? [...courses].sort((a, b) => a.id - b.id)[0];
}

/** The block at the top of the signed-in home; `isSecond` below a way on that matters more. */
export function FeaturedCourse({ course, isSecond = false }: { course: Course; isSecond?: boolean }) {
  return (
    <Card className="grid overflow-hidden md:grid-cols-[2fr_3fr]">
      <div className="md:max-lg:self-center md:max-lg:pl-6">
        <CourseThumbnail course={course} first className="max-md:max-h-44 md:max-lg:rounded-md lg:h-full" />
      </div>
      <div className="flex flex-col items-start gap-3 p-5 md:p-7">
        <h2 className="font-semibold text-xl">{course.title}</h2>
        <p className="line-clamp-3 text-ink-soft">{course.description}</p>
        <ul className="flex flex-wrap gap-x-5 gap-y-1.5 text-ink-soft text-sm">
          {PROMISES.map(({ icon: Icon, text }) => (
            <li key={text} className="inline-flex items-center gap-1.5">
              <Icon aria-hidden className="size-4 text-accent-text" />
              {text}
            </li>
          ))}
        </ul>
        <Button
          to={paths.course(course.id)}
          size="big"
          variant={isSecond ? 'secondary' : 'primary'}
          className="mt-1 w-full sm:w-auto"
        >
          Continue Course
        </Button>
      </div>
    </Card>
  );
}
