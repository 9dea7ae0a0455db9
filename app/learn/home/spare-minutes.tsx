// Time to spare, at the client's door or in the van: what fits into a few minutes and opens without a network.
import { t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import { ChevronRight, Timer } from 'lucide-react';
import { useState } from 'react';
import type { CourseToContinue } from '#sync/store/next-lesson.ts';
import { type LessonState, readCourse } from '#sync/store/reads.ts';
import type { Replica } from '#sync/store/replica.ts';
import { useEngine } from '../../device/active-user.tsx';
import { useLiveQuery } from '../../device/live-query.ts';
import { paths } from '../../paths.ts';
import { Card } from '../../ui/card.tsx';
import { Link } from '../../ui/router.ts';
import { opensHere } from '../downloads/use-on-device.ts';
import { isSubmitted, minutesOf } from '../modules.ts';

const LENGTHS = [5, 10, 20];

/** The lessons of a course to go on with, in its order, up to the first that does not open here. */
async function stepsHere(replica: Replica, { course, lesson }: CourseToContinue<LessonState>): Promise<LessonState[]> {
  const lessons = (await readCourse(replica, course.id))?.lessons ?? [];
  const from = lessons.findIndex((one) => one.lesson.id === lesson?.lesson.id);
  if (from < 0) return [];
  const steps: LessonState[] = [];
  for (const state of lessons.slice(from)) {
    if (state.unit.status === 'completed' || isSubmitted(state)) continue;
    if (!(await opensHere(replica, state.lesson))) break;
    steps.push(state);
  }
  return steps;
}

/** What fits: of each course its next lessons, none left out. */
function planFor(minutes: number, courses: readonly LessonState[][]): LessonState[] {
  const plan: LessonState[] = [];
  let left = minutes;
  for (const steps of courses) {
    for (const state of steps) {
      const takes = minutesOf(state);
      if (takes > left) break;
      plan.push(state);
      left -= takes;
    }
  }
  return plan;
}

/** 'Finish lesson 15, then lesson 16 · 9 min', or 'Lesson 15, then 2 more · 9 min'. */
function planWords([first, second, ...more]: LessonState[]): string {
  if (!first) return '';
  const isBegun = first.unit.status === 'in_progress';
  const isSameCourse = second?.lesson.courseId === first.lesson.courseId;
  const total = [first, ...(second ? [second] : []), ...more].reduce((sum, state) => sum + minutesOf(state), 0);
  const number = first.lesson.orderIndex;
  if (!second) return isBegun ? t`Finish lesson ${number} · ${total} min` : t`Lesson ${number} · ${total} min`;
  const then = second.lesson.orderIndex;
  if (more.length === 0 && isSameCourse)
    return isBegun
      ? t`Finish lesson ${number}, then lesson ${then} · ${total} min`
      : t`Lesson ${number}, then lesson ${then} · ${total} min`;
  const rest = more.length + 1;
  return isBegun
    ? t`Finish lesson ${number}, then ${rest} more · ${total} min`
    : t`Lesson ${number}, then ${rest} more · ${total} min`;
}

/** Nothing while not one lesson fits into the longest time. */
export function SpareMinutes({ toContinue }: { toContinue: readonly CourseToContinue<LessonState>[] }) {
  const { replica } = useEngine();
  const [chosen, choose] = useState<number>();
  const key = toContinue.map(({ course, lesson }) => `${course.id} ${lesson?.lesson.id}`).join();
  const courses = useLiveQuery(() => Promise.all(toContinue.map((one) => stepsHere(replica, one))), [replica, key]);
  if (!courses) return null;
  const plans = new Map(LENGTHS.map((minutes) => [minutes, planFor(minutes, courses)]));
  const fits = (minutes: number) => (plans.get(minutes) ?? []).length > 0;
  const minutes = chosen ?? [10, 20].find(fits);
  if (!LENGTHS.some(fits) || minutes === undefined) return null;
  const plan = plans.get(minutes) ?? [];
  const [first] = plan;
  const course = toContinue.find((one) => one.course.id === first?.lesson.courseId)?.course;
  const isElsewhere = course !== toContinue[0]?.course;
  const row = 'flex min-h-18 items-center gap-3 px-4 pt-3 pb-2 md:grow md:pb-3';
  const words = (
    <>
      <span className="flex size-11 shrink-0 items-center justify-center rounded-full bg-sunken">
        <Timer aria-hidden className="size-5" />
      </span>
      <span className="min-w-0 grow" aria-live="polite">
        <span className="block font-semibold">
          <Plural value={minutes} one="I have # minute" other="I have # minutes" />
        </span>
        <span className="block text-ink-soft text-sm">
          {first ? planWords(plan) : t`No lesson on this device is that short`}
          {first && isElsewhere && course && ` (${course.title})`}
        </span>
      </span>
    </>
  );
  return (
    <Card className="overflow-hidden md:flex md:items-center">
      {first ? (
        <Link to={paths.lesson(first.lesson.courseId, first.lesson.id)} className={`${row} hover:bg-sunken`}>
          {words}
          <ChevronRight aria-hidden className="size-5 shrink-0 text-ink-soft" />
        </Link>
      ) : (
        <p className={row}>{words}</p>
      )}
      <fieldset className="grid grid-cols-3 gap-2 px-4 pb-3 md:w-84 md:shrink-0 md:py-3">
        <legend className="sr-only">
          <Trans>How much time</Trans>
        </legend>
        {LENGTHS.map((length) => (
          <button
            key={length}
            type="button"
            aria-pressed={length === minutes}
            onClick={() => choose(length)}
            className={`min-h-touch rounded-full border font-semibold ${length === minutes ? 'border-accent bg-accent-soft text-accent-text ring-1 ring-accent' : 'border-line-strong hover:bg-sunken'}`}
          >
            <Trans>{length} min</Trans>
          </button>
        ))}
      </fieldset>
    </Card>
  );
}
