import { and, eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { isOneOf } from '#server/db/client.ts';
import { prepared } from '#server/db/prepared.ts';
import { sqliteConnection, withOnePlan } from '#server/db/sqlite.ts';
import { databasesOf } from '#tests/fixtures/db.ts';
import { planter } from '#tests/fixtures/plant.ts';

const { openDb } = databasesOf('sqlite');

test('parameters are hidden from the planner; what only looks like one stays', () => {
  expect(withOnePlan('select "a?" from t where b = ? and c in (?, ?)')).toBe(
    'select "a?" from t where b = +? and c in (+?, +?)',
  );
  expect(withOnePlan("select 'it''s ?', ? limit ?")).toBe("select 'it''s ?', +? limit +?");
});

test('a value of any type means the same behind the plus', async () => {
  const connection = sqliteConnection(await openDb());
  const values = [null, 1, -2.5, 2n ** 60n, '', '12', 'text', Buffer.from([0, 255])];
  for (const value of values) {
    const [bare, hidden] = ['select ?, typeof(?)', withOnePlan('select ?, typeof(?)')].map((text) =>
      connection?.prepare(text).raw().safeIntegers().get(value, value),
    );
    expect(hidden).toEqual(bare);
  }
});

test('a prepared join finds by index', async () => {
  const db = await openDb();
  const plant = planter(db);
  const courseId = await plant.course();
  const ids = [await plant.lesson(courseId), await plant.lesson(courseId)];
  const { lessons, courses } = db.tables;
  const find = prepared<{ id: number }>()(({ queries }) =>
    queries
      .select({ id: lessons.id, course: courses.id })
      .from(lessons)
      .innerJoin(courses, eq(courses.id, lessons.courseId))
      .where(eq(lessons.id, sql.placeholder('id'))),
  );
  for (const id of ids) expect(await find(db, { id })).toEqual([{ id, course: courseId }]);
  const text = withOnePlan('select l.id from lessons l join courses c on c.id = l.course_id where l.id = ?');
  const plan = sqliteConnection(db)?.prepare(`explain query plan ${text}`).all(1) as { detail: string }[];
  expect(plan.map(({ detail }) => detail.split(' ')[0])).toEqual(['SEARCH', 'SEARCH']);
});

test('who of many was invited is searched by address, not among all whom an organization invited', async () => {
  const db = await openDb();
  const { organizationId, email } = db.tables.invitations;
  const isOurs = eq(organizationId, 'ours');
  const query = db
    .select({ email })
    .from(db.tables.invitations)
    .where(and(isOurs, isOneOf(email, ['guest@demo.example'])));
  const { sql: text, params } = query.toSQL();
  const plan = sqliteConnection(db)
    ?.prepare(`explain query plan ${withOnePlan(text)}`)
    .all(params) as { detail: string }[];
  expect(plan[0]?.detail).toBe(
    'SEARCH invitations USING COVERING INDEX invitations_by_address (email=? AND organization_id=?)',
  );
});
