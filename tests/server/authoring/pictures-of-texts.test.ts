// The pictures in a course's texts leave with it and come back with it, and its author hears of those that learners cannot have.
import { eq } from 'drizzle-orm';
import { strFromU8, unzipSync, zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { type Author, anAuthor } from '#tests/fixtures/authors.ts';
import { onEveryEngine } from '#tests/fixtures/db.ts';
import { aPng } from '#tests/fixtures/picture.ts';
import { startOn } from '#tests/fixtures/server.ts';
import { signedIn } from '#tests/fixtures/signed-in.ts';

const png = (words: string) => new Uint8Array(aPng({ words }));

async function uploaded({ origin, author }: Author, courseId: number, words: string): Promise<string> {
  const sent = { method: 'POST', headers: author.headers, body: png(words) };
  return ((await (await fetch(`${origin}/api/admin/courses/${courseId}/pictures`, sent)).json()) as { url: string })
    .url;
}

async function exported({ ask, origin }: Author, courseId: number) {
  const { body } = await ask('POST', `/api/admin/courses/${courseId}/export`);
  return unzipSync(new Uint8Array(await (await fetch(`${origin}${body.url}`)).arrayBuffer()));
}

async function imported({ origin, author }: Author, files: Record<string, Uint8Array>) {
  const sent = { method: 'POST', headers: author.headers, body: zipSync(files) };
  const answer = await fetch(`${origin}/api/admin/courses/import`, sent);
  return (await answer.json()) as { course: { id: number }; notes: string[] };
}

const lostIn = async ({ ask }: Author, courseId: number) =>
  (await ask('GET', `/api/admin/courses/${courseId}/lessons`)).body.lessons[0].lostPictures;

onEveryEngine('the pictures of a text', (openDb) => {
  const startServer = startOn(openDb);

  test('leave and come back with their course, and are its own from then on', async () => {
    const author = await anAuthor(startServer);
    const { server, courseId, lessonId, origin, organization } = author;
    const { courses, lessons } = server.db.tables;
    const [wall, roof] = [await uploaded(author, courseId, 'wall'), await uploaded(author, courseId, 'roof')];
    const gone = '/media/00000000-0000-4000-8000-000000000000';
    const body = (first: string, second: string) =>
      `# Questions\n\n![A wall](${first}#640x480) and [a roof](<${second}> "t").\n\n[1]: ${second}\n\n\`${wall}\` ![gone](${gone})`;
    await server.db
      .update(lessons)
      .set({ body: body(wall, roof) })
      .where(eq(lessons.id, lessonId));
    await server.db.update(courses).set({ thumbnail: wall }).where(eq(courses.id, courseId));

    const files = await exported(author, courseId);
    expect(Object.keys(files).sort()).toEqual(['01-walk-the-path.md', 'course.yaml', 'picture-1.png', 'thumbnail.png']);
    expect(strFromU8(files['01-walk-the-path.md'] ?? new Uint8Array())).toContain('![A wall](thumbnail.png#640x480)');
    const { course, notes } = await imported(author, files);
    expect(notes).toEqual([
      '01-walk-the-path.md:12: This address below /media/ is of the installation that the text was written on. Learners may not have what it shows.',
    ]);
    const { 'course.yaml': _, ...again } = await exported(author, course.id);
    expect({ ...again, 'course.yaml': files['course.yaml'] }).toEqual(files);

    await server.db.update(courses).set({ deletedAt: new Date() }).where(eq(courses.id, courseId));
    await server.db.update(courses).set({ isPublished: true }).where(eq(courses.id, course.id));
    const [copy] = await server.db.select().from(lessons).where(eq(lessons.courseId, course.id));
    const [, first = '', second = ''] =
      /\((\/media\/[\da-f-]+)#640x480\)[^<]*<(\/media\/[\da-f-]+)>/.exec(copy?.body ?? '') ?? [];
    expect(copy?.body).toBe(body(first, second).replace(`\`${first}\``, `\`${wall}\``));
    const { headers } = await signedIn(server, { organizationId: organization });
    for (const [address, words] of [
      [first, 'wall'],
      [second, 'roof'],
    ] as const)
      expect(new Uint8Array(await (await fetch(`${origin}${address}`, { headers })).arrayBuffer())).toEqual(png(words));
    expect(await lostIn(author, course.id)).toEqual([gone]);
  });

  test('of a course that the author may not see stay where they are', async () => {
    const author = await anAuthor(startServer);
    const { server, courseId, lessonId, plant } = author;
    const { courses, lessons } = server.db.tables;
    const other = await plant.course({
      organizationId: author.organization,
      isPublished: true,
      visibility: 'organization',
    });
    const address = await uploaded(author, other, 'secret');
    const stranger = await plant.organization();
    await server.db.update(courses).set({ organizationId: stranger }).where(eq(courses.id, other));
    await server.db
      .update(lessons)
      .set({ body: `![x](${address})` })
      .where(eq(lessons.id, lessonId));
    await server.db.update(courses).set({ thumbnail: address }).where(eq(courses.id, courseId));
    expect(Object.keys(await exported(author, courseId)).sort()).toEqual(['01-walk-the-path.md', 'course.yaml']);
    expect(await lostIn(author, courseId)).toEqual([address]);
  });

  test('of another course are lost to learners who do not see it', async () => {
    const author = await anAuthor(startServer);
    const { server, courseId, lessonId, plant, organization } = author;
    const { courses, lessons } = server.db.tables;
    const other = await plant.course({ organizationId: organization });
    const address = await uploaded(author, other, 'wall');
    await server.db
      .update(lessons)
      .set({ body: `![x](${address}#1x1)` })
      .where(eq(lessons.id, lessonId));
    const ways = [
      [{ isPublished: true, visibility: 'public' }, 'private', true],
      [{ isPublished: false, visibility: 'public' }, 'private', false],
      [{ isPublished: true, visibility: 'organization' }, 'organization', true],
      [{ isPublished: true, visibility: 'organization' }, 'public', false],
      [{ isPublished: true, visibility: 'private' }, 'organization', false],
      [{ isPublished: true, visibility: 'public', deletedAt: new Date() }, 'public', false],
    ] as const;
    for (const [there, visibility, isSeen] of ways) {
      await server.db.update(courses).set(there).where(eq(courses.id, other));
      await server.db.update(courses).set({ visibility }).where(eq(courses.id, courseId));
      expect(await lostIn(author, courseId), JSON.stringify([there, visibility])).toEqual(
        isSeen ? undefined : [address],
      );
    }
  });
});
