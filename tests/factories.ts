// Plain objects that are valid by contract; tests name only what matters to them.
import type { Course } from '#sync/contract/course.ts';
import type { Lesson } from '#sync/contract/lesson.ts';
import { freshUnit, type Unit } from '#sync/contract/progress.ts';
import type { QuizQuestion } from '#sync/contract/quiz.ts';

/** A published public course. */
export function aCourse(fields: Partial<Course> = {}): Course {
  return {
    id: 4,
    title: 'Certified Field Inspector',
    description: 'Judgement, edge cases and quality.',
    category: 'software',
    level: 'advanced',
    language: 'English',
    duration: 95,
    price: 0,
    rating: 4.5,
    reviewCount: 12,
    enrollmentCount: 30,
    lessonCount: 3,
    instructorName: 'Tomas Reyes',
    instructorAvatar: null,
    thumbnail: null,
    visibility: 'public',
    isPublished: true,
    objectives: [],
    prerequisites: [],
    ...fields,
  };
}

/** A text lesson of course 4. */
export function aLesson(fields: Partial<Lesson> = {}): Lesson {
  return {
    id: 101,
    courseId: 4,
    title: 'Reading a floor plan',
    description: 'What the lines mean.',
    body: 'A floor plan is a picture.',
    videoUrl: null,
    captionsUrl: null,
    videoBytes: null,
    duration: 180,
    durationMinutes: 3,
    orderIndex: 1,
    isPreview: false,
    points: 10,
    questionCount: null,
    ...fields,
  };
}

/** A question of one answer; the ids of its answers are ten times its own, and one more each. */
export function aQuestion(id: number, question_text: string, answers: string[], fields: Partial<QuizQuestion> = {}) {
  return {
    id,
    question_text,
    question_type: 'single_choice' as const,
    order_index: id,
    points: 1,
    explanation: null,
    answers: answers.map((answer_text, at) => ({ id: 10 * id + at + 1, answer_text, order_index: at + 1 })),
    ...fields,
  };
}

/** A lesson that nobody has touched, unless told otherwise. */
export function aUnit(fields: Partial<Unit> = {}): Unit {
  return { ...freshUnit(101), ...fields };
}
