// The shapes of query that the server uses, each with the same answer on both engines.
// On PostgreSQL with a pool of one: a query that escaped its transaction would wait for itself, and fail.
import { randomUUID } from 'node:crypto';
import { and, asc, count, desc, eq, inArray, like, lt, or, sql } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { type Db, isOneOf } from '#server/db/client.ts';
import { onEveryEngine } from '#tests/fixtures/db.ts';

onEveryEngine('one shape of query', (openDb) => {
  let db: Db;
  beforeAll(async () => {
    db = await openDb({ poolSize: 1 });
  });

  const aPerson = async (email = `${randomUUID()}@people.example`) => {
    const [person] = await db.insert(db.tables.profiles).values({ id: randomUUID(), email }).returning();
    if (!person) throw new Error('no person');
    return person;
  };
  const aCourse = async (title = 'Ladders') => {
    const fields = { title, description: 'How to stand on one.', category: 'safety', instructorName: 'Maren Holt' };
    const [course] = await db.insert(db.tables.courses).values(fields).returning();
    if (!course) throw new Error('no course');
    return course;
  };
  const aLesson = async (courseId: number, orderIndex = 1) => {
    const [lesson] = await db.insert(db.tables.lessons).values({ courseId, title: 'Step on', orderIndex }).returning();
    if (!lesson) throw new Error('no lesson');
    return lesson;
  };

  test('a search ignores case when both sides are lowered', async () => {
    const title = `Roof ${randomUUID()}`;
    await aCourse(title);
    const { courses } = db.tables;
    const found = await db
      .select()
      .from(courses)
      .where(like(sql`lower(${courses.title})`, `${title.toUpperCase().toLowerCase()}%`));
    expect(found).toHaveLength(1);
  });

  test('more values than a query takes parameters are looked for at once', async () => {
    const { profiles } = db.tables;
    const people = [await aPerson(), await aPerson()];
    await aPerson();
    const nobody = Array.from({ length: 70_000 }, randomUUID);
    const findBy = async (column: typeof profiles.id | typeof profiles.email, values: string[]) => {
      const rows = await db.select({ id: profiles.id }).from(profiles).where(isOneOf(column, values));
      return new Set(rows.map(({ id }) => id));
    };
    const both = new Set(people.map(({ id }) => id));
    expect(await findBy(profiles.id, [...nobody, ...both])).toEqual(both);
    expect(await findBy(profiles.email, [...people.map(({ email }) => email), `",{}'\\`])).toEqual(both);
    expect(await findBy(profiles.id, [])).toEqual(new Set());
  });

  test('empty values come last when the query says so', async () => {
    const { invitations, organizations } = db.tables;
    const [organization] = await db.insert(organizations).values({ name: 'Order', slug: randomUUID() }).returning();
    const organizationId = organization?.id ?? '';
    for (const expiresAt of [null, new Date(2_000), new Date(1_000)]) {
      await db.insert(invitations).values({ organizationId, tokenHash: randomUUID(), expiresAt });
    }
    const rows = await db
      .select({ expiresAt: invitations.expiresAt })
      .from(invitations)
      .where(eq(invitations.organizationId, organizationId))
      .orderBy(sql`${invitations.expiresAt} asc nulls last`);
    expect(rows.map((row) => row.expiresAt?.getTime() ?? null)).toEqual([1_000, 2_000, null]);
  });

  test('an upsert changes the row that is there', async () => {
    const { meta } = db.tables;
    const put = (value: string) =>
      db.insert(meta).values({ key: 'upsert', value }).onConflictDoUpdate({ target: meta.key, set: { value } });
    await put('one');
    await put('two');
    expect(await db.select().from(meta).where(eq(meta.key, 'upsert'))).toEqual([{ key: 'upsert', value: 'two' }]);
  });

  test('an operation id is inserted once: the second time nothing is returned', async () => {
    const person = await aPerson();
    const { appliedOps } = db.tables;
    const take = (opId: string) =>
      db
        .insert(appliedOps)
        .values({ userId: person.id, opId, requestHash: 'h', status: 200, body: { ok: true } })
        .onConflictDoNothing()
        .returning();
    const opId = randomUUID();
    expect(await take(opId)).toHaveLength(1);
    expect(await take(opId)).toHaveLength(0);
  });

  test('a join with groups counts the lessons of each course, the empty ones too', async () => {
    const { courses, lessons } = db.tables;
    const full = await aCourse();
    const empty = await aCourse();
    await aLesson(full.id, 1);
    await aLesson(full.id, 2);
    const rows = await db
      .select({ id: courses.id, lessons: count(lessons.id) })
      .from(courses)
      .leftJoin(lessons, eq(lessons.courseId, courses.id))
      .where(inArray(courses.id, [full.id, empty.id]))
      .groupBy(courses.id)
      .orderBy(asc(courses.id));
    expect(rows).toEqual([
      { id: full.id, lessons: 2 },
      { id: empty.id, lessons: 0 },
    ]);
  });

  test('a list continues after a cursor of date and id', async () => {
    const { organizations } = db.tables;
    const createdAt = new Date('2020-01-01T00:00:00.000Z');
    for (let n = 0; n < 3; n += 1)
      await db.insert(organizations).values({ name: 'Page', slug: randomUUID(), createdAt });
    const page = (after?: { createdAt: Date; id: string }) =>
      db
        .select()
        .from(organizations)
        .where(
          and(
            eq(organizations.name, 'Page'),
            after &&
              or(
                lt(organizations.createdAt, after.createdAt),
                and(eq(organizations.createdAt, after.createdAt), lt(organizations.id, after.id)),
              ),
          ),
        )
        .orderBy(desc(organizations.createdAt), desc(organizations.id))
        .limit(2);
    const [first, second] = await page();
    const rest = await page(second);
    expect(rest).toHaveLength(1);
    expect(new Set([first?.id, second?.id, rest[0]?.id]).size).toBe(3);
  });

  test('a whole reorder is one update by case', async () => {
    const { lessons } = db.tables;
    const course = await aCourse();
    const a = await aLesson(course.id, 1);
    const b = await aLesson(course.id, 2);
    const orders = sql.join(
      [a, b].map((lesson, at) => sql`when ${lessons.id} = ${lesson.id} then cast(${2 - at} as integer)`),
      sql` `,
    );
    const moved = await db
      .update(lessons)
      .set({ orderIndex: sql`case ${orders} else ${lessons.orderIndex} end` })
      .where(eq(lessons.courseId, course.id))
      .returning({ id: lessons.id, orderIndex: lessons.orderIndex });
    expect(new Map(moved.map((lesson) => [lesson.id, lesson.orderIndex]))).toEqual(
      new Map([
        [a.id, 2],
        [b.id, 1],
      ]),
    );
  });

  test('a prepared read runs repeatedly with other values', async () => {
    const { courses } = db.tables;
    const byId = db
      .select({ id: courses.id })
      .from(courses)
      .where(eq(courses.id, sql.placeholder('id')))
      .prepare('');
    const course = await aCourse();
    expect(await byId.execute({ id: course.id })).toEqual([{ id: course.id }]);
    expect(await byId.execute({ id: 2_000_000_000 })).toEqual([]);
  });

  test('32,000 values fit into one statement', async () => {
    const { rateLimits } = db.tables;
    const rows = Array.from({ length: 10_000 }, (_, n) => ({ key: `bulk:${n}`, hits: n, windowEndsAt: new Date(0) }));
    await db.insert(rateLimits).values(rows);
    const [found] = await db.select({ rows: count() }).from(rateLimits).where(like(rateLimits.key, 'bulk:%'));
    expect(found?.rows).toBe(10_000);
  });
});
