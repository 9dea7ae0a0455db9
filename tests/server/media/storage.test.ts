// One suite for every driver, and then what only a project's Storage can say.

import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { MediaStorage } from '#server/deps.ts';
import { readEnv } from '#server/env.ts';
import { contentSecurityPolicy } from '#server/http/security-headers.ts';
import { diskStorage, openMedia } from '#server/media/media.ts';
import { BUCKET, refusalOf, supabaseStorage } from '#server/media/supabase-storage.ts';
import { type Author, anAuthor } from '#tests/fixtures/authors.ts';
import { databasesOf } from '#tests/fixtures/db.ts';
import { aPng } from '#tests/fixtures/picture.ts';
import { startOn } from '#tests/fixtures/server.ts';
import { signedIn } from '#tests/fixtures/signed-in.ts';
import { openStorageProject, PROJECT_KEY, type StorageProject } from '#tests/fixtures/storage-project.ts';
import { aVideo, HEADS } from '#tests/fixtures/videos.ts';

const aFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), 'groundwork-storage-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
};
const aFile = (bytes: Uint8Array) => {
  const path = join(aFolder(), 'file.part');
  writeFileSync(path, bytes);
  return path;
};

const aStorageProject = async (): Promise<StorageProject> => {
  const project = await openStorageProject();
  onTestFinished(project.close);
  return project;
};

const DRIVERS: Record<string, () => Promise<MediaStorage>> = {
  disk: async () => {
    const folder = join(aFolder(), 'media');
    mkdirSync(folder);
    return diskStorage({ folder, ticketKey: new Uint8Array(32) });
  },
  supabase: async () => supabaseStorage({ url: (await aStorageProject()).url, secretKey: PROJECT_KEY }),
};

describe.each(Object.entries(DRIVERS))('the storage driver %s', (name, open) => {
  test('stores a file, reports its size, reads any part of it, and deletes it', async () => {
    const storage = await open();
    await storage.ensureBucket();
    const bytes = Buffer.from(Array.from({ length: 1000 }, (_, n) => n % 251));
    const path = aFile(bytes);
    expect(await storage.stat('videos/1/a b.mp4')).toBeUndefined();
    await storage.put('videos/1/a b.mp4', { path, contentType: 'video/mp4' });
    expect(existsSync(path)).toBe(false);
    expect(await storage.stat('videos/1/a b.mp4')).toBe(1000);
    for (const [start, end] of [
      [0, 999],
      [0, 0],
      [100, 199],
      [999, 999],
    ] as const) {
      const read = await Array.fromAsync(await storage.read('videos/1/a b.mp4', start, end));
      expect(Buffer.concat(read)).toEqual(bytes.subarray(start, end + 1));
    }
    await storage.remove('videos/1/a b.mp4');
    expect(await storage.stat('videos/1/a b.mp4')).toBeUndefined();
    await storage.remove('videos/1/a b.mp4');
  });

  test('is set up twice without harm', async () => {
    const storage = await open();
    expect(await storage.ensureBucket()).toMatch(name === 'disk' ? /ready/ : /created/);
    expect(await storage.ensureBucket()).toMatch(name === 'disk' ? /ready/ : /already exists/);
  });

  test('signs a target that ends when it should', async () => {
    const storage = await open();
    await storage.ensureBucket();
    const expiresAt = new Date(Date.now() + 3_600_000);
    const wanted = { uploadId: 'a', key: 'videos/1/a.mp4', expiresAt, size: undefined, contentType: 'video/mp4' };
    expect((await storage.createUploadTarget(wanted)).expiresAt).toEqual(expiresAt);
  });
});

describe('videos in a Supabase project', () => {
  const startServer = startOn(databasesOf('sqlite').openDb);

  /** An author whose server keeps its media in a project, played by the stand-in. */
  const inProject = async (isSetUp = true): Promise<Author & { project: StorageProject }> => {
    const project = await aStorageProject();
    const author = await anAuthor(startServer);
    author.server.deps.media.storage = supabaseStorage({ url: project.url, secretKey: PROJECT_KEY });
    author.server.env.storage = 'supabase';
    if (isSetUp) await author.server.deps.media.storage.ensureBucket();
    return { ...author, project };
  };
  /** As a browser sends it: the token of a project stands in the address, and does no harm in the header. */
  const sendTo = async (
    { put }: Author,
    target: { uploadUrl: string; token: string },
    bytes: Uint8Array,
    type = 'video/mp4',
  ) => put(target, bytes, { 'Content-Type': type });

  test('[U5] go from the browser to the project, and are played through our own address in ranges', async () => {
    const author = await inProject();
    const { start, complete, project, origin, files, lessonId } = author;
    const video = aVideo(300_000);
    const { body: target } = await start({ size: video.length });
    expect(
      target.uploadUrl.startsWith(`${project.url}/storage/v1/object/upload/sign/${BUCKET}/videos/${lessonId}/`),
    ).toBe(true);
    expect((await sendTo(author, target, video)).status).toBe(200);
    const { body: kept } = await complete(target, { durationSeconds: 30 });
    expect(kept).toMatchObject({ videoBytes: 300_000, duration: 30 });
    expect(files()).toEqual([]);
    const whole = await fetch(origin + kept.videoUrl);
    expect(Buffer.from(await whole.arrayBuffer()).equals(video)).toBe(true);
    const some = await fetch(origin + kept.videoUrl, { headers: { Range: 'bytes=299990-' } });
    expect([some.status, some.headers.get('Content-Range')]).toEqual([206, 'bytes 299990-299999/300000']);
    expect((await some.arrayBuffer()).byteLength).toBe(10);
    expect((await complete(target)).body).toEqual(kept);
  });

  test('[U6] are removed from the project when they are replaced or deleted', async () => {
    const author = await inProject();
    const { start, complete, project, ask, lessonId, courseId } = author;
    for (const size of [1000, 2000]) {
      const { body: target } = await start();
      await sendTo(author, target, aVideo(size));
      await complete(target);
    }
    expect([...project.objects.values()].map(({ bytes }) => bytes.length)).toEqual([2000]);
    await ask('DELETE', `/api/admin/lessons/${lessonId}/video?courseId=${courseId}`);
    expect(project.objects.size).toBe(0);
  });

  test('[U5] that are no videos are refused and deleted; a file that never arrived is reported', async () => {
    const author = await inProject();
    const { start, complete, project } = author;
    const { body: target } = await start();
    expect((await complete(target)).body.code).toBe('file_broken_off');
    const { body: text } = await start();
    await sendTo(author, text, HEADS.text);
    expect((await complete(text)).body.code).toBe('file_type_refused');
    expect(project.objects.size).toBe(0);
  });

  test('are accepted by the project once, only as videos, and not after the expiry', async () => {
    const author = await inProject();
    const { start, project } = author;
    const { body: target } = await start();
    expect((await sendTo(author, target, aVideo(), 'text/html')).body.code).toBe('InvalidMimeType');
    expect((await sendTo(author, target, aVideo())).status).toBe(200);
    expect((await sendTo(author, target, aVideo())).body.code).toBe('ResourceAlreadyExists');
    project.tokenSeconds = -1;
    const { body: late } = await start();
    expect(new Date(late.expiresAt).getTime()).toBeLessThan(Date.now());
    expect((await sendTo(author, late, aVideo())).body.code).toBe('ExpiredToken');
  });

  test('[U9] without a bucket say so, and Setup Storage makes it, private and of 2 GB', async () => {
    const { start, ask, server, project, upload } = await inProject(false);
    const told = await start();
    expect([told.status, told.body.code, told.body.message]).toEqual([503, 'bucket_not_found', 'Bucket not found']);
    const chief = await signedIn(server, { isSuperAdmin: true });
    const setUp = () => ask('POST', '/api/admin/create-storage-bucket', undefined, chief);
    expect((await setUp()).body).toEqual({ message: 'Storage bucket created successfully' });
    expect(project.buckets.get(BUCKET)).toMatchObject({ public: false, file_size_limit: 2 * 1024 ** 3 });
    const bucket = project.buckets.get(BUCKET);
    // As a version before documents made it.
    Object.assign(bucket ?? {}, { allowed_mime_types: ['video/mp4'] });
    expect((await setUp()).body).toEqual({ message: 'Storage bucket already exists' });
    expect(bucket?.allowed_mime_types).toContain('application/pdf');
    expect(bucket?.file_size_limit).toBe(2 * 1024 ** 3);
    expect((await upload()).status).toBe(200);
  });

  test('a plan below 2 GB gets a bucket without a limit of its own', async () => {
    const { server, ask, project } = await inProject(false);
    project.limit = 50 * 1024 ** 2;
    const chief = await signedIn(server, { isSuperAdmin: true });
    expect((await ask('POST', '/api/admin/create-storage-bucket', undefined, chief)).status).toBe(200);
    expect(project.buckets.get(BUCKET)).not.toHaveProperty('file_size_limit');
  });

  test('[U9] with a wrong key say Missing Supabase configuration; unreachable, that it is so', async () => {
    const { server, start, ask, project } = await inProject();
    const chief = await signedIn(server, { isSuperAdmin: true });
    server.deps.media.storage = supabaseStorage({ url: project.url, secretKey: 'sb_secret_another' });
    const told = await ask('POST', '/api/admin/create-storage-bucket', undefined, chief);
    expect([told.status, told.body.code]).toEqual([503, 'storage_not_configured']);
    expect(told.body.message).toContain('Missing Supabase configuration');
    expect(JSON.stringify(told.body)).not.toContain('sb_secret');
    server.deps.media.storage = supabaseStorage({ url: 'http://127.0.0.1:9', secretKey: PROJECT_KEY });
    const gone = await start();
    expect([gone.status, gone.body.code]).toEqual([503, 'unavailable']);
    expect(gone.body.message).toContain('storage');
  });

  test('a small video in a form and a picture go there too, and leave nothing here', async () => {
    const { origin, author, lessonId, courseId, project, files } = await inProject();
    const body = new FormData();
    body.append('video', new Blob([new Uint8Array(aVideo())], { type: 'video/mp4' }), 'video.mp4');
    body.append('lessonId', String(lessonId));
    body.append('courseId', String(courseId));
    const kept = await fetch(`${origin}/api/upload-video`, { method: 'POST', headers: author.headers, body });
    expect(kept.status).toBe(200);
    const picture = await fetch(`${origin}/api/admin/courses/${courseId}/pictures`, {
      method: 'POST',
      headers: { ...author.headers, 'Content-Type': 'image/png' },
      body: aPng(),
    });
    expect(picture.status).toBe(201);
    expect(project.objects.size).toBe(2);
    expect(files()).toEqual([]);
  });

  test('a token of ours opens nothing here: files go to the project alone', async () => {
    const { start, put, project } = await inProject();
    const { body: target } = await start();
    const [, id] = /([\da-f-]{36})\.mp4/.exec(target.filePath) ?? [];
    expect((await put({ ...target, uploadUrl: `/media/uploads/${id}` }, aVideo())).status).toBe(404);
    expect(project.objects.size).toBe(0);
  });

  test('a player that reads a hundred ranges makes one request for the size', async () => {
    const { start, complete, put, origin, project } = await inProject();
    const { body: target } = await start();
    await put(target, aVideo());
    const { body } = await complete(target);
    for (let n = 0; n < 5; n += 1)
      await (await fetch(origin + body.videoUrl, { headers: { Range: `bytes=${n}-${n}` } })).arrayBuffer();
    expect(project.asked.filter((call) => call.startsWith('GET /object/info/'))).toHaveLength(1);
  });
});

test.each([
  [400, { statusCode: '404', error: 'Bucket not found', message: 'Bucket not found' }, 'bucket_not_found'],
  [400, { statusCode: '404', error: 'not_found', message: 'Object not found' }, 'media_not_found'],
  [
    400,
    { statusCode: '413', error: 'Payload too large', message: 'The object exceeded the maximum allowed size' },
    'file_too_large',
  ],
  [
    400,
    { statusCode: '415', error: 'invalid_mime_type', message: 'mime type x is not supported' },
    'file_type_refused',
  ],
  [400, { statusCode: '409', error: 'Duplicate', message: 'The resource already exists' }, 'upload_already_used'],
  [
    400,
    { statusCode: '403', error: 'Unauthorized', message: 'new row violates row-level security policy' },
    'storage_not_configured',
  ],
  [400, { statusCode: '400', code: 'ExpiredToken', error: 'InvalidJWT' }, 'upload_expired'],
  [401, undefined, 'storage_not_configured'],
  [404, { code: 'NoSuchKey' }, 'media_not_found'],
  [413, 'not JSON', 'file_too_large'],
  [500, { statusCode: '500' }, 'unavailable'],
  [502, undefined, 'unavailable'],
  [400, { code: 'toString' }, 'unavailable'],
])('a project that answers %i %j is %s', (status, body, code) => {
  expect(refusalOf(status, body).code).toBe(code);
});

test('STORAGE=supabase opens the project’s driver, and pages may send files to that project', async () => {
  const project = await aStorageProject();
  const env = readEnv({
    DATA_DIR: aFolder(),
    SUPABASE_URL: project.url,
    SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_x',
    SUPABASE_SECRET_KEY: PROJECT_KEY,
  });
  expect(env.storage).toBe('supabase');
  const { storage } = await openMedia(env);
  expect(await storage.ensureBucket()).toBe('Storage bucket created successfully');
  expect(contentSecurityPolicy(env)).toContain(`connect-src 'self' ${project.url};`);
  expect(await (await openMedia({ ...env, storage: 'disk' })).storage.ensureBucket()).toContain('this server');
});
