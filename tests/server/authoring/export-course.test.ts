// A course leaves as a zip of the files that authors write, and those are read as what it was.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { unzipSync } from 'fflate';
import { expect, onTestFinished, test } from 'vitest';
import { type CourseContent, readCourse } from '#server/authoring/import/read-course.ts';
import { contentFolder, SAMPLE_COURSES, seedSampleContent } from '#server/commands/bootstrap-content.ts';
import { groupLessons, type Outline } from '#sync/contract/authoring.ts';
import { anAuthor } from '#tests/fixtures/authors.ts';
import { onEveryEngine } from '#tests/fixtures/db.ts';
import { startOn } from '#tests/fixtures/server.ts';
import { signedIn } from '#tests/fixtures/signed-in.ts';

/** What a course says, without where its files lie. */
const saidBy = ({ thumbnail, lessons, ...facts }: CourseContent) => ({
  ...facts,
  thumbnail: thumbnail?.sizeBytes,
  lessons: lessons.map(({ video, points = 10, ...lesson }) => ({
    ...{ ...lesson, points },
    video: video && [video.sizeBytes, video.contentType, video.captions],
  })),
});

onEveryEngine('the export of a course', (openDb) => {
  const startServer = startOn(openDb);

  const unpacked = (bytes: Uint8Array): string => {
    const folder = mkdtempSync(join(tmpdir(), 'groundwork-export-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    for (const [name, content] of Object.entries(unzipSync(bytes))) {
      expect(name, 'no entry leads out of its folder').toMatch(/^[^/\\]+$/);
      writeFileSync(join(folder, name), content);
    }
    return folder;
  };

  test('of each sample course is read as the course that it was', async () => {
    const server = await startServer();
    await seedSampleContent(server.db, server.deps.media);
    const origin = await server.listen();
    const { headers } = await signedIn(server, { isSuperAdmin: true });
    const within = contentFolder();
    for (const [at, name] of SAMPLE_COURSES.entries()) {
      const asked = await fetch(`${origin}/api/admin/courses/${at + 1}/export`, { method: 'POST', headers });
      const { url } = (await asked.json()) as { url: string };
      const file = await fetch(`${origin}${url}`);
      expect([file.status, file.headers.get('Content-Type')]).toEqual([200, 'application/zip']);
      expect(file.headers.get('Content-Disposition')).toMatch(/^attachment; filename\*=UTF-8''[\w-]+\.zip$/);
      const folder = unpacked(new Uint8Array(await file.arrayBuffer()));
      expect(saidBy(await readCourse(folder)), name).toEqual(saidBy(await readCourse(join(within, name), { within })));
    }
  });

  test('keeps what an author may type: signs of YAML and Markdown, types of questions, points, what is hidden', async () => {
    const author = await anAuthor(startServer);
    const { courseId, lessonId, server, plant, ask, origin } = author;
    const { courses, lessons } = server.db.tables;
    const title = `"Quotes": 'and' # signs, yes: no`;
    await server.db
      .update(courses)
      .set({ title, description: '- a\n* b\n@c', category: 'safety', durationMinutes: 5 })
      .where(eq(courses.id, courseId));
    await server.db
      .update(lessons)
      .set({
        title: '=1/2: "Half"',
        body: '---\n\n# Not questions\n# Questions\nThink about these.',
        durationSeconds: 90,
      })
      .where(eq(lessons.id, lessonId));
    const quiz = await plant.lesson(courseId, {
      title: 'Quiz: Signs',
      orderIndex: 2,
      isHidden: true,
      durationSeconds: 0,
    });
    const questions = [
      {
        questionText: 'One?\nOr two?',
        questionType: 'multiple_choice',
        points: 3,
        explanation: 'Because.\nSo.',
        answers: [
          { text: '[x] a', isCorrect: true },
          { text: '> b', isCorrect: false },
        ],
      },
      {
        questionText: 'True?',
        questionType: 'true_false',
        points: 1,
        answers: [
          { text: 'True', isCorrect: false },
          { text: 'False', isCorrect: true },
        ],
      },
    ];
    for (const question of questions)
      expect((await ask('POST', `/api/admin/lessons/${quiz}/quiz/questions`, question)).status).toBeLessThan(300);
    const { body } = await ask('POST', `/api/admin/courses/${courseId}/export`);
    const folder = unpacked(new Uint8Array(await (await fetch(`${origin}${body.url}`)).arrayBuffer()));
    const read = await readCourse(folder);
    expect(read).toMatchObject({ title, description: '- a\n* b\n@c' });
    expect(read.lessons).toMatchObject([
      { title: '=1/2: "Half"', body: '---\n\n# Not questions\n# Questions\nThink about these.', durationSeconds: 90 },
      {
        title: 'Quiz: Signs',
        durationSeconds: 0,
        questions: [
          { questionText: 'One?\nOr two?', questionType: 'multiple_choice', points: 3, explanation: 'Because.\nSo.' },
          { questionText: 'True?', questionType: 'true_false', points: 1 },
        ],
      },
    ]);
    expect(read.lessons.map(({ hidden }) => hidden)).toEqual([undefined, true]);
    expect(read.lessons[1]?.questions[0]?.answers).toMatchObject([
      { answerText: '[x] a', isCorrect: true },
      { answerText: '> b', isCorrect: false },
    ]);
  });

  test('numbers its files in the order of the lessons, and a module without lessons comes back', async () => {
    const { author, courseId, lessonId, ask, origin } = await anAuthor(startServer);
    const modules = `/api/admin/courses/${courseId}/modules`;
    const ids: number[] = [];
    for (const title of ['One', 'Empty', 'Two'])
      ids.push((await ask('POST', modules, { title })).body.modules.at(-1).id);
    await ask('PUT', `/api/admin/lessons/${lessonId}`, { moduleId: ids[0] });
    for (const at of [0, 0, 2, 2, 2])
      await ask('POST', `/api/admin/courses/${courseId}/lessons`, { title: `In ${at}`, moduleId: ids[at] });
    const { body } = await ask('POST', `/api/admin/courses/${courseId}/export`);
    const bytes = new Uint8Array(await (await fetch(`${origin}${body.url}`)).arrayBuffer());
    const names = Object.keys(unzipSync(bytes)).filter((name) => name.endsWith('.md'));
    expect(names).toEqual([
      '01-walk-the-path.md',
      '02-in-0.md',
      '03-in-0.md',
      '04-in-2.md',
      '05-in-2.md',
      '06-in-2.md',
    ]);
    expect((await readCourse(unpacked(bytes))).modules).toMatchObject([
      { title: 'One', lessons: { from: 1, to: 3 } },
      { title: 'Empty' },
      { title: 'Two', lessons: { from: 4, to: 6 } },
    ]);
    const sent = { method: 'POST', headers: author.headers, body: bytes as Uint8Array<ArrayBuffer> };
    const made = (await (await fetch(`${origin}/api/admin/courses/import`, sent)).json()) as { course: { id: number } };
    const { body: again } = await ask('GET', `/api/admin/courses/${made.course.id}/lessons`);
    expect(groupLessons(again as Outline).map(({ title, lessons }) => [title, lessons.length])).toEqual([
      ['One', 3],
      ['Empty', 0],
      ['Two', 3],
      ['Other/New Lessons', 0],
    ]);
  });

  test('of any title has a name that can be sent', async () => {
    const { courseId, server, ask, origin } = await anAuthor(startServer);
    const { courses } = server.db.tables;
    await server.db
      .update(courses)
      .set({ title: `a${'\u{20000}'.repeat(60)}` })
      .where(eq(courses.id, courseId));
    const { body } = await ask('POST', `/api/admin/courses/${courseId}/export`);
    expect((await fetch(`${origin}${body.url}`)).status).toBe(200);
  });

  test('needs a fresh address, which ends with its holder’s right', async () => {
    const { courseId, ask, origin, server, author } = await anAuthor(startServer);
    const path = `/api/admin/courses/${courseId}/export`;
    const { body } = await ask('POST', path);
    const codeOf = async (address: string) =>
      ((await (await fetch(`${origin}${address}`)).json()) as { code: string }).code;
    expect(await codeOf(path)).toBe('token_expired');
    expect(await codeOf(`${path}?token=x`)).toBe('token_expired');
    expect(await codeOf(body.url.replace(`/${courseId}/`, `/${courseId + 1}/`))).toBe('token_expired');
    const { profiles, auditLog } = server.db.tables;
    expect(await server.db.select().from(auditLog).where(eq(auditLog.action, 'course.exported'))).toHaveLength(1);
    await server.db.update(profiles).set({ isOrgAdmin: false }).where(eq(profiles.id, author.id));
    expect(await codeOf(body.url)).toBe('course_not_found');
  });
});
