// 'Duplicate' on a course: everything but people, as a draft that stands on its own.
import { randomUUID } from 'node:crypto';
import { and, eq, isNull } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { collectMediaGarbage } from '#server/authoring/media/media-garbage.ts';
import { type Author, anAuthor } from '#tests/fixtures/authors.ts';
import { onEveryEngine } from '#tests/fixtures/db.ts';
import { aPng } from '#tests/fixtures/picture.ts';
import { startOn } from '#tests/fixtures/server.ts';
import { signedIn } from '#tests/fixtures/signed-in.ts';

async function picture({ origin, author }: Author, courseId: number, words: string): Promise<string> {
  const sent = { method: 'POST', headers: author.headers, body: new Uint8Array(aPng({ words })) };
  return ((await (await fetch(`${origin}/api/admin/courses/${courseId}/pictures`, sent)).json()) as { url: string })
    .url;
}

/** What learners read and answer in a course, without ids. */
async function saidBy({ server, ask }: Author, courseId: number) {
  const { db } = server;
  const { lessons, quizQuestions, quizAnswers } = db.tables;
  const { body } = await ask('GET', `/api/admin/courses/${courseId}/lessons`);
  const rows = await db
    .select()
    .from(lessons)
    .where(and(eq(lessons.courseId, courseId), isNull(lessons.retiredAt)))
    .orderBy(lessons.orderIndex);
  const asked = await db
    .select()
    .from(quizQuestions)
    .innerJoin(lessons, eq(lessons.id, quizQuestions.lessonId))
    .innerJoin(quizAnswers, eq(quizAnswers.questionId, quizQuestions.id))
    .where(and(eq(lessons.courseId, courseId), isNull(quizQuestions.retiredAt), isNull(quizAnswers.retiredAt)))
    .orderBy(quizQuestions.orderIndex, quizAnswers.orderIndex);
  return {
    modules: body.modules.map(({ id: _, courseId: __, ...module }: Record<string, unknown>) => module),
    lessons: rows.map(({ title, orderIndex, isHidden, isPreview, points, assetId, durationSeconds, body: text }) => ({
      ...{ title, orderIndex, isHidden, isPreview, points, assetId, durationSeconds },
      body: text.replace(/\/media\/[0-9a-f-]+/g, '/media/ID'),
    })),
    documents: body.lessons.map(({ documents = [] }: { documents?: { title: string; url: string }[] }) => documents),
    asked: asked.map(({ quiz_questions: q, quiz_answers: a }) => [
      q.questionText,
      q.questionType,
      q.points,
      q.explanation,
      a.answerText,
      a.isCorrect,
    ]),
  };
}

onEveryEngine('a duplicated course', (openDb) => {
  const startServer = startOn(openDb);

  test('has everything but people, is a draft, and shares its videos', async () => {
    const author = await anAuthor(startServer);
    const { server, plant, courseId, lessonId, ask, upload } = author;
    const { db } = server;
    const { courses, lessons, lessonDocuments, assets, courseProgress, autoEnrollments } = db.tables;
    const [wall, cover] = [await picture(author, courseId, 'wall'), await picture(author, courseId, 'cover')];
    await upload();
    const quiz = await plant.lesson(courseId, {
      title: 'Quiz: Paths',
      orderIndex: 2,
      body: `![A wall](${wall}#4x4)`,
      isHidden: true,
      points: 7,
    });
    await plant.lesson(courseId, { title: 'Deleted', orderIndex: 3, retiredAt: new Date() });
    await plant.question(quiz, [true, false], { points: 3 });
    await plant.question(quiz, [false, true], { questionText: 'Deleted?', orderIndex: 2, retiredAt: new Date() });
    await plant.question(quiz, [true, true], { questionText: 'All?', questionType: 'multiple_choice', orderIndex: 3 });
    await plant.module(courseId, { title: 'First', startLessonIndex: 1, endLessonIndex: 1, isEnabled: false });
    await plant.module(courseId, { title: 'Then', orderIndex: 2, startLessonIndex: 2, endLessonIndex: 2 });
    const pdf = await plant.asset({ contentType: 'application/pdf' });
    await db.insert(lessonDocuments).values({ lessonId, assetId: pdf, title: 'Checklist', position: 4 });
    await plant.assign(await plant.person({ organizationId: author.organization }), courseId);
    const facts = {
      thumbnail: cover,
      windowFrom: 1,
      windowTo: 2,
      validMonths: 12,
      objectives: ['Walk'],
      durationMinutes: 9,
    };
    await db.update(courses).set(facts).where(eq(courses.id, courseId));

    const { status, body } = await ask('POST', `/api/admin/courses/${courseId}/duplicate`);
    expect(status).toBe(201);
    const { id } = body.course;
    expect(body.course).toMatchObject({ title: 'Copy of Field work', isPublished: false, objectives: ['Walk'] });
    const before = await saidBy(author, courseId);
    const after = await saidBy(author, id);
    expect(before.asked.length, 'what is compared is there').toBe(4);
    expect(after.lessons[0]?.assetId).toMatch(/-/);
    expect({ ...after, documents: undefined }).toEqual({ ...before, documents: undefined });
    expect(after.documents[0]).toEqual(before.documents[0]);
    const [made] = await db.select().from(courses).where(eq(courses.id, id));
    expect(made).toMatchObject({ windowFrom: 1, windowTo: 2, validMonths: 12, durationMinutes: 9, rev: 0 });
    expect(made).toMatchObject({ organizationId: author.organization, createdBy: author.author.id, deletedAt: null });
    expect(made?.thumbnail).not.toBe(cover);
    for (const table of [courseProgress, autoEnrollments])
      expect(await db.select().from(table).where(eq(table.courseId, id))).toEqual([]);

    // The first course goes, and the copy keeps everything.
    await ask('DELETE', `/api/admin/courses/${courseId}`);
    await db.delete(courses).where(eq(courses.id, courseId));
    await collectMediaGarbage(server.deps);
    expect(await saidBy(author, id)).toEqual({ ...after });
    const [text] = await db
      .select()
      .from(lessons)
      .where(and(eq(lessons.courseId, id), eq(lessons.orderIndex, 2)));
    for (const address of [made?.thumbnail, /\/media\/[0-9a-f-]+/.exec(text?.body ?? '')?.[0]])
      expect((await ask('GET', address ?? '')).status).toBe(200);
    const kept = await db.select({ id: assets.id }).from(assets);
    expect(kept.map((asset) => asset.id).sort()).toEqual(
      [
        after.lessons[0]?.assetId,
        pdf,
        ...[made?.thumbnail, text?.body].map((one) => /\/media\/([0-9a-f-]+)/.exec(one ?? '')?.[1]),
      ].sort(),
    );
  });

  test('shows the still of a shared video to people who cannot see the first course', async () => {
    const author = await anAuthor(startServer);
    const { server, plant, courseId, lessonId, ask, organization, origin } = author;
    const { courses, lessons } = server.db.tables;
    const poster = await plant.asset({ courseId, contentType: 'image/jpeg', fileName: 'poster.jpg' });
    const assetId = await plant.asset({ posterId: poster });
    await server.db.update(lessons).set({ assetId }).where(eq(lessons.id, lessonId));
    const { id } = (await ask('POST', `/api/admin/courses/${courseId}/duplicate`)).body.course;
    await server.db.update(courses).set({ isPublished: false }).where(eq(courses.id, courseId));
    const learner = await signedIn(server, { organizationId: organization });
    const asked = async () =>
      (await fetch(`${origin}/media/${poster}`, { method: 'HEAD', headers: learner.headers })).status;
    expect(await asked()).toBe(404);
    await server.db.update(courses).set({ isPublished: true, visibility: 'organization' }).where(eq(courses.id, id));
    await server.db.insert(server.db.tables.courseProgress).values({ userId: learner.id, courseId: id });
    expect(await asked(), 'found, though this test has stored no file').not.toBe(404);
  });

  test('has its translations, of modules, questions and answers too', async () => {
    const { server, plant, courseId, lessonId, ask } = await anAuthor(startServer);
    const { db } = server;
    const { courseTranslations, lessonTranslations, lessons, courseModules, quizQuestions, quizAnswers } = db.tables;
    const module = await plant.module(courseId, { title: 'First', startLessonIndex: 1, endLessonIndex: 1 });
    const { id, answers } = await plant.question(lessonId, [true, false]);
    const unit = (key: string) => ({ key, of: 'Words', text: 'Palabras' });
    const units = [`module.${module}`, 'title'].map(unit);
    await db.insert(courseTranslations).values({ courseId, language: 'es', isPublished: true, units });
    const ofLesson = ['body', `question.${id}`, `answer.${answers[1]}`, `explanation.${id}`].map(unit);
    await db.insert(lessonTranslations).values({ lessonId, language: 'es', units: ofLesson });
    const { id: copy } = (await ask('POST', `/api/admin/courses/${courseId}/duplicate`)).body.course;
    const [words] = await db.select().from(courseTranslations).where(eq(courseTranslations.courseId, copy));
    const [own] = await db.select().from(courseModules).where(eq(courseModules.courseId, copy));
    expect(words).toMatchObject({ language: 'es', isPublished: true, units: [`module.${own?.id}`, 'title'].map(unit) });
    const [lesson] = await db.select().from(lessons).where(eq(lessons.courseId, copy));
    const [asked] = await db
      .select()
      .from(quizQuestions)
      .where(eq(quizQuestions.lessonId, lesson?.id ?? 0));
    const [, wrong] = await db
      .select()
      .from(quizAnswers)
      .where(eq(quizAnswers.questionId, asked?.id ?? 0))
      .orderBy(quizAnswers.orderIndex);
    const [said] = await db
      .select()
      .from(lessonTranslations)
      .where(eq(lessonTranslations.lessonId, lesson?.id ?? 0));
    expect(said?.units.map(({ key }) => key)).toEqual([
      ...['body', `question.${asked?.id}`, `answer.${wrong?.id}`, `explanation.${asked?.id}`],
    ]);
    expect(asked?.id).not.toBe(id);
  });

  test('has its own of the pictures that only a translation shows', async () => {
    const author = await anAuthor(startServer);
    const { server, courseId, lessonId, ask } = author;
    const { lessonTranslations, lessons } = server.db.tables;
    const sign = await picture(author, courseId, 'sign');
    const units = [{ key: 'body', of: 'Words', text: `![Una señal](${sign}#4x4)` }];
    await server.db.insert(lessonTranslations).values({ lessonId, language: 'es', units });
    const { id } = (await ask('POST', `/api/admin/courses/${courseId}/duplicate`)).body.course;
    const [copy] = await server.db
      .select({ units: lessonTranslations.units })
      .from(lessonTranslations)
      .innerJoin(lessons, eq(lessons.id, lessonTranslations.lessonId))
      .where(eq(lessons.courseId, id));
    expect(copy?.units[0]?.text).toMatch(/^!\[Una señal\]\(\/media\/[\da-f-]{36}#4x4\)$/);
    expect(copy?.units[0]?.text).not.toContain(sign);
  });

  test('has a title that its organization does not have yet', async () => {
    const { courseId, ask, server } = await anAuthor(startServer);
    const { courses } = server.db.tables;
    await server.db
      .update(courses)
      .set({ title: 'x'.repeat(200) })
      .where(eq(courses.id, courseId));
    const titles = [];
    for (let n = 0; n < 3; n++)
      titles.push((await ask('POST', `/api/admin/courses/${courseId}/duplicate`)).body.course.title);
    expect(titles).toEqual([
      `Copy of ${'x'.repeat(192)}`,
      `Copy of ${'x'.repeat(188)} (2)`,
      `Copy of ${'x'.repeat(188)} (3)`,
    ]);
  });

  test('belongs where the course does, and leaves no file behind when it cannot be stored', async () => {
    const author = await anAuthor(startServer);
    const { server, courseId, lessonId, ask, organization, files } = author;
    const { organizations, lessons } = server.db.tables;
    const superAdmin = await signedIn(server, { isSuperAdmin: true });
    const { body } = await ask('POST', `/api/admin/courses/${courseId}/duplicate`, undefined, superAdmin);
    expect(body.course.organization?.id).toBe(organization);
    const wall = await picture(author, courseId, 'wall');
    await server.db
      .update(lessons)
      .set({ body: `![](${wall})` })
      .where(eq(lessons.id, lessonId));
    await server.db.update(organizations).set({ isActive: false }).where(eq(organizations.id, organization));
    const before = files();
    const refused = await ask('POST', `/api/admin/courses/${courseId}/duplicate`);
    expect(refused.status).toBeGreaterThanOrEqual(400);
    expect(files()).toEqual(before);
    expect((await ask('POST', `/api/admin/courses/${randomUUID()}/duplicate`)).status).toBe(404);
  });
});
