import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { ChevronRight } from 'lucide-react';
import type { Course } from '#sync/contract/course.ts';
import { lessonToContinue } from '#sync/store/next-lesson.ts';
import { type LessonState, readCourse, readHome } from '#sync/store/reads.ts';
import { useEngine } from '../../device/active-user.tsx';
import { useLiveQuery } from '../../device/live-query.ts';
import { lessonFamily } from '../../paths.ts';
import { Link, useLocation } from '../../ui/router.ts';
import { isSubmitted, kindLabel, lengthToGo } from '../modules.ts';
import { opensHere } from './use-on-device.ts';

const ROWS = 3;

type Row = { state: LessonState; course: Course };

/** Up to three lessons that open without a connection: those of this course from where the person is, then those of others. */
function useOpensNow(courseId?: number, lessonId?: number): Row[] {
  const { replica } = useEngine();
  const found = useLiveQuery(async () => {
    const { toContinue, opened } = await readHome(replica);
    const rows = new Map<number, Row>();
    const own = courseId === undefined ? [] : [courseId];
    for (const id of new Set([...own, ...toContinue.map(({ course }) => course.id), ...opened])) {
      const read = await readCourse(replica, id);
      const next = read && lessonToContinue(read.lessons);
      if (!next) continue;
      for (const state of [...read.lessons.slice(read.lessons.indexOf(next)), ...read.lessons]) {
        const { lesson, unit } = state;
        if (rows.size === ROWS) return [...rows.values()];
        if (lesson.id === lessonId || unit.status === 'completed' || isSubmitted(state)) continue;
        if (await opensHere(replica, lesson)) rows.set(lesson.id, { state, course: read.course });
      }
    }
    return [...rows.values()];
  }, [replica, courseId, lessonId]);
  return found ?? [];
}

function lessonWords({ lesson: { orderIndex: number } }: LessonState): string {
  return t`Lesson ${number}`;
}

/** Without a connection, below a lesson that is not here or no downloads: what can be done meanwhile, the next lesson first. Nothing when nothing can. */
export function OpensNow({ courseId, lessonId }: { courseId?: number; lessonId?: number }) {
  const family = lessonFamily(useLocation().pathname);
  const rows = useOpensNow(courseId, lessonId);
  if (rows.length === 0) return null;
  return (
    <section aria-labelledby="opens-now" className="mx-auto w-full max-w-[42.5rem] px-4 pb-8 in-[article]:px-0">
      <h2 id="opens-now" className="mb-3 font-semibold text-lg">
        <Trans>What opens now</Trans>
      </h2>
      <ul className="divide-y divide-line rounded-lg border border-line bg-surface shadow-low">
        {rows.map(({ state, course }) => (
          <li key={state.lesson.id}>
            <Link
              to={family.lesson(course.id, state.lesson.id)}
              className="flex min-h-18 items-center gap-3 rounded-lg px-4 py-2 -outline-offset-3 hover:bg-sunken"
            >
              <span className="min-w-0 grow">
                <span className="block text-ink-soft text-sm">
                  {course.id !== courseId && <bdi>{course.title} · </bdi>}
                  {lessonWords(state)} · {kindLabel(state.lesson)} · {lengthToGo(state)}
                </span>
                <span dir="auto" className="block font-semibold">
                  {state.lesson.title}
                </span>
              </span>
              <ChevronRight aria-hidden className="size-5 shrink-0 text-ink-soft" />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
