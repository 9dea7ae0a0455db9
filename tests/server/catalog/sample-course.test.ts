import { and, eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { seedSampleContent } from '#server/commands/bootstrap-content.ts';
import type { Db } from '#server/db/client.ts';
import { openMedia } from '#server/media/media.ts';
import { CourseList } from '#sync/contract/course.ts';
import { type Lesson, LessonList, lessonKind } from '#sync/contract/lesson.ts';
import { Quiz } from '#sync/contract/quiz.ts';
import { onEveryEngine } from '#tests/fixtures/db.ts';
import { planter } from '#tests/fixtures/plant.ts';
import { openRooms, type Rooms } from '#tests/fixtures/rooms.ts';

onEveryEngine('the sample content, taken as a learner would', (openDb) => {
  let db: Db;
  let rooms: Rooms;
  let me: string;

  beforeAll(async () => {
    db = await openDb();
    rooms = await openRooms(db);
    await seedSampleContent(db, await openMedia({ dataDir: rooms.dataDir, ffmpeg: 'off' }));
    me = await planter(db).person();
  });

  const lessonsOf = async (courseId: number): Promise<Lesson[]> =>
    LessonList.parse((await rooms.ask(me, `/api/courses/${courseId}/lessons`)).body).lessons;

  const rightAnswers = async (quiz: Quiz) => {
    const { quizAnswers } = db.tables;
    const answers: Record<string, string | string[]> = {};
    for (const { id, question_type } of quiz.questions) {
      const rows = await db
        .select()
        .from(quizAnswers)
        .where(and(eq(quizAnswers.questionId, id), eq(quizAnswers.isCorrect, true)));
      const ids = rows.map((row) => String(row.id));
      answers[id] = question_type === 'multiple_choice' ? ids : (ids[0] ?? '');
    }
    return answers;
  };

  test('[X1, X2] a visitor finds the three public courses, each with a picture that opens', async () => {
    const { courses } = CourseList.parse((await rooms.ask(null, '/api/public/courses')).body);
    expect(courses.map((course) => course.id)).toEqual([1, 2, 4]);
    for (const { thumbnail } of courses) {
      const picture = await rooms.ask(null, thumbnail ?? '');
      expect([picture.status, picture.headers.get('Content-Type')]).toEqual([200, 'image/webp']);
    }
  });

  test('[C2] course 1 shows orderIndex 5 to 31 and no other', async () => {
    const lessons = await lessonsOf(1);
    expect(lessons.map((lesson) => lesson.orderIndex)).toEqual(Array.from({ length: 27 }, (_, i) => i + 5));
  });

  test('[C1, H2] no length contradicts another: a course takes what its lessons take, each rounded up to minutes', async () => {
    const { courses } = CourseList.parse((await rooms.ask(me, '/api/courses')).body);
    for (const { id, duration } of courses) {
      const minutes = (await lessonsOf(id)).map((lesson) => lesson.durationMinutes);
      expect([id, duration]).toEqual([id, minutes.reduce((sum, one) => sum + one, 0)]);
    }
    const training = (await lessonsOf(1)).filter((lesson) => !['exam', 'capstone'].includes(lessonKind(lesson)));
    expect(training.reduce((sum, lesson) => sum + lesson.durationMinutes, 0)).toBeLessThan(60);
  });

  test('every video of an open course plays from its first bytes, with captions', async () => {
    const videos = (await lessonsOf(4)).filter((lesson) => lesson.videoUrl);
    expect(videos.length).toBeGreaterThan(0);
    for (const { videoUrl, captionsUrl, videoBytes } of videos) {
      const first = await rooms.ask(null, videoUrl ?? '', { headers: { Range: 'bytes=0-1' } });
      expect([first.status, first.headers.get('Content-Range')]).toEqual([206, `bytes 0-1/${videoBytes}`]);
      expect(first.headers.get('Content-Type')).toBe('video/mp4');
      expect(new TextDecoder().decode((await rooms.ask(null, captionsUrl ?? '')).bytes)).toMatch(/^WEBVTT/);
    }
  });

  test('[P1, Q6, Q7, X1] course 1 is completed: texts, videos, quizzes, the exam and the capstone', async () => {
    const kinds = new Set<string>();
    for (const lesson of await lessonsOf(1)) {
      const kind = lessonKind(lesson);
      kinds.add(kind);
      if (kind === 'quiz' || kind === 'exam') {
        const quiz = Quiz.parse((await rooms.ask(me, `/api/lessons/${lesson.id}/quiz`)).body);
        expect(quiz.questions).toHaveLength(kind === 'exam' ? 20 : 3);
        expect(lesson.questionCount).toBe(quiz.questions.length);
        const sheet = await rooms.post(me, `/api/lessons/${lesson.id}/quiz/submit`, {
          answers: await rightAnswers(quiz),
          quizVersion: quiz.quizVersion,
        });
        expect(sheet.body).toMatchObject({ score: 100, passed: true, unit: { status: 'completed' } });
      } else {
        const told = await rooms.post(me, '/api/progress/unit', { lessonId: lesson.id, status: 'completed' });
        expect(told.body.changed).toBe(true);
      }
    }
    expect([...kinds].sort()).toEqual(['capstone', 'exam', 'quiz', 'text', 'video']);
    const { courseProgress } = (await rooms.ask(me, '/api/progress/enhanced/1')).body;
    expect(courseProgress).toMatchObject({ percentComplete: 100, completedAt: expect.any(String) });
    expect(courseProgress.pointsEarned).toBe(courseProgress.totalPoints);
    const { courses } = CourseList.parse((await rooms.ask(me, '/api/courses')).body);
    expect(courses.map((course) => [course.id, course.percentComplete])).toEqual([
      [1, 100],
      [2, 0],
      [4, 0],
    ]);
    expect(courses[0]?.enrollmentCount).toBe(1);
  });
});
