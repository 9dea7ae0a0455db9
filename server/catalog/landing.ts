import { freeCourses, type Landing, landingOf } from '#sync/contract/landing.ts';
import { Refusal } from '#sync/contract/refusal.ts';
import type { Db } from '../db/client.ts';
import { listLessons } from './lessons.ts';
import { listCourses } from './list-courses.ts';

const VISITOR = null;
const MOST = 500;

/** What a visitor's landing page shows at this moment, of the first 500 public courses. */
export async function readLanding(db: Db): Promise<Landing> {
  const { courses } = await listCourses(db, VISITOR, { limit: MOST });
  const [first] = freeCourses(courses);
  return landingOf(courses, first ? await lessonsIfOpen(db, first.id) : []);
}

/** A course may close between the two reads; the next reading will know. */
async function lessonsIfOpen(db: Db, courseId: number) {
  try {
    return await listLessons(db, VISITOR, courseId);
  } catch (error) {
    if (error instanceof Refusal) return [];
    throw error;
  }
}
