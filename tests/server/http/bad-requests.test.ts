// What a client can get wrong, asked of the whole server: a plain answer each time, never a 500, never a stack trace.
import { expect, test } from 'vitest';
import { RefusalBody } from '#sync/contract/refusal.ts';
import { onEveryEngine } from '#tests/fixtures/db.ts';
import { startOn } from '#tests/fixtures/server.ts';
import { signedIn } from '#tests/fixtures/signed-in.ts';

const JSON_TYPE = { 'Content-Type': 'application/json' };

onEveryEngine('a bad request to any call', (openDb) => {
  const startServer = startOn(openDb);

  async function started() {
    const server = await startServer();
    const { headers } = await signedIn(server);
    const put = (body: BodyInit | null, more: Record<string, string> = JSON_TYPE) => {
      const init = { method: 'PUT', body, headers: { ...headers, ...more }, duplex: 'half' };
      return server.request('/api/auth/profile', init);
    };
    return { server, headers, put };
  }
  async function told(answer: Response) {
    const { code, field, message } = RefusalBody.parse(await answer.json());
    return { status: answer.status, code, field, message };
  }

  test.each([
    ['/api/courses/4711', 'course_not_found'],
    ['/api/courses/word', 'course_not_found'],
    ['/api/courses/-1', 'course_not_found'],
    ['/api/courses/1.5', 'course_not_found'],
    ['/api/courses/99999999999999999999', 'course_not_found'],
    ['/api/courses/2147483648', 'course_not_found'],
    ['/api/courses/%00', 'course_not_found'],
    ['/api/courses/%E0%A4%A', 'course_not_found'],
    ['/api/lessons/4711', 'lesson_not_found'],
    ['/api/lessons/0', 'lesson_not_found'],
    ['/api/lessons/4711/quiz', 'lesson_not_found'],
    ['/api/progress/enhanced/1e3', 'course_not_found'],
    ['/media/not-a-uuid', 'media_not_found'],
    ['/api/nothing/here', 'not_found'],
    ['/api/', 'not_found'],
    ['/auth/v1/nothing', 'not_found'],
    ['/dev/nothing', 'not_found'],
  ])('GET %s is 404 %s', async (path, code) => {
    const { server, headers } = await started();
    expect(await told(await server.request(path, { headers }))).toMatchObject({ status: 404, code });
  });

  test('a wrong method is 405 and names the right ones', async () => {
    const { server } = await started();
    const answer = await server.request('/api/auth/profile', { method: 'DELETE' });
    expect(answer.headers.get('Allow')).toBe('GET, HEAD, PUT');
    expect(await told(answer)).toMatchObject({ status: 405, code: 'method_not_allowed' });
  });

  test.each(['{', '', '{"full_name":', 'undefined', '\u{feff}'])('the body %j is 400 malformed_json', async (body) => {
    const { put } = await started();
    expect(await told(await put(body))).toMatchObject({ status: 400, code: 'malformed_json' });
  });

  test.each([
    [{}, 'full_name', 'Full name is required'],
    [{ full_name: 5 }, 'full_name', 'Full name must be text.'],
    [{ full_name: '   ' }, 'full_name', 'Full name is required'],
    [{ full_name: ' x ' }, 'full_name', 'Full name must be at least 2 characters long'],
    [{ full_name: 'x'.repeat(100) }, 'full_name', 'Full name must be shorter than 100 characters'],
    [{ full_name: 'Ma\0ren' }, 'full_name', 'Full name must not contain the NUL character.'],
    [{ deep: [{ inner: '\0' }] }, 'deep.0.inner', 'Deep (row 1), inner must not contain the NUL character.'],
    [{ 'de\0ep': 1 }, undefined, 'The request must not contain the NUL character.'],
    [{ full_name: 'Ma\ud83dren' }, 'full_name', 'Full name must not contain half a character.'],
    [null, undefined, 'The request is required.'],
    [[], undefined, 'The request must be an object.'],
  ])('the body %j is 400 naming the field', async (body, field, message) => {
    const { put } = await started();
    const refusal = await told(await put(JSON.stringify(body)));
    expect(refusal).toEqual({ status: 400, code: 'validation_failed', field, message });
  });

  test.each([
    ['lists', `{"full_name":${'['.repeat(400_000)}"\\u0000"${']'.repeat(400_000)}}`],
    ['objects', `{"full_name":${'{"a":'.repeat(150_000)}"\\ud800"${'}'.repeat(150_000)}}`],
  ])('a body of %s without end is refused in a sentence', async (_, body) => {
    const { put } = await started();
    const message = 'The request is nested too deep.';
    expect(await told(await put(body))).toMatchObject({ status: 400, field: undefined, message });
  });

  test('a field whose name takes the whole body is told by its beginning', async () => {
    const { put } = await started();
    const { field, message } = await told(await put(`{"${'k'.repeat(1_000_000)}":"\\u0000"}`));
    expect(field).toBe(`${'k'.repeat(200)}…`);
    expect(message).toMatch(/^Kk{199}… must not contain the NUL character\.$/);
  });

  test('characters beyond the basic plane are accepted, also as escapes', async () => {
    const { put } = await started();
    expect((await put('{"full_name":"Maren \\ud83d\\ude00"}')).status).toBe(200);
  });

  test('who hangs up in the middle of a body is no failure of ours', async () => {
    const { put } = await started();
    const brokenOff = new ReadableStream({
      start: (stream) => stream.enqueue(new TextEncoder().encode('{"full_')),
      pull: (stream) => stream.error(new Error('aborted')),
    });
    expect(await told(await put(brokenOff))).toMatchObject({ status: 400, code: 'malformed_json' });
  });

  test('a body nested a hundred thousand deep is refused like any other', async () => {
    const { put } = await started();
    const deep = `${'['.repeat(100_000)}"\\u0000"${']'.repeat(100_000)}`;
    expect((await put(deep)).status).toBe(400);
  });

  test.each<Record<string, string>>([
    {},
    { 'Content-Type': 'text/plain' },
    { 'Content-Type': 'multipart/form-data; boundary=x' },
  ])('the content type %j is 415', async (type) => {
    const { put } = await started();
    const body = new TextEncoder().encode('{"full_name":"Maren Holt"}');
    expect(await told(await put(body, type))).toMatchObject({ status: 415, code: 'wrong_content_type' });
  });

  test('a content type with a character set is accepted', async () => {
    const { put } = await started();
    const answer = await put('{"full_name":"Maren Holt"}', { 'Content-Type': 'Application/JSON;charset=UTF-8' });
    expect(answer.status).toBe(200);
  });

  test('a body above 1 MB is 413, whether its length is announced or not', async () => {
    const { put } = await started();
    const large = JSON.stringify({ full_name: 'x'.repeat(1_048_576) });
    const announced = await put(large, { ...JSON_TYPE, 'Content-Length': String(large.length) });
    expect(await told(announced)).toMatchObject({ status: 413, code: 'body_too_large' });
    let pulled = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        pulled += 65_536;
        controller.enqueue(new Uint8Array(65_536).fill(32));
      },
    });
    expect(await told(await put(endless))).toMatchObject({ status: 413, code: 'body_too_large' });
    expect(pulled).toBeLessThan(1_500_000);
  });

  test('an unexpected failure is a 500 with nothing but a request id, and its place is logged', async () => {
    const { server, headers } = await started();
    server.app.get('/api/broken', () => {
      throw new Error('secret words of the inside');
    });
    const answer = await server.request('/api/broken', { headers });
    const body = await answer.text();
    expect(answer.status).toBe(500);
    expect(JSON.parse(body)).toEqual({
      error: 'Something went wrong on our side. Please try again.',
      message: 'Something went wrong on our side. Please try again.',
      code: 'internal',
      requestId: answer.headers.get('X-Request-Id'),
    });
    const line = server.logged.find((logged) => logged.includes('unexpected failure')) ?? '';
    expect(JSON.parse(line)).toMatchObject({
      error: 'Error: secret words of the inside',
      requestId: answer.headers.get('X-Request-Id'),
      stack: expect.stringContaining('bad-requests.test.ts'),
    });
  });

  test('[Y10] every answer of the server carries the marker, whatever became of it', async () => {
    const { server, headers } = await started();
    server.app.get('/api/broken', () => {
      throw new Error('on purpose');
    });
    const asked = [
      server.request('/api/health'),
      server.request('/api/nothing'),
      server.request('/api/auth/user'),
      server.request('/api/health', { method: 'POST' }),
      server.request('/api/broken', { headers }),
      server.request('/auth/v1/user'),
      server.request('/auth/v1/.well-known/jwks.json'),
      server.request('/media/nothing'),
      server.request('/api/sync', {
        method: 'POST',
        headers: { ...headers, 'Content-Type': 'application/json', 'Content-Length': '9999999' },
      }),
    ];
    const answers = await Promise.all(asked);
    expect(answers.map(({ status }) => status)).toEqual([200, 404, 401, 405, 500, 401, 200, 404, 413]);
    expect(answers.map((answer) => answer.headers.get('X-Groundwork-Api'))).toEqual(answers.map(() => '1'));
  });

  test('a valid request id is kept, any other is replaced', async () => {
    const { server } = await started();
    const ask = async (id: string) => {
      const answer = await server.request('/api/nothing', { headers: { 'X-Request-Id': id } });
      expect((await answer.json()).requestId).toBe(answer.headers.get('X-Request-Id'));
      return answer.headers.get('X-Request-Id');
    };
    expect(await ask('trace-0123.abc')).toBe('trace-0123.abc');
    expect(await ask('<script>alert(1)</script>')).toMatch(/^[\da-f-]{36}$/);
    expect(await ask('x'.repeat(500))).toMatch(/^[\da-f-]{36}$/);
  });

  test('no token, password or query reaches the log', async () => {
    const { server, headers } = await started();
    await server.request('/auth/v1/verify?token=spend-me&invitation=come-in', { headers });
    const body = { email: 'maren@test.example', password: 'do-not-write-me' };
    await server.send('POST', '/auth/v1/token?grant_type=password', body);
    const log = server.logged.join('');
    expect(log).toContain('"path":"/auth/v1/verify"');
    for (const secret of ['spend-me', 'come-in', 'do-not-write-me', headers.Authorization.slice(7)]) {
      expect(log).not.toContain(secret);
    }
  });
});
