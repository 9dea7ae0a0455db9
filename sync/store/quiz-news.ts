// What a person is told about their graded quizzes wherever they come next: the answers may have been sent days later.
import type { Course } from '../contract/course.ts';
import { isComplete, type LessonState, readCourse } from './reads.ts';
import type { Replica } from './replica.ts';
import type { QuizResult } from './store.ts';

export type QuizNews = {
  course: Course;
  state: LessonState;
  result: QuizResult;
  /** Every lesson of the course is completed. */
  isWhole: boolean;
  /** What has been seen with it: all of a course that is whole, which is news once. */
  lessonIds: number[];
};

/**
 * The graded quizzes to tell of, the newest first: a failed one until it is passed or answered again, a passed one until it was
 * seen. Only submissions of this device are known.
 */
export async function readQuizNews(replica: Replica): Promise<QuizNews[]> {
  const results = await replica.quizResults.orderBy('lessonId').toArray();
  const newest = new Map<number, QuizResult>();
  for (const result of results) {
    const other = newest.get(result.lessonId);
    if (!other || other.at <= result.at) newest.set(result.lessonId, result);
  }
  const shown = [...newest.values()].filter(({ passed, isNews }) => isNews || !passed);
  const lessons = await replica.lessons.bulkGet(shown.map(({ lessonId }) => lessonId));
  const courseIds = [...new Set(lessons.flatMap((lesson) => lesson?.courseId ?? []))];
  const courses = await Promise.all(courseIds.map((id) => readCourse(replica, id)));
  const news = courses.flatMap((read) => {
    if (!read) return [];
    const isWhole = isComplete(read) && read.totals.percentComplete >= 100;
    return read.lessons.flatMap((state) => {
      const result = shown.find(({ lessonId }) => lessonId === state.lesson.id);
      const isCompleted = state.unit.status === 'completed';
      const isPast = (result?.round ?? 1) < (state.unit.round ?? 1);
      if (!result || isPast || state.isAnswered || result.passed !== isCompleted) return [];
      const lessonIds = (isWhole ? read.lessons : [state]).map(({ lesson }) => lesson.id);
      return [{ course: read.course, state, result, isWhole, lessonIds }];
    });
  });
  const sorted = news.sort((a, b) => b.result.at.localeCompare(a.result.at));
  return sorted.filter(
    (one, at) => !one.isWhole || sorted.findIndex(({ course }) => course.id === one.course.id) === at,
  );
}

/** The results of these lessons were seen. */
export async function markQuizNewsSeen(replica: Replica, lessonIds: readonly number[]): Promise<void> {
  await replica.withWatchdog(() =>
    replica.quizResults
      .where('lessonId')
      .anyOf([...lessonIds])
      .modify({ isNews: false }),
  );
}
