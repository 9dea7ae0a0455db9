// The server's own database, of either engine, read from outside for what a journey must find in it.
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { Client } from 'pg';
import type { Product } from './product.ts';

export type UnitRow = { lesson_id: number; status: string; rev: number };

/** Runs one statement with `?` for its values. */
export async function askDatabase<Row>(product: Product, sql: string, ...values: unknown[]): Promise<Row[]> {
  if (!product.databaseUrl) return askSqlite<Row>(join(product.dataDir, 'groundwork.db'), sql, values);
  const client = new Client({ connectionString: product.databaseUrl });
  await client.connect();
  try {
    let count = 0;
    const numbered = sql.replaceAll('?', () => `$${++count}`);
    return (await client.query(numbered, values)).rows;
  } finally {
    await client.end();
  }
}

function askSqlite<Row>(file: string, sql: string, values: unknown[]): Row[] {
  const database = new Database(file);
  try {
    const statement = database.prepare<unknown[], Row>(sql);
    if (statement.reader) return statement.all(...values);
    statement.run(...values);
    return [];
  } finally {
    database.close();
  }
}

/** One answer that the server keeps, so that the same operation never counts twice. `answer` is the body as text. */
export type KeptOperation = { op_id: string; status: number; answer: string };

/** Every operation of this person that the server has applied, by id. */
export async function operationsOf(product: Product, email: string): Promise<KeptOperation[]> {
  const rows = await askDatabase<KeptOperation>(
    product,
    'select op_id, status, cast(body as text) as answer from applied_ops where user_id = (select id from profiles where email = ?)',
    email,
  );
  return rows.sort((a, b) => a.op_id.localeCompare(b.op_id));
}

/** Every lesson this person has touched, by lesson id. */
export const unitsOf = (product: Product, email: string): Promise<UnitRow[]> =>
  askDatabase(
    product,
    'select lesson_id, status, rev from unit_progress where user_id = (select id from profiles where email = ?) order by lesson_id',
    email,
  );

/** The second at which the server has this person in a lesson; NaN before any. */
export async function positionOf(product: Product, email: string, lessonId: number): Promise<number> {
  const [row] = await askDatabase<{ position_seconds: number | null }>(
    product,
    'select position_seconds from unit_progress where user_id = (select id from profiles where email = ?) and lesson_id = ?',
    email,
    lessonId,
  );
  return row?.position_seconds ?? Number.NaN;
}

/** How many operations the server has applied. */
export async function appliedOperations(product: Product): Promise<number> {
  const [row] = await askDatabase<{ operations: number | string }>(
    product,
    'select count(*) as operations from applied_ops',
  );
  return Number(row?.operations);
}

/** The first lesson with a film in a course, whoever may see it. */
export async function filmOf(product: Product, courseId: number): Promise<{ id: number; film: string }> {
  const [row] = await askDatabase<{ id: number; asset: string }>(
    product,
    'select id, asset_id as asset from lessons where course_id = ? and asset_id is not null order by order_index limit 1',
    courseId,
  );
  if (!row) throw new Error(`Course ${courseId} has no film.`);
  return { id: row.id, film: `/media/${row.asset}` };
}

/** Makes a film the closed course's own: the sample content shares its films with open courses. */
export async function takeFilmFromOtherCourses(product: Product, courseId: number, film: string): Promise<void> {
  const asset = film.replace('/media/', '');
  await askDatabase(
    product,
    'update lessons set asset_id = null where asset_id = ? and course_id <> ?',
    asset,
    courseId,
  );
}

/** What to send to pass the quiz of a lesson: per question the right answer's id, or their list; empty without a quiz. */
export async function answerKeyOf(product: Product, lessonId: number): Promise<Record<string, string | string[]>> {
  const rows = await askDatabase<{ question: number; answer: number; type: string }>(
    product,
    `select q.id as question, a.id as answer, q.question_type as type from quiz_questions q
     join quiz_answers a on a.question_id = q.id and a.is_correct
     where q.lesson_id = ? and q.retired_at is null and a.retired_at is null`,
    lessonId,
  );
  const key: Record<string, string | string[]> = {};
  for (const { question, answer, type } of rows) {
    if (type === 'multiple_choice') key[question] = [...(key[question] ?? []), String(answer)];
    else key[question] = String(answer);
  }
  return key;
}

/** Courses that cost nothing cost something from now on, all but one if it is named. */
export async function closeFreeCourses(product: Product, { but = 0 } = {}): Promise<void> {
  await askDatabase(product, 'update courses set price_cents = 4900 where id <> ?', but);
}

/** The person has completed every lesson of the course but one, as if on another day; the last one is for the journey. */
export async function completeAllBut(product: Product, email: string, left: { id: number; courseId: number }) {
  await askDatabase(
    product,
    `insert into unit_progress (user_id, lesson_id, course_id, status, rev, watched, updated_at)
       select profiles.id, lessons.id, lessons.course_id, 'completed', 1, '[]', ?
       from lessons join profiles on profiles.email = ? where lessons.course_id = ? and lessons.id <> ?`,
    Date.now(),
    email,
    left.courseId,
    left.id,
  );
}

/** Renames a person behind the back of every screen. */
export async function renamePerson(product: Product, email: string, name: string): Promise<void> {
  await askDatabase(product, 'update profiles set full_name = ?, name_chosen = true where email = ?', name, email);
}
