import type { CourseToContinue } from '#sync/store/next-lesson.ts';
import { type LessonState, readCourse } from '#sync/store/reads.ts';
import type { Replica } from '#sync/store/replica.ts';
import { opensHere } from '../downloads/use-on-device.ts';
import { isSubmitted } from '../modules.ts';

/** `away` is the lesson that would come next and needs a connection, where `lesson` is another one, which opens. */
export type StepHere = CourseToContinue<LessonState> & { away?: LessonState };

/** Without a network: with each course a lesson that opens here, if it has one, and those courses before the others. */
export async function whatOpensFirst(
  replica: Replica,
  toContinue: readonly CourseToContinue<LessonState>[],
): Promise<StepHere[]> {
  const steps = await Promise.all(toContinue.map((one) => stepHere(replica, one)));
  return steps.sort((a, b) => Number(b.opens) - Number(a.opens)).map(({ step }) => step);
}

async function stepHere(
  replica: Replica,
  one: CourseToContinue<LessonState>,
): Promise<{ step: StepHere; opens: boolean }> {
  const away = one.lesson;
  if (!away) return { step: one, opens: false };
  if (isSubmitted(away) || (await opensHere(replica, away.lesson))) return { step: one, opens: true };
  const lessons = (await readCourse(replica, one.course.id))?.lessons ?? [];
  const from = lessons.findIndex(({ lesson }) => lesson.id === away.lesson.id);
  for (const state of [...lessons.slice(from + 1), ...lessons.slice(0, from)]) {
    if (state.unit.status === 'completed' || isSubmitted(state)) continue;
    if (await opensHere(replica, state.lesson)) return { step: { ...one, lesson: state, away }, opens: true };
  }
  return { step: one, opens: false };
}
