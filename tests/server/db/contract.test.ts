// The rules under which one query means the same on both engines, each of them run on each engine.
// On PostgreSQL with a pool of one: a query that escaped its transaction would wait for itself, and fail.
import { randomUUID } from 'node:crypto';
import { and, avg, count, eq, gt, isNull, max, sql, sum } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { DatabaseError, type Db, isUnavailable } from '#server/db/client.ts';
import { onEveryEngine } from '#tests/fixtures/db.ts';

onEveryEngine('one query code', (openDb) => {
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

  test('the database answers a ping', async () => {
    await expect(db.ping()).resolves.toBeUndefined();
  });

  test('every kind of column returns what was stored', async () => {
    const person = await aPerson();
    const course = await aCourse();
    const lesson = await aLesson(course.id);
    const at = new Date('2026-02-28T23:59:59.987Z');
    const unit = {
      userId: person.id,
      lessonId: lesson.id,
      courseId: course.id,
      status: 'completed' as const,
      rev: 2_147_483_647,
      completedAt: at,
      positionSeconds: 12.345678901,
      watched: [[0, 12.5] as [number, number], [20, 30.25] as [number, number]],
      reflection: 'It\'s 5 % "steeper" — ok? ✓ 日本\n',
      updatedAt: at,
    };
    const [stored] = await db.insert(db.tables.unitProgress).values(unit).returning();
    expect(stored).toEqual(unit);
    const [read] = await db.select().from(db.tables.unitProgress).where(eq(db.tables.unitProgress.userId, person.id));
    expect(read).toEqual(unit);
    expect(read?.completedAt).toBeInstanceOf(Date);
  });

  test('a file of more than 2 GB has its size to the byte', async () => {
    const { assets } = db.tables;
    const values = { storageKey: randomUUID(), fileName: 'a.mp4', contentType: 'video/mp4', etag: 'e' };
    const [asset] = await db
      .insert(assets)
      .values({ ...values, sizeBytes: 2_147_483_648 })
      .returning();
    expect(asset?.sizeBytes).toBe(2_147_483_648);
    expect(asset?.id).toMatch(/^[0-9a-f-]{36}$/);
  });

  test('JSON is compared by value and read whole', async () => {
    const person = await aPerson();
    const { auditLog } = db.tables;
    const details = { z: 1, a: [true, null, { deep: 'x' }], text: 'ü' };
    const [row] = await db
      .insert(auditLog)
      .values({ action: 'course.publish', actorId: person.id, details })
      .returning();
    expect(row?.details).toEqual(details);
    const [empty] = await db.insert(auditLog).values({ action: 'course.publish' }).returning();
    expect(empty?.details).toBeNull();
  });

  test('defaults fill in a course, and its id grows', async () => {
    const first = await aCourse();
    const second = await aCourse();
    expect(second.id).toBeGreaterThan(first.id);
    expect(first).toMatchObject({
      isPublished: false,
      visibility: 'public',
      priceCents: 0,
      objectives: [],
      windowFrom: null,
    });
    expect(Math.abs(first.createdAt.getTime() - Date.now())).toBeLessThan(60_000);
  });

  test('dates are compared as instants, as a column and as a bound value', async () => {
    const { rateLimits } = db.tables;
    const at = new Date('2026-05-01T12:00:00.500Z');
    await db.insert(rateLimits).values({ key: 'dates', hits: 1, windowEndsAt: at });
    const before = new Date(at.getTime() - 1);
    const found = (condition: ReturnType<typeof gt>) =>
      db
        .select()
        .from(rateLimits)
        .where(and(eq(rateLimits.key, 'dates'), condition));
    expect(await found(gt(rateLimits.windowEndsAt, before))).toHaveLength(1);
    expect(await found(gt(rateLimits.windowEndsAt, at))).toHaveLength(0);
    expect(await found(eq(rateLimits.windowEndsAt, at))).toHaveLength(1);
    expect(await found(sql`${rateLimits.windowEndsAt} > ${sql.param(before, rateLimits.windowEndsAt)}`)).toHaveLength(
      1,
    );
  });

  test('counts, sums, averages and comparisons are numbers and booleans', async () => {
    const { courses } = db.tables;
    const category = randomUUID();
    for (const durationMinutes of [5, 10]) {
      const fields = { title: 'T', description: '', instructorName: 'N', category, durationMinutes };
      await db.insert(courses).values(fields);
    }
    const [answer] = await db
      .select({
        rows: count(),
        longest: max(courses.durationMinutes),
        total: sum(courses.durationMinutes).mapWith(Number),
        average: avg(courses.durationMinutes).mapWith(Number),
        newest: max(courses.createdAt),
        isLong: sql`max(${courses.durationMinutes}) > ${7}`.mapWith(Boolean),
      })
      .from(courses)
      .where(eq(courses.category, category));
    expect(answer).toMatchObject({ rows: 2, longest: 10, total: 15, average: 7.5, isLong: true });
    expect(answer?.newest).toBeInstanceOf(Date);
  });

  test('deleting a course deletes its lessons and progress, and leaves its certificates', async () => {
    const { courses, lessons, courseProgress, certificates } = db.tables;
    const person = await aPerson();
    const course = await aCourse();
    await aLesson(course.id);
    await db.insert(courseProgress).values({ userId: person.id, courseId: course.id });
    const serial = randomUUID();
    const certificate = { serial, userId: person.id, courseId: course.id, learnerName: 'Ana', courseTitle: 'Ladders' };
    await db.insert(certificates).values(certificate);
    await db.delete(courses).where(eq(courses.id, course.id));
    expect(await db.select().from(lessons).where(eq(lessons.courseId, course.id))).toEqual([]);
    expect(await db.select().from(courseProgress).where(eq(courseProgress.userId, person.id))).toEqual([]);
    const [kept] = await db.select().from(certificates).where(eq(certificates.serial, serial));
    expect(kept).toMatchObject({ courseId: null, courseTitle: 'Ladders' });
  });

  test('a deleted id is not used again', async () => {
    const course = await aCourse();
    await db.delete(db.tables.courses).where(eq(db.tables.courses.id, course.id));
    expect((await aCourse()).id).toBeGreaterThan(course.id);
  });

  test('a failed query reports the kind of failure, and never the values', async () => {
    const secret = `secret-${randomUUID()}`;
    const { organizations, lessons, profiles, courses } = db.tables;
    const insert = () => db.insert(organizations).values({ name: 'Twice', slug: secret });
    await insert();
    const failures = {
      unique: await insert().catch(seen),
      foreign_key: await db
        .insert(lessons)
        .values({ courseId: 1_999_999_999, title: secret, orderIndex: 1 })
        .catch(seen),
      not_null: await db.insert(profiles).values({ id: randomUUID(), email: sql`null` }).catch(seen),
    };
    for (const [kind, error] of Object.entries(failures)) {
      expect(error).toBeInstanceOf(DatabaseError);
      expect(error).toMatchObject({ kind });
      expect(everythingIn(error)).not.toContain(secret);
    }
    expect(isUnavailable(failures.unique)).toBe(false);
    const wrong = await db.select().from(courses).where(sql`no_such_column = ${secret}`).catch(seen);
    expect(wrong).toMatchObject({ name: 'DatabaseError', kind: 'other' });
    expect(everythingIn(wrong)).not.toContain(secret);
    expect(await db.select().from(organizations).where(isNull(organizations.name))).toEqual([]);
  });
});

const seen = (error: unknown) => error;

/** All that a log could print of an error. */
function everythingIn(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return `${error.stack} ${JSON.stringify(Object.getOwnPropertyNames(error).map((name) => Reflect.get(error, name)))} ${everythingIn(error.cause)}`;
}
