// Each is refused in a sentence, and nobody else waits for it.
import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { eq } from 'drizzle-orm';
import { zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { anAuthor } from '#tests/fixtures/authors.ts';
import { onEveryEngine } from '#tests/fixtures/db.ts';
import { asking, COURSE, HOSTILE, WELCOME } from '#tests/fixtures/hostile-archives.ts';
import { aPng } from '#tests/fixtures/picture.ts';
import { startOn } from '#tests/fixtures/server.ts';

onEveryEngine('a hostile archive', (openDb) => {
  const startServer = startOn(openDb);

  test.each(HOSTILE)('%s is refused in a sentence, and holds nobody up', async (_, files, told) => {
    const { server, origin, author } = await anAuthor(startServer);
    const body = zipSync(files) as Uint8Array<ArrayBuffer>;
    const delay = monitorEventLoopDelay({ resolution: 5 });
    delay.enable();
    const answer = await fetch(`${origin}/api/admin/courses/import`, { method: 'POST', headers: author.headers, body });
    delay.disable();
    const said = await answer.text();
    expect(said.length).toBeLessThan(120_000);
    expect(answer.status, said.slice(0, 300)).toBe(422);
    expect((JSON.parse(said) as { message: string }).message).toMatch(told);
    // Many times what it takes, and a hundredth of what it took in the server's own process.
    expect(delay.max / 1e6).toBeLessThan(1000);
    expect(readdirSync(server.deps.media.incoming)).toEqual([]);
  });

  const refused = async (body: Uint8Array) => {
    const { origin, author } = await anAuthor(startServer);
    const sent = { method: 'POST', headers: author.headers, body: new Uint8Array(body) };
    const answer = await fetch(`${origin}/api/admin/courses/import`, sent);
    expect(answer.status).toBe(422);
    return ((await answer.json()) as { message: string }).message;
  };

  test('a file that lies inside another one is refused', async () => {
    const picture = Buffer.concat([aPng(), randomBytes(2000)]);
    const files = { 'course.yaml': COURSE, '01-x.md': WELCOME, 'a.png': picture, 'b.png': picture };
    const archive = Buffer.from(zipSync(files, { level: 0 }));
    // The offset of the first one, in the list at the end.
    const [first, second] = ['a.png', 'b.png'].map((name) => archive.lastIndexOf(name) - 4) as [number, number];
    archive.copy(archive, second, first, first + 4);
    expect(await refused(archive)).toMatch(/^[ab]\.png: This file lies inside another one of the zip file\./);
  });

  test.each([
    [
      'of 60,000 letters',
      `${'n'.repeat(60_000)}.md`,
      /^n{1000} \.\.\.: This name is in the zip file twice, or too long\.$/,
    ],
    ['with line ends', '../\u202e\n01-x.md: Fine.\u001b.md', /^\.\.\/ 01-x\.md: Fine\.\.md: This path leads out .*$/],
  ])('a name %s is told in a sentence', async (_, name, told) => {
    expect(await refused(zipSync({ 'course.yaml': COURSE, '01-x.md': WELCOME, [name]: WELCOME }))).toMatch(told);
  });

  test('a damaged archive of a course is not told to be one', async () => {
    const archive = zipSync({ 'course.yaml': COURSE, '01-x.md': WELCOME });
    const cut = await refused(Buffer.concat([archive, Buffer.alloc(100_000, 0x50)]));
    expect(cut).toBe('This is not a whole zip file. Please choose the zip file of a course.');
  });

  test('questions that take several statements keep their answers', async () => {
    const { server, origin, author } = await anAuthor(startServer);
    const quizzes = [1, 2, 3].map((at) => [`${at}-x.md`, asking(200, at)] as const);
    const body = zipSync({ 'course.yaml': COURSE, ...Object.fromEntries(quizzes) }) as Uint8Array<ArrayBuffer>;
    const answer = await fetch(`${origin}/api/admin/courses/import`, { method: 'POST', headers: author.headers, body });
    expect(answer.status).toBe(201);
    const { db } = server.deps;
    const { lessons, quizQuestions, quizAnswers } = db.tables;
    const rows = await db
      .select({ lesson: lessons.orderIndex, asked: quizQuestions.questionText, answer: quizAnswers.answerText })
      .from(quizAnswers)
      .innerJoin(quizQuestions, eq(quizQuestions.id, quizAnswers.questionId))
      .innerJoin(lessons, eq(lessons.id, quizQuestions.lessonId))
      .orderBy(lessons.orderIndex, quizQuestions.orderIndex, quizAnswers.orderIndex);
    const expected = [1, 2, 3].flatMap((at) =>
      Array.from({ length: 200 }, (_, number) => `${at}.${number}`).flatMap((asked) =>
        ['a', 'b'].map((letter) => ({ lesson: at, asked: `q ${asked}`, answer: `${letter} ${asked}` })),
      ),
    );
    expect(rows).toEqual(expected);
  });

  test('what nobody names is not unpacked', async () => {
    const { server, origin, author, files } = await anAuthor(startServer);
    const noise = randomBytes(50_000);
    const body = zipSync({ 'course.yaml': COURSE, '01-x.md': WELCOME, 'raw.mov': noise }) as Uint8Array<ArrayBuffer>;
    server.deps.media.limits.organizationBytes = body.length + 10;
    const answer = await fetch(`${origin}/api/admin/courses/import`, { method: 'POST', headers: author.headers, body });
    expect(answer.status).toBe(201);
    expect(files()).toEqual([]);
  });
});
