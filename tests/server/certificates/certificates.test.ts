import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { Certificate, CertificateList } from '#sync/contract/certificate.ts';
import { EnhancedProgress } from '#sync/contract/progress.ts';
import { onEveryEngine } from '#tests/fixtures/db.ts';
import { type OpenCourse, openCourse } from '#tests/fixtures/rooms.ts';

const SERIAL = /^GW(-[0-9A-HJKMNP-TV-Z]{4}){3}$/;

/** A learner with a name before a course of two lessons. */
async function openTwoLessons(openDb: Parameters<typeof openCourse>[0]) {
  const stage = await openCourse(openDb);
  const me = await stage.plant.person({ fullName: 'Maren Holt' });
  const lessons = [
    await stage.plant.lesson(stage.courseId),
    await stage.plant.lesson(stage.courseId, { orderIndex: 2 }),
  ];
  return { ...stage, me, lessons };
}

type Stage = OpenCourse & { lessons: number[] };

const set = ({ rooms, me }: Stage, lessonId: number | undefined, status: string) =>
  rooms.post(me, '/api/progress/unit', { lessonId, status });

async function complete(stage: Stage) {
  for (const lessonId of stage.lessons) expect((await set(stage, lessonId, 'completed')).status).toBe(200);
}

const progressOf = async ({ rooms, me, courseId }: Stage) =>
  EnhancedProgress.parse((await rooms.ask(me, `/api/progress/enhanced/${courseId}`)).body);

const ownOf = async ({ rooms, me }: Stage) =>
  CertificateList.parse((await rooms.ask(me, '/api/certificates')).body).certificates;

onEveryEngine('[X3] a certificate', (openDb) => {
  test('is issued with the last lesson, with the name, the title and the date', async () => {
    const stage = await openTwoLessons(openDb);
    await set(stage, stage.lessons[0], 'completed');
    expect((await progressOf(stage)).certificate).toBeNull();
    expect(await ownOf(stage)).toEqual([]);
    await set(stage, stage.lessons[1], 'completed');
    const [row] = await stage.db.select().from(stage.db.tables.certificates);
    expect(row, 'before anything was read').toMatchObject({ learnerName: 'Maren Holt', courseTitle: 'Field work' });
    const { certificate, courseProgress } = await progressOf(stage);
    expect(certificate).toMatchObject({ learnerName: 'Maren Holt', courseTitle: 'Field work' });
    expect(certificate?.serial).toMatch(SERIAL);
    expect(certificate?.issuedAt).toBe(courseProgress.completedAt);
    expect(await ownOf(stage)).toEqual([{ ...certificate, courseId: stage.courseId }]);
  });

  test('stays what it was after a Reset, another completion, another name, another title, another lesson', async () => {
    const stage = await openTwoLessons(openDb);
    await complete(stage);
    const before = await ownOf(stage);
    await set(stage, stage.lessons[0], 'not_started');
    expect(await ownOf(stage)).toEqual(before);
    const { profiles, courses } = stage.db.tables;
    await stage.db.update(profiles).set({ fullName: 'Maren Sommer' }).where(eq(profiles.id, stage.me));
    await stage.db.update(courses).set({ title: 'Roof work' }).where(eq(courses.id, stage.courseId));
    await set(stage, stage.lessons[0], 'completed');
    await stage.plant.lesson(stage.courseId, { orderIndex: 3 });
    const progress = await progressOf(stage);
    expect(progress.courseProgress.percentComplete).toBe(66);
    expect(progress.certificate?.learnerName).toBe('Maren Holt');
    expect(await ownOf(stage)).toEqual(before);
  });

  test('is one, however many devices complete the last lesson at once', async () => {
    const stage = await openTwoLessons(openDb);
    await set(stage, stage.lessons[0], 'completed');
    const posts = Array.from({ length: 12 }, () => set(stage, stage.lessons[1], 'completed'));
    const reads = Array.from({ length: 6 }, () => progressOf(stage));
    await Promise.all([...posts, ...reads]);
    expect(await stage.db.select().from(stage.db.tables.certificates)).toHaveLength(1);
  });

  test('outlives the course and the person', async () => {
    const stage = await openTwoLessons(openDb);
    await complete(stage);
    const [own] = await ownOf(stage);
    const { courses, profiles } = stage.db.tables;
    await stage.db.delete(courses).where(eq(courses.id, stage.courseId));
    expect(await ownOf(stage)).toEqual([{ ...own, courseId: null }]);
    await stage.db.delete(profiles).where(eq(profiles.id, stage.me));
    const told = await stage.rooms.ask(null, `/api/certificates/${own?.serial}`);
    expect(told.body).toMatchObject({ learnerName: 'Maren Holt', courseTitle: 'Field work' });
  });

  test('is verified by anybody with its serial, and reveals nothing else', async () => {
    const stage = await openTwoLessons(openDb);
    await complete(stage);
    const [own] = await ownOf(stage);
    const serial = own?.serial ?? '';
    const { courseId: _, ...told } = own ?? { courseId: 0 };
    for (const typed of [serial, serial.toLowerCase(), serial.replaceAll('-', ''), serial.replaceAll('-', '%20')]) {
      const answer = await stage.rooms.ask(null, `/api/certificates/${typed}`);
      expect(answer.status).toBe(200);
      expect(Object.keys(answer.body).sort()).toEqual([
        'courseTitle',
        'issuedAt',
        'issuerName',
        'learnerName',
        'revokedAt',
        'serial',
        'validUntil',
        'validity',
      ]);
      expect(Certificate.parse(answer.body)).toEqual(told);
      expect(answer.headers.get('Cache-Control'), 'nothing older is shown after a revocation').toBe('no-store');
    }
    for (const typed of ['GW-0000-0000-0000', 'nonsense', '1', '-1', '%00', 'x'.repeat(2000)]) {
      const answer = await stage.rooms.ask(null, `/api/certificates/${typed}`);
      expect(answer, typed).toMatchObject({ status: 404, body: { code: 'certificate_not_found' } });
    }
  });

  test('is listed only for its owner', async () => {
    const stage = await openTwoLessons(openDb);
    await complete(stage);
    expect((await stage.rooms.ask(null, '/api/certificates')).status).toBe(401);
    const other = await stage.plant.person();
    expect((await stage.rooms.ask(other, '/api/certificates')).body).toEqual({ certificates: [] });
  });

  test('is not issued for a completed preview of a course that is not theirs', async () => {
    const stage = await openTwoLessons(openDb);
    const closed = await stage.plant.course({ visibility: 'private' });
    const lessonId = await stage.plant.lesson(closed, { isPreview: true });
    expect((await set(stage, lessonId, 'completed')).status).toBe(200);
    expect(await ownOf(stage)).toEqual([]);
  });
});

describe('[X3] the rate of verifications', () => {
  onEveryEngine('is limited', (openDb) => {
    test('lightly, with the seconds to wait', async () => {
      const { rooms } = await openCourse(openDb);
      const asked = await Promise.all(Array.from({ length: 301 }, () => rooms.ask(null, '/api/certificates/none')));
      const refused = asked.filter(({ status }) => status === 429);
      expect(refused).toHaveLength(1);
      expect(refused[0]?.body.retryAfterSeconds).toBeGreaterThan(0);
    });
  });
});
