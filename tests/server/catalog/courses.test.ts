import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Db } from '#server/db/client.ts';
import { Course, CourseList, matchesFilter } from '#sync/contract/course.ts';
import { Lesson, LessonList } from '#sync/contract/lesson.ts';
import { onEveryEngine } from '#tests/fixtures/db.ts';
import { planter } from '#tests/fixtures/plant.ts';
import { openRooms, type Rooms } from '#tests/fixtures/rooms.ts';

onEveryEngine('the catalog', (openDb) => {
  let db: Db;
  let rooms: Rooms;
  let plant: ReturnType<typeof planter>;
  let me: string;

  beforeAll(async () => {
    db = await openDb();
    rooms = await openRooms(db);
    plant = planter(db);
    me = await plant.person();
    await plant.course({ title: 'Révision des plans', description: 'Étages', category: 'business', level: 'advanced' });
    await plant.course({
      title: 'Scan a house',
      description: 'With care',
      instructorName: 'Jürgen Groß',
      level: 'beginner',
    });
    await plant.course({ title: '100% of _it_', description: 'Wild % cards', category: 'hardware' });
    await plant.course({ title: 'Drones', category: 'personal development' });
  });

  const list = async (query: string) => {
    const told = await rooms.ask(me, `/api/courses${query}`);
    expect(told.status).toBe(200);
    return CourseList.parse(told.body);
  };
  const titles = async (query: string) => (await list(query)).courses.map((course) => course.title);

  test('[X1] GET /api/courses answers courses with every field, and the percent of the person', async () => {
    const { courses, nextCursor } = await list('');
    expect(courses.length).toBeGreaterThanOrEqual(4);
    expect(courses.every((course) => course.percentComplete === 0)).toBe(true);
    expect(nextCursor).toBeNull();
  });

  test('[X1] GET /api/public/courses needs no sign-in and shows no percent', async () => {
    const told = await rooms.ask(null, '/api/public/courses');
    expect(CourseList.parse(told.body).courses[0]).not.toHaveProperty('percentComplete');
  });

  test.each([
    ['?category=business', ['Révision des plans']],
    ['?level=beginner&category=software', ['Scan a house']],
    ['?level=moon', []],
    ['?category=all&level=all&search=revision%20ETAGES', ['Révision des plans']],
    ['?search=jurgen%20care', ['Scan a house']],
    ['?search=100%25', ['100% of _it_']],
    ['?search=_it_', ['100% of _it_']],
    ['?search=%25%25', []],
    ['?search=personal', []],
  ])('[H5] %s finds %j', async (query, expected) => {
    expect(await titles(query)).toEqual(expected);
  });

  test('[H5] the server finds what the device would find offline', async () => {
    const { courses } = await list('');
    for (const search of ['', '  ', 'É', 'ss', 'GROSS', 'plans révision', 'x', '%', 'scan house care', '\\']) {
      const offline = courses.filter((course) => matchesFilter(course, { search })).map((course) => course.title);
      expect(await titles(`?search=${encodeURIComponent(search)}`), search).toEqual(offline);
    }
  });

  test('a list is paged by cursor, without gap or repetition', async () => {
    const all = await titles('');
    const seen: string[] = [];
    let cursor = '';
    for (let pages = 0; pages < 20; pages += 1) {
      const page = await list(`?limit=2${cursor && `&cursor=${cursor}`}`);
      expect(page.courses.length).toBeLessThanOrEqual(2);
      seen.push(...page.courses.map((course) => course.title));
      if (!page.nextCursor) break;
      cursor = page.nextCursor;
    }
    expect(seen).toEqual(all);
  });

  test('100 courses a page, and a search that scans past a thousand', async () => {
    const many = Array.from({ length: 1_100 }, (_, i) => ({
      title: i === 1_099 ? 'Needle' : `Hay ${i}`,
      description: 'Stack',
      category: 'many',
      instructorName: 'Someone',
      isPublished: true,
    }));
    await db.insert(db.tables.courses).values(many);
    expect((await list('?category=many')).courses).toHaveLength(100);
    expect((await list('?category=many&limit=500')).courses).toHaveLength(500);
    expect(await titles('?search=needle')).toEqual(['Needle']);
    await db.delete(db.tables.courses).where(eq(db.tables.courses.category, 'many'));
  });

  test.each(['limit=0', 'limit=501', 'limit=1.5', 'limit=many', 'cursor=next', 'cursor=99999999999'])(
    '?%s is 400 naming the field',
    async (query) => {
      const told = await rooms.ask(me, `/api/courses?${query}`);
      expect(told).toMatchObject({ status: 400, body: { code: 'validation_failed', field: query.split('=')[0] } });
    },
  );

  test('a search of 10,000 characters is 400 naming search', async () => {
    const told = await rooms.ask(me, `/api/courses?search=${'a'.repeat(10_000)}`);
    expect(told).toMatchObject({ status: 400, body: { code: 'validation_failed', field: 'search' } });
  });

  test('[X1] a course alone is the bare course, with ratings, enrollments and lessons counted', async () => {
    const courseId = await plant.course({
      objectives: ['Walk'],
      prerequisites: ['Boots'],
      priceCents: 1250,
      durationMinutes: 95,
    });
    await plant.lesson(courseId);
    const raters = [await plant.person(), await plant.person(), await plant.person()];
    await db
      .insert(db.tables.courseRatings)
      .values(raters.map((userId, i) => ({ userId, courseId, stars: [5, 4, 4][i] ?? 1 })));
    await db.insert(db.tables.courseProgress).values(raters.map((userId) => ({ userId, courseId })));
    const told = await rooms.ask(me, `/api/courses/${courseId}`);
    expect(Course.parse(told.body)).toMatchObject({
      id: courseId,
      rating: 4.3,
      reviewCount: 3,
      enrollmentCount: 3,
      lessonCount: 1,
      price: 1250,
      duration: 95,
      objectives: ['Walk'],
      prerequisites: ['Boots'],
      percentComplete: 0,
    });
    expect((await rooms.ask(null, `/api/public/courses/${courseId}`)).body.rating).toBe(4.3);
  });

  describe('lessons', () => {
    test('[C2] only the window of orderIndex 5 to 31 exists for a learner, in lists, counts and alone', async () => {
      const courseId = await plant.course({ windowFrom: 5, windowTo: 31 });
      const ids = new Map<number, number>();
      for (const orderIndex of [32, 4, 31, 5, 17]) ids.set(orderIndex, await plant.lesson(courseId, { orderIndex }));
      for (const [who, path] of [
        [me, '/api'],
        [null, '/api/public'],
      ] as const) {
        const told = await rooms.ask(who, `${path}/courses/${courseId}/lessons`);
        const seen = LessonList.parse(told.body).lessons.map((lesson) => [lesson.id, lesson.orderIndex]);
        expect(seen).toEqual([5, 17, 31].map((at, place) => [ids.get(at), 5 + place]));
        expect((await rooms.ask(who, `${path}/courses/${courseId}`)).body.lessonCount).toBe(3);
        expect((await rooms.ask(who, `${path}/lessons/${ids.get(4)}`)).status).toBe(404);
        expect((await rooms.ask(who, `${path}/lessons/${ids.get(5)}`)).status).toBe(200);
      }
    });

    test('[C2] the lessons of a module that is switched off are nowhere', async () => {
      const courseId = await plant.course();
      await plant.module(courseId, { startLessonIndex: 1, endLessonIndex: 2, isEnabled: false });
      await plant.module(courseId, { startLessonIndex: 3, endLessonIndex: 4 });
      const hidden = await plant.lesson(courseId, { orderIndex: 2 });
      const seen = await plant.lesson(courseId, { orderIndex: 3 });
      const told = await rooms.ask(me, `/api/courses/${courseId}/lessons`);
      expect(told.body.lessons.map(({ id, orderIndex }: Lesson) => [id, orderIndex])).toEqual([[seen, 1]]);
      expect((await rooms.ask(me, `/api/lessons/${hidden}`)).status).toBe(404);
      expect((await rooms.post(me, '/api/progress/unit', { lessonId: hidden, status: 'completed' })).status).toBe(404);
    });

    test('[X1, Z9] a lesson names the module that holds it, in the list and alone, once even where ranges overlap', async () => {
      const courseId = await plant.course();
      const title = 'Executing a High-Quality Scan';
      const first = await plant.module(courseId, { title, startLessonIndex: 1, endLessonIndex: 2 });
      await plant.module(courseId, { title: 'Overlaps', startLessonIndex: 2, endLessonIndex: 3 });
      const inside = await plant.lesson(courseId, { orderIndex: 2 });
      const outside = await plant.lesson(courseId, { orderIndex: 9 });
      for (const [who, path] of [
        [me, '/api'],
        [null, '/api/public'],
      ] as const) {
        const { lessons } = LessonList.parse((await rooms.ask(who, `${path}/courses/${courseId}/lessons`)).body);
        expect(lessons.map(({ id, module }) => [id, module])).toEqual([
          [inside, { id: first, title }],
          [outside, null],
        ]);
        expect((await rooms.ask(who, `${path}/lessons/${inside}`)).body.module).toEqual({ id: first, title });
      }
    });

    test('[X1] a video lesson carries stable addresses, its size and its length in seconds and minutes', async () => {
      const courseId = await plant.course();
      const assetId = await plant.asset({ sizeBytes: 5_000_000_000, captions: 'WEBVTT' });
      const lessonId = await plant.lesson(courseId, {
        assetId,
        durationSeconds: 61,
        isPreview: true,
        points: 25,
        body: '# Hi',
      });
      const told = await rooms.ask(me, `/api/lessons/${lessonId}`);
      expect(Lesson.parse(told.body)).toMatchObject({
        videoUrl: `/media/${assetId}`,
        captionsUrl: `/media/${assetId}/captions.vtt?v=0`,
        videoBytes: 5_000_000_000,
        duration: 61,
        durationMinutes: 2,
        isPreview: true,
        points: 25,
        questionCount: null,
        body: '# Hi',
      });
    });

    test('[S2] the numbers of lessons run on where one is hidden, in the list as in each of them', async () => {
      const courseId = await plant.course({ windowFrom: 2 });
      for (const [orderIndex, isHidden] of [
        [1, true],
        [2, false],
        [3, true],
        [4, false],
        [5, false],
      ] as const)
        await plant.lesson(courseId, { orderIndex, isHidden });
      const { lessons } = (await rooms.ask(me, `/api/courses/${courseId}/lessons`)).body as { lessons: Lesson[] };
      expect(lessons.map(({ orderIndex }) => orderIndex)).toEqual([2, 3, 4]);
      const last = await rooms.ask(me, `/api/lessons/${lessons.at(-1)?.id}`);
      expect(last.body.orderIndex).toBe(4);
    });

    test('[S2] a quiz lesson has its present number of questions, and 0 without any', async () => {
      const courseId = await plant.course();
      const quiz = await plant.lesson(courseId, { title: 'Quiz: safety' });
      const empty = await plant.lesson(courseId, { title: 'Exam', orderIndex: 2 });
      await plant.question(quiz, [true, false]);
      await plant.question(quiz, [true, false], { retiredAt: new Date() });
      const { body } = await rooms.ask(me, `/api/courses/${courseId}/lessons`);
      expect(
        body.lessons.map((lesson: Lesson) => [lesson.id, lesson.questionCount, lesson.videoUrl, lesson.points]),
      ).toEqual([
        [quiz, 1, null, 10],
        [empty, 0, null, 10],
      ]);
    });
  });

  test('an unchanged answer is 304 without a body; a changed one is sent', async () => {
    const courseId = await plant.course();
    const lessonId = await plant.lesson(courseId);
    const paths: [string | null, string][] = [
      [me, '/api/courses'],
      [me, `/api/courses/${courseId}`],
      [me, `/api/courses/${courseId}/lessons`],
      [me, `/api/lessons/${lessonId}`],
      [me, `/api/progress/enhanced/${courseId}`],
      [null, '/api/public/courses'],
      [null, `/api/public/courses/${courseId}`],
      [null, `/api/public/courses/${courseId}/lessons`],
      [null, `/api/public/lessons/${lessonId}`],
    ];
    const tags = new Map<string, string>();
    for (const [who, path] of paths) {
      const tag = (await rooms.ask(who, path)).headers.get('ETag') ?? '';
      expect(tag).toMatch(/^"[\w-]+"$/);
      tags.set(path, tag);
      const again = await rooms.ask(who, path, { headers: { 'If-None-Match': `"other", W/${tag}` } });
      expect([again.status, again.bytes.length, again.headers.get('ETag')]).toEqual([304, 0, tag]);
      expect(again.headers.get('X-Groundwork-Api')).toBe('1');
    }
    await db.update(db.tables.lessons).set({ title: 'New' }).where(eq(db.tables.lessons.id, lessonId));
    const path = `/api/lessons/${lessonId}`;
    const changed = await rooms.ask(me, path, { headers: { 'If-None-Match': tags.get(path) ?? '' } });
    expect(changed).toMatchObject({ status: 200, body: { title: 'New' } });
  });

  test('an answer must not be shared between people by a cache', async () => {
    const told = await rooms.ask(me, '/api/courses');
    expect(told.headers.get('Cache-Control')).toBe('private, no-cache');
    expect(told.headers.get('Vary')).toContain('Authorization');
  });

  test('[X1] percentComplete of the list follows the progress, over visible lessons', async () => {
    const courseId = await plant.course({ windowFrom: 1, windowTo: 3 });
    const lessons = [];
    for (const orderIndex of [1, 2, 3, 4]) lessons.push(await plant.lesson(courseId, { orderIndex }));
    await rooms.post(me, '/api/progress/unit', { lessonId: lessons[0], status: 'completed' });
    await rooms.post(me, '/api/progress/unit', { lessonId: lessons[1], status: 'in_progress' });
    const { courses } = await list('');
    expect(courses.find((course) => course.id === courseId)?.percentComplete).toBe(33);
    expect((await rooms.ask(me, `/api/courses/${courseId}`)).body.percentComplete).toBe(33);
  });
});
