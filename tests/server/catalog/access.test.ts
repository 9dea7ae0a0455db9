import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import type { Db } from '#server/db/client.ts';
import { onEveryEngine } from '#tests/fixtures/db.ts';
import { planter } from '#tests/fixtures/plant.ts';
import { openRooms, type Rooms } from '#tests/fixtures/rooms.ts';

// Who sees a course and who may do what with it (P-13, P-14), walked: every kind of person against every kind of course, on every call that reads or writes.

const PEOPLE = ['visitor', 'stranger', 'member', 'granted', 'assigned', 'admin', 'otherAdmin', 'super'] as const;
type Who = (typeof PEOPLE)[number];

const COURSES = ['public', 'organization', 'private', 'draft', 'sleeping', 'ownerless'] as const;
type Kind = (typeof COURSES)[number];

/** Who may see which course; everybody else meets 404. */
const MAY_SEE: Record<Kind, Who[]> = {
  public: [...PEOPLE],
  organization: ['member', 'granted', 'admin', 'super'],
  private: ['granted', 'assigned', 'admin', 'super'],
  draft: ['admin', 'super'],
  sleeping: ['super'],
  ownerless: ['super'],
};

onEveryEngine('access', (openDb) => {
  let db: Db;
  let rooms: Rooms;
  const people = new Map<Who, string | null>();
  const courses = new Map<Kind, { courseId: number; plain: number; preview: number; quiz: number; video: string }>();

  beforeAll(async () => {
    db = await openDb();
    rooms = await openRooms(db);
    const plant = planter(db);
    const owner = await plant.organization();
    const partner = await plant.organization();
    const asleep = await plant.organization({ isActive: false });
    people.set('visitor', null);
    // A grant of a sleeping organization opens nothing to its people.
    people.set('stranger', await plant.person({ organizationId: asleep }));
    people.set('member', await plant.person({ organizationId: owner }));
    people.set('granted', await plant.person({ organizationId: partner }));
    people.set('assigned', await plant.person());
    people.set('admin', await plant.person({ organizationId: owner, isOrgAdmin: true }));
    people.set('otherAdmin', await plant.person({ organizationId: await plant.organization(), isOrgAdmin: true }));
    people.set('super', await plant.person({ isSuperAdmin: true }));
    const rows = {
      public: { visibility: 'public', organizationId: owner },
      organization: { visibility: 'organization', organizationId: owner },
      private: { visibility: 'private', organizationId: owner },
      draft: { visibility: 'public', organizationId: owner, isPublished: false },
      sleeping: { visibility: 'public', organizationId: asleep },
      ownerless: { visibility: 'organization', organizationId: null },
    } as const;
    for (const kind of COURSES) {
      const courseId = await plant.course(rows[kind]);
      const video = await plant.asset();
      const plain = await plant.lesson(courseId, { assetId: video });
      const preview = await plant.lesson(courseId, { orderIndex: 2, isPreview: true });
      const quiz = await plant.lesson(courseId, { orderIndex: 3, title: 'Quiz' });
      await plant.question(quiz, [true, false]);
      if (kind !== 'ownerless') await plant.grant(courseId, kind === 'sleeping' ? asleep : partner);
      courses.set(kind, { courseId, plain, preview, quiz, video });
    }
    // Draft and grant: a grant opens nothing that is not published.
    const assigned = people.get('assigned') ?? '';
    for (const kind of ['private', 'draft'] as const) await plant.assign(assigned, courses.get(kind)?.courseId ?? 0);
    await plant.grant(courses.get('private')?.courseId ?? 0, asleep);
  });

  const of = (kind: Kind) => courses.get(kind) ?? { courseId: 0, plain: 0, preview: 0, quiz: 0, video: '' };
  const cases = PEOPLE.flatMap((who) => COURSES.map((kind) => [who, kind, MAY_SEE[kind].includes(who)] as const));

  test.each(cases)('[X1, M12] %s and the %s course: sees it %s', async (who, kind, sees) => {
    const person = people.get(who) ?? null;
    const { courseId, plain, quiz } = of(kind);
    const visitor = person === null;
    const expected = visitor ? 401 : sees ? 200 : 404;
    const status = async (path: string) => (await rooms.ask(person, path)).status;
    expect(await status(`/api/courses/${courseId}`)).toBe(expected);
    expect(await status(`/api/courses/${courseId}/lessons`)).toBe(expected);
    expect(await status(`/api/lessons/${plain}`)).toBe(expected);
    expect(await status(`/api/progress/enhanced/${courseId}`)).toBe(expected);
    expect(await status(`/api/lessons/${quiz}/quiz`)).toBe(expected);
    expect(await status(`/media/${of(kind).video}`)).toBe(404); // The row is there, its file is not.
    const forEveryone = kind === 'public' ? 200 : 404;
    expect(await status(`/api/public/courses/${courseId}`)).toBe(forEveryone);
    expect(await status(`/api/public/courses/${courseId}/lessons`)).toBe(forEveryone);
    expect(await status(`/api/public/lessons/${plain}`)).toBe(forEveryone);
    const listed = visitor ? [] : (await rooms.ask(person, '/api/courses?limit=500')).body.courses;
    expect(listed.some((course: { id: number }) => course.id === courseId)).toBe(!visitor && sees);
    const found = visitor ? [] : (await rooms.ask(person, '/api/search?q=scan%20room')).body.lessons;
    expect(found.some((lesson: { courseId: number }) => lesson.courseId === courseId)).toBe(!visitor && sees);
    const publicly = (await rooms.ask(person, '/api/public/courses')).body.courses;
    expect(publicly.some((course: { id: number }) => course.id === courseId)).toBe(kind === 'public');
    const ticket = await rooms.post(person, `/api/media/${of(kind).video}/token`);
    expect(ticket.status).toBe(expected);
  });

  test.each(cases)('[X1, M12] %s and the %s course: works in it %s', async (who, kind, sees) => {
    const person = people.get(who) ?? null;
    const { courseId, plain, quiz } = of(kind);
    const expected = person === null ? 401 : sees ? 200 : 404;
    const unit = await rooms.post(person, '/api/progress/unit', { lessonId: plain, status: 'in_progress' });
    expect(unit.status).toBe(expected);
    expect((await rooms.post(person, `/api/courses/${courseId}/enroll`)).status).toBe(expected);
    const sheet = await rooms.post(person, `/api/lessons/${quiz}/quiz/submit`, { answers: {} });
    expect(sheet.status).toBe(person === null ? 401 : sees ? 400 : 404);
    if (person === null || sees) return;
    const { unitProgress, quizAttempts } = db.tables;
    const units = await db.select().from(unitProgress).where(eq(unitProgress.userId, person));
    expect(units.some((row) => row.courseId === courseId)).toBe(false);
    expect((await db.select().from(quizAttempts).where(eq(quizAttempts.userId, person))).length).toBe(0);
  });

  test('a preview lesson of a published course is open to everyone signed in, the rest of the course is not', async () => {
    const stranger = people.get('stranger') ?? null;
    expect((await rooms.ask(stranger, `/api/lessons/${of('private').preview}`)).status).toBe(200);
    expect((await rooms.ask(stranger, `/api/lessons/${of('organization').preview}`)).status).toBe(200);
    expect((await rooms.ask(stranger, `/api/lessons/${of('draft').preview}`)).status).toBe(404);
    expect((await rooms.ask(stranger, `/api/lessons/${of('sleeping').preview}`)).status).toBe(404);
    expect((await rooms.ask(null, `/api/public/lessons/${of('private').preview}`)).status).toBe(404);
    expect((await rooms.ask(null, `/api/lessons/${of('private').preview}`)).status).toBe(401);
  });

  test('enrolling oneself does not open a private course', async () => {
    const plant = planter(db);
    const courseId = await plant.course();
    const me = await plant.person();
    const first = await rooms.post(me, `/api/courses/${courseId}/enroll`);
    expect(first.body).toMatchObject({ enrolled: true, changed: true });
    expect((await rooms.post(me, `/api/courses/${courseId}/enroll`)).body.changed).toBe(false);
    await db.update(db.tables.courses).set({ visibility: 'private' }).where(eq(db.tables.courses.id, courseId));
    expect((await rooms.ask(me, `/api/courses/${courseId}`)).status).toBe(404);
  });

  test('another person’s progress is not in mine', async () => {
    const me = people.get('member') ?? '';
    const other = people.get('admin') ?? '';
    await rooms.post(other, '/api/progress/unit', { lessonId: of('public').preview, status: 'completed' });
    const mine = await rooms.ask(me, `/api/progress/enhanced/${of('public').courseId}`);
    expect(mine.body.unitProgress.some((unit: { status: string }) => unit.status === 'completed')).toBe(false);
  });

  test.each(['first', '-1', '0', '1.5', '2147483648', '99999999999999999999', '1e3', '%00', randomUUID()])(
    'id %s names nothing: 404 on every call',
    async (id) => {
      const me = people.get('super') ?? null;
      const reads = [
        `/api/courses/${id}`,
        `/api/courses/${id}/lessons`,
        `/api/lessons/${id}`,
        `/api/lessons/${id}/quiz`,
        `/api/progress/enhanced/${id}`,
      ];
      const open = [`/api/public/courses/${id}`, `/api/public/courses/${id}/lessons`, `/api/public/lessons/${id}`];
      for (const path of [...reads, ...open, `/media/${id}`])
        expect((await rooms.ask(me, path)).status, path).toBe(404);
      expect((await rooms.post(me, `/api/courses/${id}/enroll`)).status).toBe(404);
      expect((await rooms.post(me, `/api/lessons/${id}/quiz/submit`, { answers: {} })).status).toBe(404);
    },
  );
});
