import { eq } from 'drizzle-orm';
import { Refusal } from '#sync/contract/refusal.ts';
import { readerOf } from '../catalog/facts.ts';
import { findCourseFacts } from '../catalog/open-course.ts';
import { run, type Source, type Steps } from '../db/client.ts';
import type { Tables } from '../db/schema.ts';
import { may, type Person } from '../permissions.ts';

export type CourseRecord = Tables['courses']['$inferSelect'];

/** The row of a course that this person may edit; everything else is `course_not_found` (decision 13). */
export function* requireEditable(source: Source, actor: Person, courseId: number): Steps<CourseRecord> {
  const { courses } = source.tables;
  const [known] = yield* run(findCourseFacts(source, { ...readerOf(actor), courseId }));
  if (!known || !may(actor, 'edit_course', known.facts)) throw missing();
  const [row] = yield* run(source.select().from(courses).where(eq(courses.id, courseId)));
  if (!row) throw missing();
  return row;
}

function missing(): Refusal {
  return new Refusal('course_not_found', { field: 'courseId' });
}
