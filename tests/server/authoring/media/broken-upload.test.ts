// What senders do wrong, over real sockets: cut off, lie about the size, come twice, come late, come slowly.
import { once } from 'node:events';
import { readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { ReadableStream } from 'node:stream/web';
import { setTimeout as sleep } from 'node:timers/promises';
import { getRequestListener } from '@hono/node-server';
import { eq } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import { limitTimeouts } from '#server/http/timeouts.ts';
import { type Author, anAuthor } from '#tests/fixtures/authors.ts';
import { onEveryEngine } from '#tests/fixtures/db.ts';
import { startOn } from '#tests/fixtures/server.ts';
import { aVideo } from '#tests/fixtures/videos.ts';

interface Target {
  uploadUrl: string;
  token: string;
  filePath: string;
  fileName: string;
}

onEveryEngine('a broken upload', (openDb) => {
  const startServer = startOn(openDb);

  /** A sender that writes what it likes into the socket. */
  const dial = async (origin: string, { uploadUrl, token }: Target, headers: string[]): Promise<Socket> => {
    const socket = connect(Number(new URL(origin).port), '127.0.0.1');
    onTestFinished(() => void socket.destroy());
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    socket.write([`PUT ${uploadUrl} HTTP/1.1`, 'Host: x', `Authorization: ${token}`, ...headers, '', ''].join('\r\n'));
    return socket;
  };
  const answer = async (socket: Socket): Promise<string> => {
    let text = '';
    socket.on('data', (chunk) => (text += chunk.toString('latin1')));
    await once(socket, 'close');
    return text;
  };
  const arrives = async ({ files }: Author) => {
    await expect.poll(() => files().filter((file) => file.endsWith('.part'))).toHaveLength(1);
  };
  const isFree = async ({ server }: Author, { filePath }: Target) => {
    const { videoUploads } = server.db.tables;
    const [row] = await server.db.select().from(videoUploads).where(eq(videoUploads.storageKey, filePath));
    return row?.claimedAt === null;
  };

  test('cut off in the middle leaves nothing, and may be tried again with the same token', async () => {
    const author = await anAuthor(startServer);
    const { start, put, complete, files, origin, server } = author;
    const video = aVideo(500_000);
    const { body: target } = await start({ size: video.length });
    const socket = await dial(origin, target, [`Content-Length: ${video.length}`]);
    socket.write(video.subarray(0, 400_000));
    await arrives(author);
    socket.destroy();
    await expect.poll(files).toEqual([]);
    await expect.poll(() => isFree(author, target)).toBe(true);
    expect((await complete(target)).body.code).toBe('file_broken_off');
    const { body: again } = await start({ size: video.length });
    expect((await put(again, video)).status).toBe(200);
    expect((await complete(again)).status).toBe(200);
    expect(server.logged.filter((line) => JSON.parse(line).level === 'error')).toEqual([]);
  });

  test('a Content-Length larger than the body leaves nothing', async () => {
    const author = await anAuthor(startServer);
    const { body: target } = await author.start();
    const socket = await dial(author.origin, target, ['Content-Length: 5000']);
    socket.write(aVideo(1000));
    await arrives(author);
    socket.end();
    await expect.poll(author.files).toEqual([]);
    expect((await author.complete(target)).body.code).toBe('file_broken_off');
  });

  test('a Content-Length other than the announced size is refused before a byte is read', async () => {
    const { start, put, files } = await anAuthor(startServer);
    const { body: target } = await start({ size: 2000 });
    const told = await put(target, aVideo(1000));
    expect([told.status, told.body.code]).toEqual([422, 'file_broken_off']);
    expect(files()).toEqual([]);
    expect((await put(target, aVideo(2000))).status).toBe(200);
  });

  test('a Content-Length smaller than the body stores the announced bytes, which are no whole video', async () => {
    const { start, complete, files, origin, server } = await anAuthor(startServer);
    const { body: target } = await start();
    const socket = await dial(origin, target, ['Content-Length: 700']);
    const heard = answer(socket);
    socket.write(aVideo(1000));
    // What follows is no request: the connection ends, with or without the answer to the upload.
    expect(await heard).toMatch(/^HTTP\/1.1 (200|400) /);
    // The sender may hear it before the file has even been begun.
    await expect.poll(() => server.logged.some((line) => line.includes(target.uploadUrl))).toBe(true);
    expect(files().filter((file) => file.endsWith('.part'))).toEqual([]);
    expect((await complete(target)).body.code).toBe('file_broken_off');
    expect(files()).toEqual([]);
  });

  test('a Content-Length above the limit is refused at once; without one the bytes are counted', async () => {
    const author = await anAuthor(startServer);
    const { start, put, files, origin, server } = author;
    const { body: target } = await start();
    const socket = await dial(origin, target, [`Content-Length: ${2 * 1024 ** 3 + 1}`, 'Connection: close']);
    const heard = answer(socket);
    expect(await Promise.race([heard, sleep(10_000, 'silence')])).toMatch(
      /^HTTP\/1.1 413 [\s\S]*Video must be smaller than 2GB/,
    );
    server.deps.media.limits.maxBytes = 1_000_000;
    const pieces = ReadableStream.from(Array.from({ length: 12 }, () => Buffer.alloc(100_000)));
    const told = await put(target, pieces).catch(() => undefined);
    expect(told?.status ?? 413).toBe(413);
    expect(files()).toEqual([]);
    server.deps.media.limits.maxBytes = 2_000_000;
    await expect.poll(() => isFree(author, target)).toBe(true);
    const video = aVideo(900_000);
    const chunks = ReadableStream.from([video.subarray(0, 1), video.subarray(1, 400_000), video.subarray(400_000)]);
    expect((await put(target, chunks)).status).toBe(200);
    expect(files()).toEqual([target.filePath]);
  });

  test('a token is good once', async () => {
    const { start, put } = await anAuthor(startServer);
    const { body: target } = await start();
    expect((await put(target, aVideo())).status).toBe(200);
    const again = await put(target, aVideo());
    expect([again.status, again.body.code]).toEqual([409, 'upload_already_used']);
  });

  test('of two senders at once one is refused', async () => {
    const author = await anAuthor(startServer);
    const { body: target } = await author.start();
    const socket = await dial(author.origin, target, ['Content-Length: 1000', 'Connection: close']);
    socket.write(aVideo().subarray(0, 500));
    await arrives(author);
    expect((await author.put(target, aVideo(1000, 2))).body.code).toBe('upload_already_used');
    const heard = answer(socket);
    socket.write(aVideo().subarray(500));
    expect(await heard).toMatch(/^HTTP\/1.1 200 /);
    expect((await author.complete(target)).status).toBe(200);
  });

  test('a sender whose server crashed may try again after three minutes', async () => {
    let ahead = 0;
    const author = await anAuthor(startServer, { now: () => new Date(Date.now() + ahead) });
    const { body: target } = await author.start();
    const { videoUploads } = author.server.db.tables;
    await author.server.db.update(videoUploads).set({ claimedAt: new Date() });
    expect((await author.put(target, aVideo())).body.code).toBe('upload_already_used');
    ahead = 181_000;
    expect((await author.put(target, aVideo())).status).toBe(200);
  });

  test('a token is valid for its own address alone, and an invented one nowhere', async () => {
    const { start, put, files, plant, courseId, author } = await anAuthor(startServer);
    const { body: one } = await start();
    const other = await plant.lesson(courseId, { orderIndex: 2 });
    const { body: two } = await start({ lessonId: other });
    const told = await put({ ...one, token: two.token }, aVideo());
    expect([told.status, told.body.code]).toEqual([403, 'access_denied']);
    for (const token of ['x', `${one.token}x`, one.token.replace(/^\d/, '9'), author.bearer]) {
      expect((await put({ ...one, token }, aVideo())).status, token).toBe(403);
    }
    expect((await put({ ...one, token: '' }, aVideo(), { Authorization: '' })).status).toBe(401);
    expect((await put({ ...one, uploadUrl: '/media/uploads/../../etc' }, aVideo())).status).toBe(404);
    expect(files()).toEqual([]);
    expect((await put(one, aVideo(), { Authorization: one.token })).status).toBe(200);
  });

  test('a token expires after two hours, but not for a sender who has started', async () => {
    let ahead = 0;
    const author = await anAuthor(startServer, { now: () => new Date(Date.now() + ahead) });
    const { body: late } = await author.start();
    const { body: slow } = await author.start();
    const socket = await dial(author.origin, slow, ['Content-Length: 1000', 'Connection: close']);
    socket.write(aVideo().subarray(0, 500));
    await arrives(author);
    ahead = 2 * 3_600_000 + 1000;
    const told = await author.put(late, aVideo());
    expect([told.status, told.body.code]).toEqual([410, 'upload_expired']);
    const heard = answer(socket);
    socket.write(aVideo().subarray(500));
    expect(await heard).toMatch(/^HTTP\/1.1 200 /);
    const done = await author.ask('POST', '/api/videos/upload-complete', { lessonId: author.lessonId, ...slow });
    // The author's own sign-in has run out by then: a fresh one ends the upload.
    expect([200, 401]).toContain(done.status);
  });

  test('the arriving file is readable by no other user of the machine', async () => {
    const author = await anAuthor(startServer);
    const { body: target } = await author.start();
    const socket = await dial(author.origin, target, ['Content-Length: 1000']);
    socket.write(aVideo().subarray(0, 500));
    await arrives(author);
    const [part = ''] = author.files();
    expect(statSync(`${author.server.env.dataDir}/media/${part}`).mode & 0o777).toBe(0o600);
    expect(readFileSync(`${author.server.env.dataDir}/media/${part}`).length).toBeLessThanOrEqual(500);
  });
});

onEveryEngine('a slow request', (openDb) => {
  const startServer = startOn(openDb);
  const PATIENCE_MS = 400;

  /** The server as it really listens: with the limit on how long a request may take. */
  const listenImpatiently = async (author: Author): Promise<string> => {
    const http = createServer(getRequestListener(author.server.app.fetch));
    limitTimeouts(http, PATIENCE_MS);
    await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => {
      http.closeAllConnections();
      http.close();
    });
    return `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  };
  const drip = async (socket: Socket, bytes: Uint8Array) => {
    for (let at = 0; at < bytes.length && !socket.destroyed; at += 100) {
      socket.write(bytes.subarray(at, at + 100));
      await sleep(100);
    }
  };
  const heardBy = (socket: Socket) => {
    const heard = { text: '', closed: false };
    socket.on('data', (chunk) => (heard.text += chunk.toString('latin1')));
    socket.on('close', () => (heard.closed = true)).on('error', () => undefined);
    return heard;
  };

  test('an upload may take longer than any other request, as long as it keeps moving', async () => {
    const author = await anAuthor(startServer);
    const origin = await listenImpatiently(author);
    const { body: target } = await author.start();
    const socket = connect(Number(new URL(origin).port), '127.0.0.1');
    const heard = heardBy(socket);
    socket.write(
      `PUT ${target.uploadUrl} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${target.token}\r\nContent-Length: 1200\r\n\r\n`,
    );
    await drip(socket, aVideo(1200));
    await expect.poll(() => heard.text).toMatch(/^HTTP\/1.1 200 /);
    socket.destroy();
  });

  test('a stalled upload is cut off, and leaves nothing', async () => {
    const author = await anAuthor(startServer);
    author.server.deps.media.limits.stallMs = 300;
    const origin = await listenImpatiently(author);
    const { body: target } = await author.start();
    const socket = connect(Number(new URL(origin).port), '127.0.0.1');
    const heard = heardBy(socket);
    socket.write(
      `PUT ${target.uploadUrl} HTTP/1.1\r\nHost: x\r\nAuthorization: ${target.token}\r\nContent-Length: 1200\r\n\r\nfew`,
    );
    await expect.poll(() => heard.closed).toBe(true);
    await expect.poll(author.files).toEqual([]);
  });

  test('any other slow request gets 408 and is cut off', async () => {
    const author = await anAuthor(startServer);
    const origin = await listenImpatiently(author);
    const { body: target } = await author.start();
    for (const [path, token] of [
      ['/api/auth/signup', 'none'],
      [target.uploadUrl, 'made-up'],
    ]) {
      const socket = connect(Number(new URL(origin).port), '127.0.0.1');
      const heard = heardBy(socket);
      const method = path === target.uploadUrl ? 'PUT' : 'POST';
      socket.write(
        `${method} ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: ${token}\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n`,
      );
      await drip(socket, Buffer.alloc(1500, 0x20));
      await expect.poll(() => heard.closed, { message: path }).toBe(true);
    }
  });
});
