// The sample content (P-8), as it stands in a fresh database.

import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { and, asc, count, eq, isNull } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SAMPLE_COURSES, seedSampleContent } from '#server/commands/bootstrap-content.ts';
import type { Db } from '#server/db/client.ts';
import type { Media } from '#server/deps.ts';
import { openMedia } from '#server/media/media.ts';
import { DEMO_ORGANIZATION } from '#server/sample-people/cast.ts';
import { lessonKind } from '#sync/contract/lesson.ts';
import { onEveryEngine } from '#tests/fixtures/db.ts';

onEveryEngine('the sample content', (openDb) => {
  let db: Db;
  let media: Media;
  const folder = mkdtempSync(join(tmpdir(), 'groundwork-sample-media-'));
  beforeAll(async () => {
    db = await openDb();
    media = await openMedia({ dataDir: folder });
    expect(await seedSampleContent(db, media)).toBe(true);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const lessonsOf = (courseId: number) => {
    const { lessons } = db.tables;
    return db.select().from(lessons).where(eq(lessons.courseId, courseId)).orderBy(asc(lessons.orderIndex));
  };

  test('[X2] is four published courses with the ids that the specification names', async () => {
    const { courses } = db.tables;
    const rows = await db.select().from(courses).orderBy(asc(courses.id));
    expect(rows.map(({ id, title, visibility, isPublished }) => [id, title, visibility, isPublished])).toEqual([
      [1, 'Property Inspection Field Training', 'public', true],
      [2, 'Operating the 3D Scanner', 'public', true],
      [3, 'Growing an Inspection Business', 'organization', true],
      [4, 'Certified Field Inspector', 'public', true],
    ]);
    expect(rows.map((course) => course.organizationId)).toEqual([null, null, DEMO_ORGANIZATION.id, null]);
    expect([rows[0]?.windowFrom, rows[0]?.windowTo, rows[3]?.windowFrom]).toEqual([5, 31, null]);
  });

  test('[X2] has 31 lessons in seven modules in courses 1 and 4', async () => {
    const { courseModules } = db.tables;
    for (const courseId of [1, 4]) {
      const lessons = await lessonsOf(courseId);
      expect(lessons.map((lesson) => lesson.orderIndex)).toEqual(Array.from({ length: 31 }, (_, at) => at + 1));
      const modules = await db
        .select()
        .from(courseModules)
        .where(eq(courseModules.courseId, courseId))
        .orderBy(asc(courseModules.orderIndex));
      expect(modules.map((module) => [module.startLessonIndex, module.endLessonIndex])).toEqual([
        [1, 4],
        [5, 8],
        [9, 13],
        [14, 18],
        [19, 23],
        [24, 27],
        [28, 31],
      ]);
    }
  });

  test('[X2] leaves lessons 16 and 17 of course 4 without a video, so that something is pending', async () => {
    const lessons = await lessonsOf(4);
    const withVideo = (orderIndex: number) =>
      lessons.find((lesson) => lesson.orderIndex === orderIndex)?.assetId !== null;
    expect([14, 15, 16, 17].map(withVideo)).toEqual([true, true, false, false]);
  });

  test('[X2] asks three questions in a quiz and twenty in an exam, each with a right answer', async () => {
    const { lessons, quizQuestions, quizAnswers } = db.tables;
    const all = await db.select().from(lessons);
    let exams = 0;
    for (const lesson of all) {
      const questions = await db.select().from(quizQuestions).where(eq(quizQuestions.lessonId, lesson.id));
      const kind = lessonKind({ title: lesson.title, videoUrl: null });
      if (kind === 'exam') exams += 1;
      expect([lesson.title, questions.length]).toEqual([
        lesson.title,
        new Map([
          ['quiz', 3],
          ['exam', 20],
        ]).get(kind) ?? 0,
      ]);
      for (const question of questions) {
        const [right] = await db
          .select({ right: count() })
          .from(quizAnswers)
          .where(and(eq(quizAnswers.questionId, question.id), eq(quizAnswers.isCorrect, true)));
        if (question.questionType === 'multiple_choice') expect(right?.right).toBeGreaterThan(0);
        else expect(right?.right).toBe(1);
      }
    }
    expect(exams).toBe(2);
  });

  test('[X2] has a text and a duration for every lesson, and captions for every video', async () => {
    const { lessons, assets } = db.tables;
    for (const lesson of await db.select().from(lessons)) {
      expect(lesson.body.length).toBeGreaterThan(40);
      expect(lesson.durationSeconds).toBeGreaterThan(0);
    }
    const clips = await db.select().from(assets).where(isNull(assets.courseId));
    expect(clips).toHaveLength(11);
    for (const clip of clips) expect(clip.captions).toMatch(/^WEBVTT/);
  });

  test('[X2] gives a text no more time than its words take, and a course the sum of its lessons', async () => {
    for (const course of await db.select().from(db.tables.courses)) {
      const { windowFrom, windowTo, durationMinutes } = course;
      let sum = 0;
      for (const { title, body, assetId, durationSeconds, orderIndex } of await lessonsOf(course.id)) {
        const minutes = Math.ceil(durationSeconds / 60);
        if (orderIndex >= (windowFrom ?? 1) && orderIndex <= (windowTo ?? Infinity)) sum += minutes;
        if (lessonKind({ title, videoUrl: assetId }) === 'text')
          expect(body.split(/\s+/).length / minutes, title).toBeGreaterThan(60);
      }
      expect([course.title, durationMinutes]).toEqual([course.title, sum]);
    }
  });

  test('[X2] stores every file that a row points to, byte for byte, together under 12 MB', async () => {
    let total = 0;
    for (const asset of await db.select().from(db.tables.assets)) {
      const file = join(folder, 'media', asset.storageKey);
      expect(statSync(file).size).toBe(asset.sizeBytes);
      expect(createHash('sha256').update(readFileSync(file)).digest('hex').slice(0, 32)).toBe(asset.etag);
      total += asset.sizeBytes;
    }
    expect(total).toBeLessThan(12_000_000);
    const thumbnails = await db.select({ thumbnail: db.tables.courses.thumbnail }).from(db.tables.courses);
    const ids = new Set((await db.select().from(db.tables.assets)).map((asset) => `/media/${asset.id}`));
    for (const { thumbnail } of thumbnails) expect(ids).toContain(thumbnail);
  });

  test('[X2] lets the next course have the next id', async () => {
    const fields = { title: 'Fifth', description: '', category: 'software', instructorName: 'Ana' };
    const [course] = await db.insert(db.tables.courses).values(fields).returning();
    expect(course?.id).toBe(5);
  });

  test('[X2] is put in once: a second start, or two at once, change nothing', async () => {
    const { lessons } = db.tables;
    const [before] = await db.select({ rows: count() }).from(lessons);
    expect(await seedSampleContent(db, media)).toBe(false);
    expect((await db.select({ rows: count() }).from(lessons))[0]).toEqual(before);

    const other = await openDb();
    const both = [seedSampleContent(other, media), seedSampleContent(other, media)];
    expect((await Promise.all(both)).filter(Boolean)).toHaveLength(1);
    const [courses] = await other.select({ rows: count() }).from(other.tables.courses);
    expect(courses?.rows).toBe(SAMPLE_COURSES.length);
  });

  test('[X2] leaves no row behind when its media cannot be stored', async () => {
    const other = await openDb();
    const storage = {
      ...media.storage,
      stat: async () => undefined,
      put: () => Promise.reject(new Error('disk full')),
    };
    await expect(seedSampleContent(other, { ...media, storage })).rejects.toThrow('disk full');
    expect(await other.select().from(other.tables.courses)).toEqual([]);
    expect(existsSync(join(folder, 'media/sample'))).toBe(true);
  });
});
