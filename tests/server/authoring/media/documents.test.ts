// Documents beside a lesson: uploaded as its video is, shown to whoever may see the lesson, gone with it.

import { eq } from 'drizzle-orm';
import { unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { collectMediaGarbage } from '#server/authoring/media/media-garbage.ts';
import { type LessonDocument, MOST_DOCUMENTS } from '#sync/contract/document.ts';
import { LessonList } from '#sync/contract/lesson.ts';
import { type Author, anAuthor } from '#tests/fixtures/authors.ts';
import { onEveryEngine } from '#tests/fixtures/db.ts';
import { aPdf, aWave, SOUND_HEADS } from '#tests/fixtures/documents.ts';
import { startOn } from '#tests/fixtures/server.ts';
import { signedIn } from '#tests/fixtures/signed-in.ts';

/** The three steps; answers what the last one that was taken said. */
async function addDocument(author: Author, filename: string, bytes: Uint8Array, title = filename) {
  const { start, put, ask, lessonId } = author;
  const target = await start({ kind: 'document', filename, contentType: 'text/plain', size: bytes.length });
  if (target.status !== 200) return target;
  await put(target.body, bytes);
  return ask('POST', `/api/admin/lessons/${lessonId}/documents`, { filePath: target.body.filePath, title });
}

onEveryEngine('the documents of a lesson', (openDb) => {
  const startServer = startOn(openDb);
  const listed = async ({ ask, courseId }: Author) => {
    const { body } = await ask('GET', `/api/courses/${courseId}/lessons`);
    return LessonList.parse(body).lessons[0]?.documents;
  };

  test('are uploaded in three steps, listed in that order, and served with ranges to whoever may see the lesson', async () => {
    const author = await anAuthor(startServer);
    const { ask, lessonId, courseId, server, origin, files } = author;
    expect(await listed(author)).toBeUndefined();
    const pdf = await aPdf();
    const first = await addDocument(author, 'ladder.pdf', pdf, ' The ladder ');
    expect(first.status).toBe(201);
    const document: LessonDocument = first.body.document;
    expect(document).toEqual({
      assetId: document.assetId,
      title: 'The ladder',
      contentType: 'application/pdf',
      bytes: pdf.length,
    });
    await addDocument(author, 'a-tone.wav', aWave());
    expect((await listed(author))?.map(({ title }) => title)).toEqual(['The ladder', 'a-tone.wav']);
    expect((await ask('GET', `/api/admin/courses/${courseId}/lessons`)).body.lessons[0].documents).toHaveLength(2);
    expect((await ask('GET', `/api/lessons/${lessonId}`)).body.documents[0]).toEqual(document);
    expect(files()[0]).toMatch(/^documents\/\d+\/[\da-f-]{36}\.(pdf|wav)$/);

    const address = `${origin}/media/${document.assetId}`;
    const { courses } = server.db.tables;
    await server.db.update(courses).set({ visibility: 'private' }).where(eq(courses.id, courseId));
    const headers = { ...author.author.headers, Range: 'bytes=0-4' };
    const part = await fetch(address, { headers });
    expect([part.status, part.headers.get('Content-Type'), await part.text()]).toEqual([
      206,
      'application/pdf',
      '%PDF-',
    ]);
    const outsider = await signedIn(server, {});
    expect((await fetch(address, { headers: outsider.headers })).status).toBe(404);
    const member = await signedIn(server, { organizationId: author.organization });
    const { headers: theirs } = member;
    await server.db.update(courses).set({ visibility: 'organization' }).where(eq(courses.id, courseId));
    expect((await fetch(address, { headers: theirs })).status).toBe(200);
    await author.plant.module(courseId, { startLessonIndex: 1, endLessonIndex: 1, isEnabled: false });
    expect((await fetch(address, { headers: theirs })).status).toBe(404);
    const parts = await ask('GET', `/api/media/${document.assetId}/parts`);
    expect(parts.body).toMatchObject({ contentType: 'application/pdf', sizeBytes: pdf.length, captions: null });
  });

  test.each([251, 197])('may have a name of %i letters, which is cut before its ending', async (length) => {
    const author = await anAuthor(startServer);
    const taken = await addDocument(author, `${'n'.repeat(length)}.pdf`, await aPdf(), 'The ladder');
    expect(taken.status).toBe(201);
    const { assets } = author.server.db.tables;
    const kept = { fileName: `${'n'.repeat(196)}.pdf` };
    expect(await author.server.db.select().from(assets)).toMatchObject([kept]);
    const film = await author.start({ filename: `${'\u{1f6a7}'.repeat(120)}.mp4`, contentType: 'video/mp4', size: 9 });
    expect(film.body.fileName).toBe(`${'\u{1f6a7}'.repeat(98)}.mp4`);
  });

  test('are renamed by an author, which the device and the search hear of', async () => {
    const author = await anAuthor(startServer);
    const { ask, lessonId, server } = author;
    const { body } = await addDocument(author, 'ladder.pdf', await aPdf(), 'The ladder');
    const path = `/api/admin/lessons/${lessonId}/documents/${body.document.assetId}`;
    const found = async (words: string) => (await ask('GET', `/api/search?q=${words}`)).body.lessons;
    expect(await found('ladder')).toMatchObject([{ lessonId, excerpt: 'The ladder' }]);
    const { lessons, auditLog } = server.db.tables;
    const updated = async () => (await server.db.select().from(lessons))[0]?.updatedAt.getTime() ?? 0;
    const before = await updated();
    expect((await ask('PUT', path, { title: ' Ropes & knots ' })).status).toBe(200);
    expect(await updated()).toBeGreaterThan(before);
    expect((await listed(author))?.map(({ title }) => title)).toEqual(['Ropes & knots']);
    expect([await found('ladder'), await found('knots')]).toMatchObject([[], [{ lessonId }]]);
    expect((await ask('PUT', path, { title: ' ' })).body).toMatchObject({ field: 'title' });
    const gone = await ask('PUT', `/api/admin/lessons/${lessonId}/documents/${crypto.randomUUID()}`, { title: 'A' });
    expect([gone.status, gone.body.code]).toEqual([404, 'media_not_found']);
    const log = await server.db.select().from(auditLog).where(eq(auditLog.action, 'lesson.document_renamed'));
    expect(log).toMatchObject([{ details: { document: 'Ropes & knots', before: 'The ladder' } }]);
  });

  test('are refused by name and by what they hold, and leave no file', async () => {
    const author = await anAuthor(startServer);
    const refused = async (name: string, bytes: Uint8Array) => {
      const { status, body } = await addDocument(author, name, bytes);
      return [status, body.code, body.message];
    };
    expect(await refused('plan.docx', SOUND_HEADS.office)).toEqual([
      422,
      'file_type_refused',
      expect.stringMatching(/^plan\.docx cannot be shown on every tablet/),
    ]);
    expect(await refused('safe.pdf', await aPdf(['a'], { userPassword: 'b' }))).toEqual([
      422,
      'file_type_refused',
      expect.stringMatching(/^safe\.pdf is protected by a password/),
    ]);
    expect((await refused('fine.wav', aWave({ bits: 24 })))[1]).toBe('file_type_refused');
    expect(author.files()).toEqual([]);
    const large = await author.start({ kind: 'document', filename: 'a.pdf', size: 101 * 1024 ** 2 });
    expect([large.status, large.body.message]).toEqual([413, 'A document must be smaller than 100 MB']);
  });

  test('are at most ten, each completed once', async () => {
    const author = await anAuthor(startServer);
    const { start, put, ask, lessonId } = author;
    const { body: target } = await start({ kind: 'document', filename: 'a.wav' });
    await put(target, aWave());
    const complete = (title = 'A tone') =>
      ask('POST', `/api/admin/lessons/${lessonId}/documents`, { filePath: target.filePath, title });
    expect((await complete(' ')).body).toMatchObject({ field: 'title' });
    const [one, two] = await Promise.all([complete(), complete()]);
    expect(two.body).toEqual(one.body);
    const { body: begun } = await start({ kind: 'document', filename: 'b.wav' });
    await put(begun, aWave());
    for (let count = 1; count < MOST_DOCUMENTS; count += 1) await addDocument(author, 'c.wav', aWave());
    expect((await addDocument(author, 'd.wav', aWave())).body.code).toBe('too_many_documents');
    const late = await ask('POST', `/api/admin/lessons/${lessonId}/documents`, { ...begun, title: 'Late' });
    expect([late.status, late.body.code]).toEqual([422, 'too_many_documents']);
    expect(await listed(author)).toHaveLength(MOST_DOCUMENTS);
  });

  test('an upload that was begun for the one does not end as the other', async () => {
    const { start, put, complete, ask, lessonId } = await anAuthor(startServer);
    const sound = (await start({ kind: 'document', filename: 'a.ogg' })).body;
    await put(sound, SOUND_HEADS.vorbis);
    expect((await complete(sound)).body.code).toBe('upload_not_found');
    const video = (await start({ filename: 'a.ogg' })).body;
    await put(video, SOUND_HEADS.vorbis);
    const path = `/api/admin/lessons/${lessonId}/documents`;
    const ended = await ask('POST', path, { filePath: video.filePath, title: 'A' });
    expect(ended.body.code).toBe('upload_not_found');
    expect((await ask('POST', path, { filePath: sound.filePath, title: 'A' })).status).toBe(201);
  });

  test('go with their lesson or one by one, not while another lesson shows them, and never by the daily tidying', async () => {
    const author = await anAuthor(startServer);
    const { ask, lessonId, courseId, plant, files, server } = author;
    const { body } = await addDocument(author, 'a.wav', aWave());
    await addDocument(author, 'b.wav', aWave());
    const { lessonDocuments } = server.db.tables;
    const { assetId } = body.document;
    const other = await plant.lesson(courseId, { orderIndex: 2 });
    await server.db.insert(lessonDocuments).values({ lessonId: other, assetId, title: 'A', position: 1 });
    await collectMediaGarbage({ ...server.deps, now: () => new Date(Date.now() + 400 * 86_400_000) });
    expect(files()).toHaveLength(2);
    expect((await ask('DELETE', `/api/admin/lessons/${lessonId}/documents/${assetId}`)).status).toBe(200);
    expect((await ask('DELETE', `/api/admin/lessons/${lessonId}/documents/${assetId}`)).status).toBe(404);
    expect(files()).toHaveLength(2);
    await ask('DELETE', `/api/admin/lessons/${lessonId}`);
    expect(files()).toHaveLength(1);
    await ask('DELETE', `/api/admin/lessons/${other}`);
    expect(files()).toEqual([]);
  });

  test('take room of their organization', async () => {
    const author = await anAuthor(startServer);
    author.server.deps.media.limits.organizationBytes = 20_000;
    expect((await addDocument(author, 'a.wav', aWave())).status).toBe(201);
    const { status, body } = await addDocument(author, 'b.wav', aWave());
    expect([status, body.code]).toEqual([422, 'media_quota_exceeded']);
    expect((await author.ask('GET', '/api/admin/media-usage')).body.organizations[0].usedBytes).toBe(aWave().length);
  });

  test('are the lesson itself where its kind says so: the recording is what is played, in older apps too', async () => {
    const author = await anAuthor(startServer);
    const { ask, courseId, lessonId } = author;
    const lesson = async () => LessonList.parse((await ask('GET', `/api/courses/${courseId}/lessons`)).body).lessons[0];
    await ask('PUT', `/api/admin/lessons/${lessonId}`, { kind: 'audio' });
    expect(await lesson()).toMatchObject({ kind: 'audio', videoUrl: null });
    await addDocument(author, 'ladder.pdf', await aPdf());
    const { assetId, bytes } = (await addDocument(author, 'a.wav', aWave())).body.document;
    expect(await lesson()).toMatchObject({ videoUrl: `/media/${assetId}`, videoBytes: bytes, captionsUrl: null });
    await ask('PUT', `/api/admin/lessons/${lessonId}`, { kind: 'document' });
    expect(await lesson()).toMatchObject({ kind: 'document', videoUrl: null, documents: [{}, { assetId }] });
  });

  test('leave with their course and come back with it', async () => {
    const author = await anAuthor(startServer);
    const { ask, courseId, origin } = author;
    await ask('PUT', `/api/admin/lessons/${author.lessonId}`, { kind: 'document' });
    await addDocument(author, 'ladder.pdf', await aPdf(), 'The ladder');
    await addDocument(author, 'a.wav', aWave(), 'The ladder');
    const exported = async (id: number) => {
      const { body } = await ask('POST', `/api/admin/courses/${id}/export`);
      return new Uint8Array(await (await fetch(`${origin}${body.url}`)).arrayBuffer());
    };
    const zip = await exported(courseId);
    expect(Object.keys(unzipSync(zip)).sort()).toEqual([
      '01-walk-the-path-1-the-ladder.pdf',
      '01-walk-the-path-2-the-ladder.wav',
      '01-walk-the-path.md',
      'course.yaml',
    ]);
    const { headers } = author.author;
    const sent = await fetch(`${origin}/api/admin/courses/import`, { method: 'POST', headers, body: zip });
    expect(sent.status).toBe(201);
    const { course } = (await sent.json()) as { course: { id: number } };
    // The course of an org admin is for their organization, as any that they make.
    const { 'course.yaml': _, ...files } = unzipSync(await exported(course.id));
    expect({ ...unzipSync(zip), ...files }).toEqual(unzipSync(zip));
    expect(Object.keys(files)).toHaveLength(3);
    expect(new TextDecoder().decode(files['01-walk-the-path.md'])).toContain('\nkind: document\n');
  });
});
