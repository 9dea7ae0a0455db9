import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { describe, expect, onTestFinished, test } from 'vitest';
import { composeServer } from '#server/compose.ts';
import { readEnv } from '#server/env.ts';
import { openStaticApp } from '#server/http/static-app.ts';
import { databasesOf } from '#tests/fixtures/db.ts';

const INLINE = 'document.documentElement.dataset.early = "1"';
const SCRIPT = 'console.log("groundwork")';

describe('the built app', () => {
  const { openDb } = databasesOf('sqlite');

  async function started(variables: Record<string, string> = {}) {
    const folder = mkdtempSync(join(tmpdir(), 'groundwork-build-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const build = join(folder, 'client');
    mkdirSync(join(build, 'assets'), { recursive: true });
    writeFileSync(
      join(build, 'index.html'),
      `<!doctype html><script>${INLINE}</script><script src="/assets/a.js"></script>`,
    );
    writeFileSync(join(build, 'landing.html'), `<!doctype html><script>${INLINE}</script><h1>Learn</h1>`);
    writeFileSync(join(build, 'service-worker.js'), 'self');
    writeFileSync(join(build, 'assets/a-1f2e.js'), SCRIPT);
    writeFileSync(join(build, 'assets/a-1f2e.js.br'), brotliCompressSync(SCRIPT));
    writeFileSync(join(build, 'assets/a-1f2e.js.map'), '{}');
    writeFileSync(join(build, 'assets/pdf.worker.decoding-1f2e.mjs'), SCRIPT);
    writeFileSync(join(folder, 'secret.txt'), 'outside');
    const env = readEnv({ DATA_DIR: join(folder, 'data'), LOG_LEVEL: 'silent', FFMPEG: 'off', ...variables });
    const { app } = await composeServer({ env, db: await openDb(), pages: openStaticApp(build, env) });
    return (path: string, init?: RequestInit) => app.request(path, init);
  }

  test('a file with a hash in its name is cached for a year, compressed where the browser accepts it', async () => {
    const ask = await started();
    const answer = await ask('/assets/a-1f2e.js', { headers: { 'Accept-Encoding': 'gzip, br' } });
    expect(answer.headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable');
    expect(answer.headers.get('Content-Encoding')).toBe('br');
    expect(answer.headers.get('Content-Type')).toBe('text/javascript; charset=utf-8');
    expect(answer.headers.get('Vary')).toBe('Accept-Encoding');
    const plain = await ask('/assets/a-1f2e.js');
    expect(plain.headers.get('Content-Encoding')).toBeNull();
    expect(await plain.text()).toBe(SCRIPT);
  });

  test('WebAssembly runs in the worker that decodes scans alone, which reaches nothing', async () => {
    const ask = await started();
    const policy = async (path: string) => (await ask(path)).headers.get('Content-Security-Policy');
    expect(await policy('/assets/pdf.worker.decoding-1f2e.mjs')).toBe(
      "default-src 'none'; script-src 'wasm-unsafe-eval'; frame-ancestors 'none'; sandbox",
    );
    for (const path of ['/', '/service-worker.js', '/assets/a-1f2e.js'])
      expect(await policy(path)).not.toContain('wasm');
  });

  test("[H1] '/' holds the landing page; every other address gets the app alone", async () => {
    const ask = await started();
    expect(await (await ask('/')).text()).toContain('<h1>Learn</h1>');
    expect(await (await ask('/dashboard')).text()).not.toContain('<h1>Learn</h1>');
  });

  test('everything else is revalidated each time, with 304 while it is unchanged', async () => {
    const ask = await started();
    for (const path of ['/', '/index.html', '/service-worker.js']) {
      const answer = await ask(path);
      expect(answer.headers.get('Cache-Control')).toBe('no-cache');
      const etag = answer.headers.get('ETag') ?? '';
      expect((await ask(path, { headers: { 'If-None-Match': etag } })).status).toBe(304);
    }
  });

  test.each(['/', '/course/4', '/auth?mode=signin', '/admin/users', '/verify/GW-1234'])(
    '%s is the page of the app, under a strict policy',
    async (path) => {
      const ask = await started();
      const answer = await ask(path);
      expect(answer.status).toBe(200);
      expect(answer.headers.get('Content-Type')).toBe('text/html; charset=utf-8');
      const policy = answer.headers.get('Content-Security-Policy') ?? '';
      const hash = createHash('sha256').update(INLINE).digest('base64');
      expect(policy).toContain(`script-src 'self' 'sha256-${hash}';`);
      expect(policy).toContain("connect-src 'self';");
      expect(policy).toContain("img-src 'self' data: blob:;");
      expect(policy).toContain("media-src 'self' blob:;");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).not.toContain('unsafe-eval');
      expect(answer.headers.get('X-Content-Type-Options')).toBe('nosniff');
      expect(answer.headers.get('Referrer-Policy')).toBe('no-referrer');
      expect(answer.headers.get('X-Groundwork-Api')).toBeNull();
      expect(answer.headers.get('Strict-Transport-Security')).toBeNull();
      expect(answer.headers.get('Cross-Origin-Resource-Policy')).toBe('same-origin');
      expect(answer.headers.get('Permissions-Policy')).toMatch(
        /microphone=\(\), .*geolocation=\(\), .*camera=\(self\), .*fullscreen=\(self\)/,
      );
    },
  );

  test.each([
    '/assets/old-9c9c.js',
    '/assets/a-1f2e.js.map',
    '/missing.png',
    '/../secret.txt',
    '/%2e%2e/secret.txt',
    '/assets/..%2f..%2fsecret.txt',
  ])('%s is 404, not the page', async (path) => {
    const ask = await started();
    expect((await ask(path)).status).toBe(404);
  });

  test('an address with a dot that names no file is a page', async () => {
    const ask = await started();
    expect((await ask('/course/4/lesson/1.5')).headers.get('Content-Type')).toContain('text/html');
    expect((await ask('/course/4/lesson.js')).status).toBe(404);
  });

  test('the addresses of the server never fall back to the page', async () => {
    const ask = await started();
    for (const path of ['/api/nothing', '/auth/v1/nothing', '/media/nothing', '/dev/nothing']) {
      const answer = await ask(path);
      expect(answer.status).toBe(404);
      expect(answer.headers.get('Content-Type')).toBe('application/json');
    }
  });

  test('the service worker gets the policy of the pages: with the one of the API it could fetch nothing', async () => {
    const ask = await started();
    const policy = (await ask('/service-worker.js')).headers.get('Content-Security-Policy');
    expect(policy).toBe((await ask('/')).headers.get('Content-Security-Policy'));
    expect(policy).toContain("connect-src 'self'");
  });

  test('[Z8] pictures and videos of other hosts are allowed one by one', async () => {
    const ask = await started({ MEDIA_HOSTS: 'cdn.example,*.pictures.example' });
    const policy = (await ask('/')).headers.get('Content-Security-Policy');
    expect(policy).toContain("img-src 'self' data: blob: https://cdn.example https://*.pictures.example;");
    expect(policy).toContain("media-src 'self' blob: https://cdn.example https://*.pictures.example;");
  });

  test('crawlers find their rules, and a page refuses POST', async () => {
    const ask = await started();
    expect(await (await ask('/robots.txt')).text()).toContain('Disallow: /api/');
    expect((await ask('/course/4', { method: 'POST' })).status).toBe(405);
    expect((await ask('/course/4', { method: 'HEAD' })).status).toBe(200);
  });

  test('production requires https, and connections to a hosted project are allowed', async () => {
    const hosted = { SUPABASE_URL: 'https://project.example', SUPABASE_PUBLISHABLE_KEY: 'pk' };
    const ask = await started({ NODE_ENV: 'production', PUBLIC_URL: 'https://learn.example', ...hosted });
    const answer = await ask('/');
    expect(answer.headers.get('Strict-Transport-Security')).toBe('max-age=31536000');
    const wide = await started({ NODE_ENV: 'production', PUBLIC_URL: 'https://learn.example', HSTS_SUBDOMAINS: 'on' });
    const header = (await wide('/')).headers.get('Strict-Transport-Security');
    expect(header).toBe('max-age=31536000; includeSubDomains');
    expect(answer.headers.get('Content-Security-Policy')).toContain("connect-src 'self' https://project.example;");
  });
});
