// A file with a fingerprint continues where it broke off: after a cut, a kill, a reload, another day.
import { once } from 'node:events';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { Upload } from 'tus-js-client';
import { expect, onTestFinished, test } from 'vitest';
import { collectMediaGarbage } from '#server/authoring/media/media-garbage.ts';
import { mediaFolder } from '#server/media/media.ts';
import type { UploadTarget } from '#sync/contract/video.ts';
import { type Author, anAuthor } from '#tests/fixtures/authors.ts';
import { databasesOf, onEveryEngine } from '#tests/fixtures/db.ts';
import { startOn } from '#tests/fixtures/server.ts';
import { startProcess } from '#tests/fixtures/server-process.ts';
import { signedIn } from '#tests/fixtures/signed-in.ts';
import { aVideo } from '#tests/fixtures/videos.ts';

const DAY_MS = 86_400_000;
const VIDEO = aVideo(500_000);
const FILE = { size: VIDEO.length, fingerprint: 'ab'.repeat(32) };

onEveryEngine('an upload that may be continued', (openDb, engine) => {
  const startServer = startOn(openDb);
  const { newUrl } = databasesOf(engine);
  const begin = async ({ start }: Author, more: object = {}): Promise<UploadTarget> =>
    (await start({ ...FILE, ...more })).body;

  /** Sends the first bytes of the file and leaves the connection open. */
  const sendSome = async (author: Author, { uploadUrl, token }: UploadTarget, bytes: number): Promise<Socket> => {
    const socket = connect(Number(new URL(author.origin).port), '127.0.0.1');
    onTestFinished(() => void socket.destroy());
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    const head = [`PUT ${uploadUrl} HTTP/1.1`, 'Host: x', `Authorization: ${token}`, `Content-Length: ${VIDEO.length}`];
    socket.write([...head, '', ''].join('\r\n'));
    socket.write(VIDEO.subarray(0, bytes));
    await expect.poll(() => hereOf(author)).toBe(bytes);
    return socket;
  };
  const hereOf = ({ server, files }: Author): number => {
    const [kept] = files().filter((file) => file.endsWith('.upload'));
    return kept ? statSync(join(mediaFolder(server.env.dataDir), kept)).size : 0;
  };
  const call = (author: Author, { uploadUrl, token }: UploadTarget, init: RequestInit) =>
    fetch(new URL(uploadUrl, author.origin), {
      ...init,
      headers: { Authorization: `Bearer ${token}`, ...init.headers },
    });
  const sendRest = (author: Author, target: UploadTarget, offset: number) =>
    call(author, target, {
      method: 'PATCH',
      headers: { 'Upload-Offset': String(offset), 'Content-Type': 'application/offset+octet-stream' },
      body: new Uint8Array(VIDEO.subarray(offset)),
    });
  const stored = ({ server }: Author, { filePath }: UploadTarget) =>
    readFileSync(join(mediaFolder(server.env.dataDir), filePath));

  test('of the files that an author leaves the parts of the newest 20 are kept', async () => {
    const author = await anAuthor(startServer);
    const parts = () => author.files().filter((file) => file.endsWith('.upload')).length;
    const first = await begin(author, { fingerprint: '0'.repeat(64) });
    const piece = { 'Upload-Offset': '0', 'Content-Type': 'application/offset+octet-stream' };
    const send = (target: UploadTarget) => call(author, target, { method: 'PATCH', headers: piece, body: 'abc' });
    expect((await send(first)).status).toBe(204);
    let last = first;
    for (let at = 1; at <= 20; at++) {
      last = await begin(author, { fingerprint: String(at).padStart(64, '0') });
      expect((await send(last)).status).toBe(204);
    }
    expect(parts()).toBe(20);
    expect((await send(first)).status).toBe(404);
    expect((await begin(author, { fingerprint: String(20).padStart(64, '0') })).sentBytes).toBe(3);
    expect((await begin(author, { fingerprint: '0'.repeat(64) })).sentBytes).toBe(0);
    expect((await call(author, last, { method: 'HEAD' })).status).toBe(200);
  });

  test('keeps what came when it is cut off, says how much that is, and takes the rest', async () => {
    const author = await anAuthor(startServer);
    const first = await begin(author);
    expect(first.sentBytes).toBe(0);
    (await sendSome(author, first, 300_000)).destroy();
    const again = await begin(author);
    expect(again).toMatchObject({ filePath: first.filePath, sentBytes: 300_000 });
    const head = await call(author, again, { method: 'HEAD' });
    expect([head.status, head.headers.get('Upload-Offset'), head.headers.get('Upload-Length')]).toEqual([
      200,
      '300000',
      String(VIDEO.length),
    ]);
    const rest = await sendRest(author, again, 300_000);
    expect([rest.status, rest.headers.get('Upload-Offset')]).toEqual([204, String(VIDEO.length)]);
    expect((await begin(author)).sentBytes, 'all of it, and not completed').toBe(VIDEO.length);
    expect((await author.complete(again)).status).toBe(200);
    expect(stored(author, again).equals(VIDEO)).toBe(true);
    expect(author.files()).toEqual([again.filePath]);
    expect(await begin(author), 'the next one is another upload').toMatchObject({ sentBytes: 0 });
  });

  test('is finished by a tus client that others wrote', async () => {
    const author = await anAuthor(startServer);
    (await sendSome(author, await begin(author), 300_000)).destroy();
    const again = await begin(author);
    const ranges: [number, number | null][] = [];
    await new Promise<void>((resolve, reject) => {
      new Upload(VIDEO, {
        uploadUrl: new URL(again.uploadUrl, author.origin).href,
        headers: { Authorization: `Bearer ${again.token}` },
        retryDelays: null,
        onProgress: (sent, all) => ranges.push([sent, all]),
        onSuccess: () => resolve(),
        onError: reject,
      }).start();
    });
    expect([ranges[0], ranges.at(-1)]).toEqual([
      [300_000, VIDEO.length],
      [VIDEO.length, VIDEO.length],
    ]);
    expect((await author.complete(again)).status).toBe(200);
    expect(stored(author, again).equals(VIDEO)).toBe(true);
  });

  test('is taken in pieces, as clients send it that limit their requests', async () => {
    const author = await anAuthor(startServer);
    const target = await begin(author);
    const whole: number[] = [];
    await new Promise<void>((resolve, reject) => {
      new Upload(VIDEO, {
        uploadUrl: new URL(target.uploadUrl, author.origin).href,
        headers: { Authorization: `Bearer ${target.token}` },
        chunkSize: 120_000,
        retryDelays: null,
        onChunkComplete: (_size, sent) => whole.push(sent),
        onSuccess: () => resolve(),
        onError: reject,
      }).start();
    });
    expect(whole).toEqual([120_000, 240_000, 360_000, 480_000, 500_000]);
    expect((await author.complete(target)).status).toBe(200);
    expect(stored(author, target).equals(VIDEO)).toBe(true);
  });

  test('keeps a piece, and offers what follows it to whoever comes next', async () => {
    const author = await anAuthor(startServer);
    const target = await begin(author);
    const piece = {
      method: 'PATCH',
      headers: { 'Upload-Offset': '0', 'Content-Type': 'application/offset+octet-stream' },
      body: new Uint8Array(VIDEO.subarray(0, 7)),
    };
    const answer = await call(author, target, piece);
    expect([answer.status, answer.headers.get('Upload-Offset')]).toEqual([204, '7']);
    const again = await begin(author);
    expect(again).toMatchObject({ filePath: target.filePath, sentBytes: 7 });
    expect((await author.complete(again)).status, 'is not whole').not.toBe(200);
    expect((await sendRest(author, again, 7)).status).toBe(204);
    expect((await author.complete(again)).status).toBe(200);
  });

  test('says which tus it speaks, and refuses another version and other media types', async () => {
    const author = await anAuthor(startServer);
    const target = await begin(author);
    const options = await call(author, target, { method: 'OPTIONS' });
    expect([options.status, options.headers.get('Tus-Version')]).toEqual([204, '1.0.0']);
    const send = (headers: Record<string, string>) =>
      call(author, target, { method: 'PATCH', headers: { 'Upload-Offset': '0', ...headers }, body: new Uint8Array(7) });
    const other = await send({ 'Tus-Resumable': '0.2.2', 'Content-Type': 'application/offset+octet-stream' });
    expect([other.status, other.headers.get('Tus-Version')]).toEqual([412, '1.0.0']);
    expect((await send({ 'Content-Type': 'text/plain' })).status).toBe(415);
    expect(hereOf(author)).toBe(0);
  });

  test('whose bytes are all here but were never taken over is sent again', async () => {
    const author = await anAuthor(startServer);
    const target = await begin(author);
    (await sendSome(author, target, 100_000)).destroy();
    const [kept] = author.files();
    writeFileSync(join(mediaFolder(author.server.env.dataDir), kept ?? ''), VIDEO);
    const again = await begin(author);
    expect(again).toMatchObject({ filePath: target.filePath, sentBytes: 0 });
    expect((await call(author, again, { method: 'HEAD' })).headers.get('Upload-Offset')).toBe('0');
    expect((await author.put({ ...again }, VIDEO)).status).toBe(200);
    expect((await author.complete(again)).status).toBe(200);
  });

  test('goes on at once by another process when the one that took it is killed', { timeout: 120_000 }, async () => {
    const url = await newUrl();
    const author = await anAuthor(startOn(() => openDb({ url })));
    const killed = startProcess({ DATA_DIR: author.server.env.dataDir, DATABASE_URL: url, FFMPEG: 'off' });
    const there = { ...author, origin: await killed.address() };
    const target = await begin(author);
    await sendSome(there, target, 300_000);
    killed.child.kill('SIGKILL');
    await killed.ended;
    const again = await begin(author);
    expect(again).toMatchObject({ filePath: target.filePath, sentBytes: 300_000 });
    expect((await sendRest(author, again, 300_000)).status).toBe(204);
    expect((await author.complete(again)).status).toBe(200);
    expect(stored(author, again).equals(VIDEO)).toBe(true);
  });

  test('takes the place of a connection that hangs, and of one that a killed server had', async () => {
    const author = await anAuthor(startServer);
    const target = await begin(author);
    await sendSome(author, target, 200_000);
    const { videoUploads } = author.server.db.tables;
    await author.server.db.update(videoUploads).set({ claimedAt: new Date() });
    expect((await sendRest(author, await begin(author), 200_000)).status).toBe(204);
    expect((await author.complete(target)).status).toBe(200);
    expect(stored(author, target).equals(VIDEO)).toBe(true);
  });

  test('refuses bytes that do not follow those that are here, and a rest of another length', async () => {
    const author = await anAuthor(startServer);
    const target = await begin(author);
    (await sendSome(author, target, 100_000)).destroy();
    const codeOf = async (response: Response) =>
      `${response.status} ${((await response.json()) as { code: string }).code}`;
    expect(await codeOf(await sendRest(author, target, 100_001))).toBe('409 upload_offset_wrong');
    const type = { 'Content-Type': 'application/offset+octet-stream' };
    const long = { method: 'PATCH', headers: { ...type, 'Upload-Offset': '100000' }, body: new Uint8Array(400_001) };
    expect(await codeOf(await call(author, target, long))).toBe('422 file_broken_off');
    const shifted = {
      method: 'PATCH',
      headers: { ...type, 'Upload-Offset': '90000' },
      body: new Uint8Array(VIDEO.subarray(90_000)),
    };
    expect(await codeOf(await call(author, target, shifted))).toBe('409 upload_offset_wrong');
    const nonsense = { method: 'PATCH', headers: { ...type, 'Upload-Offset': '-1' }, body: 'x' };
    expect(await codeOf(await call(author, target, nonsense))).toBe('400 validation_failed');
    expect(await codeOf(await call(author, { ...target, token: 'x' }, { method: 'GET' }))).toBe('403 access_denied');
    expect(hereOf(author)).toBe(100_000);
    expect((await sendRest(author, target, 100_000)).status).toBe(204);
  });

  test('is nobody else’s, of no other file or lesson, and of no later week', async () => {
    const author = await anAuthor(startServer);
    const tidied = (days: number) =>
      collectMediaGarbage({ ...author.server.deps, now: () => new Date(Date.now() + days * DAY_MS) });
    const { server, organization, plant, courseId } = author;
    const target = await begin(author);
    (await sendSome(author, target, 100_000)).destroy();
    const colleague = await signedIn(server, { organizationId: organization, isOrgAdmin: true });
    const lessonId = await plant.lesson(courseId, { orderIndex: 2 });
    const others = [
      await author.start(FILE, colleague),
      await author.start({ ...FILE, lessonId }),
      await author.start({ ...FILE, fingerprint: 'cd'.repeat(32) }),
      await author.start({ size: FILE.size }),
    ];
    for (const { body } of others) {
      expect(body.sentBytes).toBe(0);
      expect(body.filePath).not.toBe(target.filePath);
    }
    await tidied(7);
    expect(await begin(author)).toMatchObject({ filePath: target.filePath, sentBytes: 100_000 });
    await tidied(9);
    expect(author.files()).toEqual([]);
    expect(await begin(author)).toMatchObject({ sentBytes: 0 });
  });
});
