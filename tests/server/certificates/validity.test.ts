import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { validityWords } from '#app/ui/course-labels.ts';
import { addMonths } from '#sync/contract/due.ts';
import { onEveryEngine } from '#tests/fixtures/db.ts';
import { openCourse } from '#tests/fixtures/rooms.ts';

const DAY_MS = 86_400_000;

onEveryEngine('[X3] a certificate of a course that is valid for a year', (openDb) => {
  async function certified(validMonths: number | null) {
    const stage = await openCourse(openDb);
    const { db, rooms, me, plant, courseId } = stage;
    const admin = await plant.person({ isSuperAdmin: true });
    const { status } = await rooms.ask(admin, `/api/admin/courses/${courseId}`, {
      method: 'PUT',
      body: { validMonths },
    });
    expect(status).toBe(200);
    const lessonId = await plant.lesson(courseId);
    await rooms.post(me, '/api/progress/unit', { lessonId, status: 'completed' });
    const [own] = (await rooms.ask(me, '/api/certificates')).body.certificates;
    const verify = async () => (await rooms.ask(null, `/api/certificates/${own.serial}`)).body;
    return { ...stage, db, admin, own, verify };
  }

  test('bears its last day, counted from the day of issue', async () => {
    const { own, rooms, me, courseId } = await certified(12);
    expect(own.validUntil).toBe(addMonths(own.issuedAt.slice(0, 10), 12));
    expect((await rooms.ask(me, `/api/progress/enhanced/${courseId}`)).body.certificate).toMatchObject({
      validUntil: own.validUntil,
    });
    expect((await rooms.ask(null, `/api/public/courses/${courseId}`)).body).toMatchObject({ validMonths: 12 });
  });

  test('is verified as valid, then as running out soon, then as expired', async () => {
    const { own, rooms, verify } = await certified(12);
    expect(await verify()).toMatchObject({ validity: 'valid', validUntil: own.validUntil });
    rooms.pass(Date.parse(own.validUntil) - Date.now() - 10 * DAY_MS);
    expect(await verify()).toMatchObject({ validity: 'soon' });
    rooms.pass(12 * DAY_MS);
    expect(await verify()).toMatchObject({ validity: 'expired', learnerName: own.learnerName });
    expect(validityWords(own, addMonths(own.validUntil, 1))).toMatch(/^Expired on /);
  });

  test('keeps its end when the course changes, and without months there is none', async () => {
    const { own, admin, rooms, courseId, verify, db } = await certified(12);
    await rooms.ask(admin, `/api/admin/courses/${courseId}`, { method: 'PUT', body: { validMonths: null } });
    expect(await verify()).toMatchObject({ validUntil: own.validUntil });
    const { courses } = db.tables;
    const [course] = await db.select().from(courses).where(eq(courses.id, courseId));
    expect(course?.validMonths).toBeNull();
    expect((await certified(null)).own.validUntil).toBeNull();
  });

  test.each([0, 121, 1.5, '12'])('is not valid for %s months', async (validMonths) => {
    const { db, rooms, plant, courseId } = await openCourse(openDb);
    const admin = await plant.person({ isSuperAdmin: true });
    const refused = await rooms.ask(admin, `/api/admin/courses/${courseId}`, { method: 'PUT', body: { validMonths } });
    expect(refused).toMatchObject({ status: 400, body: { code: 'validation_failed', field: 'validMonths' } });
    const [course] = await db.select().from(db.tables.courses);
    expect(course?.validMonths).toBeNull();
  });
});
