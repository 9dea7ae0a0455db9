// The sample content as the journeys need it: lessons by their kind, asked from the server itself.
import { type Lesson, LessonList, lessonKind } from '#sync/contract/lesson.ts';
import type { Product } from './product.ts';

/** The course that most journeys take: public, with videos, texts, quizzes, an exam and a capstone. */
export const COURSE = 4;

/** The lessons of a public course in their order, straight from the server, whatever the wire does. */
export async function lessonsOf(product: Product, courseId = COURSE): Promise<Lesson[]> {
  const answer = await fetch(`http://127.0.0.1:${product.port}/api/public/courses/${courseId}/lessons`);
  return LessonList.parse(await answer.json()).lessons.toSorted((a, b) => a.orderIndex - b.orderIndex);
}

/** The first video and the first two texts of the course. */
export async function someLessons(product: Product): Promise<{ video: Lesson; text: Lesson; secondText: Lesson }> {
  const lessons = await lessonsOf(product);
  const video = lessons.find((lesson) => lessonKind(lesson) === 'video');
  const [text, secondText] = lessons.filter((lesson) => lessonKind(lesson) === 'text');
  if (!video || !text || !secondText) throw new Error('The sample course lost its lessons.');
  return { video, text, secondText };
}

/** What leads to a lesson. */
export type LessonPlace = Pick<Lesson, 'courseId' | 'id' | 'title'>;

export const lessonPath = ({ courseId, id }: Pick<Lesson, 'courseId' | 'id'>) => `/course/${courseId}/lesson/${id}`;
