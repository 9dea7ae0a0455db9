// The content of the simulation: two courses, with lessons of every kind that sync treats differently.

type Lesson = { courseId: number; kind: 'plain' | 'quiz' | 'poison' | 'gone' };

const CURRICULUM = new Map<number, Lesson>([
  [1, { courseId: 1, kind: 'plain' }],
  [2, { courseId: 1, kind: 'plain' }],
  [3, { courseId: 1, kind: 'quiz' }],
  [4, { courseId: 2, kind: 'plain' }],
  [5, { courseId: 2, kind: 'plain' }],
  /** The server always fails on it with a 500. */
  [6, { courseId: 2, kind: 'poison' }],
  /** Deleted on the server. */
  [7, { courseId: 2, kind: 'gone' }],
  ...Array.from({ length: 12 }, (_, i) => [8 + i, { courseId: 2, kind: 'plain' as const }] as const),
]);

export const LESSONS = [...CURRICULUM.keys()];
export const COURSES = [1, 2];
export const QUIZ = 3;
export const RIGHT_ANSWER = '1';
export const WRONG_ANSWER = '2';

export const courseOf = (lessonId: number) => CURRICULUM.get(lessonId);
export const lessonsOf = (courseId: number) => LESSONS.filter((id) => CURRICULUM.get(id)?.courseId === courseId);
