// Courses that nobody sees yet, written into the product's own database.
import { askDatabase } from './database.ts';
import type { Product } from './product.ts';

/** A draft for an organization that it does not name yet, without lessons and duration; answers its id. */
export async function draftCourse(product: Product, title: string): Promise<number> {
  const now = Date.now();
  const [row] = await askDatabase<{ id: number }>(
    product,
    `insert into courses (title, description, category, level, language, duration_minutes, instructor_name, visibility,
         is_published, objectives, prerequisites, created_at, updated_at)
       values (?, 'Nothing yet.', 'software', 'beginner', 'English', 0, 'Rita Roofer', 'organization', false, '[]', '[]', ?, ?)
       returning id`,
    ...[title, now, now],
  );
  if (!row) throw new Error('The course was not kept.');
  return row.id;
}

/** A lesson of a minute at `orderIndex`; answers its id. */
export async function addLesson(
  product: Product,
  { courseId, title, body, orderIndex = 1 }: { courseId: number; title: string; body: string; orderIndex?: number },
): Promise<number> {
  const now = Date.now();
  const [row] = await askDatabase<{ id: number }>(
    product,
    `insert into lessons (course_id, title, description, body, duration_seconds, order_index, is_preview, created_at, updated_at)
       values (?, ?, '', ?, 60, ?, false, ?, ?) returning id`,
    ...[courseId, title, body, orderIndex, now, now],
  );
  if (!row) throw new Error('The lesson was not kept.');
  return row.id;
}
