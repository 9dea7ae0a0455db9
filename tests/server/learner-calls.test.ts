import { randomUUID } from 'node:crypto';
import { generateKeyPair, SignJWT } from 'jose';
import { beforeAll, describe, expect, test } from 'vitest';
import { RefusalBody } from '#sync/contract/refusal.ts';
import { onEveryEngine } from '#tests/fixtures/db.ts';
import { planter } from '#tests/fixtures/plant.ts';
import { startOn, type TestServer } from '#tests/fixtures/server.ts';
import { type SignedIn, signedIn } from '#tests/fixtures/signed-in.ts';

// What a learner's own calls are given wrongly: changes, submissions, batches, videos, tokens. What any call may be given:
// http/bad-requests.test.ts.

onEveryEngine('bad input to the calls of a learner', (openDb) => {
  const startServer = startOn(openDb);
  let server: TestServer;
  let me: SignedIn;
  let lessonId: number;
  let courseId: number;
  let quizId: number;
  let clock = 0;

  beforeAll(async () => {
    server = await startServer({ now: () => new Date(Date.now() + clock) });
    me = await signedIn(server);
    const plant = planter(server.db);
    courseId = await plant.course();
    lessonId = await plant.lesson(courseId);
    quizId = await plant.lesson(courseId, { title: 'Quiz' });
    await plant.question(quizId, [true, false]);
  });

  const readable = async (response: Response) => {
    const text = await response.text();
    expect(response.headers.get('X-Groundwork-Api')).toBe('1');
    expect(text).not.toMatch(/\bat .*\.(ts|js)|node_modules|select |insert |SQLITE|stack/i);
    const body = RefusalBody.parse(JSON.parse(text));
    expect(body.error).toBe(body.message);
    return { status: response.status, ...body };
  };
  const post = async (path: string, body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) =>
    readable(
      await server.request(path, {
        method: 'POST',
        body,
        headers: { 'Content-Type': 'application/json', ...me.headers, ...headers },
      }),
    );
  const posts = () => ['/api/progress/unit', `/api/lessons/${quizId}/quiz/submit`, '/api/sync'];

  test('the good call works, so that the bad ones fail for their own reason', async () => {
    const told = await server.send('POST', '/api/progress/unit', { lessonId, status: 'in_progress' }, me.headers);
    expect(told.status).toBe(200);
  });

  test.each(['', '{', '{"lessonId":1,}', 'lessonId=1', '\u0000', '[1,2', '"', '\ufffd'])(
    '[P2] the body %j is 400 malformed_json on every call that takes one',
    async (body) => {
      for (const path of posts())
        expect(await post(path, body), path).toMatchObject({ status: 400, code: 'malformed_json' });
    },
  );

  test.each(
    [
      ['{}', 'lessonId'],
      ['{"lessonId":1}', 'status'],
      ['{"lessonId":"1","status":"completed"}', 'lessonId'],
      ['{"lessonId":-1,"status":"completed"}', 'lessonId'],
      ['{"lessonId":0,"status":"completed"}', 'lessonId'],
      ['{"lessonId":1.5,"status":"completed"}', 'lessonId'],
      ['{"lessonId":2147483648,"status":"completed"}', 'lessonId'],
      ['{"lessonId":1e400,"status":"completed"}', 'lessonId'],
      ['{"lessonId":null,"status":"completed"}', 'lessonId'],
      ['{"lessonId":[1],"status":"completed"}', 'lessonId'],
      ['{"lessonId":1,"status":"done"}', 'status'],
      ['{"lessonId":1,"status":"COMPLETED"}', 'status'],
      ['{"lessonId":1,"status":"completed","seenRev":-1}', 'seenRev'],
      ['{"lessonId":1,"status":"completed","positionSeconds":-3}', 'positionSeconds'],
      ['{"lessonId":1,"status":"completed","positionSeconds":1e9}', 'positionSeconds'],
      ['{"lessonId":1,"status":"completed","watched":[[1]]}', 'watched.0'],
      ['{"lessonId":1,"status":"completed","watched":"all"}', 'watched'],
      [`{"lessonId":1,"status":"completed","watched":${JSON.stringify(Array(501).fill([0, 1]))}}`, 'watched'],
      [`{"lessonId":1,"status":"completed","reflection":"${'x'.repeat(20_001)}"}`, 'reflection'],
      ['{"lessonId":1,"status":"completed","reflection":"a\\u0000b"}', 'reflection'],
    ].map(([body = '', field]) => [field, body] as const),
  )('[P2] a change wrong in %s is 400 naming it (%#)', async (field, body) => {
    expect(await post('/api/progress/unit', body)).toMatchObject({ status: 400, code: 'validation_failed', field });
  });

  test.each(['[]', 'null', '7', '"text"', 'true'])('[P2] the body %s is 400 on every call', async (body) => {
    for (const path of posts())
      expect(await post(path, body)).toMatchObject({ status: 400, code: 'validation_failed' });
  });

  test('[P2] a lesson that does not exist is 404', async () => {
    expect(await post('/api/progress/unit', '{"lessonId":2147483647,"status":"completed"}')).toMatchObject({
      status: 404,
      code: 'lesson_not_found',
    });
  });

  test('a reflection of 20,000 characters of every kind is stored', async () => {
    const reflection = `${'ñ日🚀'.repeat(5_000)}`.slice(0, 20_000);
    const told = await server.send(
      'POST',
      '/api/progress/unit',
      { lessonId, status: 'completed', reflection },
      me.headers,
    );
    expect([told.status, (await told.json()).unit.reflection]).toEqual([200, reflection]);
  });

  test('a body above 1 MB is 413, announced or not', async () => {
    const body = JSON.stringify({ lessonId, status: 'completed', reflection: 'x'.repeat(1_100_000) });
    for (const path of posts().slice(0, 2)) {
      expect(await post(path, body)).toMatchObject({ status: 413, code: 'body_too_large' });
      const stream = new Blob([body]).stream();
      const headers = { 'Content-Type': 'application/json', ...me.headers };
      const silent = await server.request(path, {
        method: 'POST',
        body: stream,
        duplex: 'half',
        headers,
      } as RequestInit);
      expect(await readable(silent)).toMatchObject({ status: 413, code: 'body_too_large' });
    }
    expect(await post('/api/sync', body)).toMatchObject({ status: 413 });
  });

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/jsonp',
  ])('content type %s is 415', async (type) => {
    const body = JSON.stringify({ lessonId, status: 'completed' });
    for (const path of posts()) {
      expect(await post(path, body, { 'Content-Type': type })).toMatchObject({
        status: 415,
        code: 'wrong_content_type',
      });
    }
  });

  test('a body nested 100,000 deep is refused, not a crash', async () => {
    const deep = `{"lessonId":1,"status":"completed","watched":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
    expect((await post('/api/progress/unit', deep)).status).toBe(400);
    const inBatch = `{"operations":[${'['.repeat(100_000)}${']'.repeat(100_000)}]}`;
    const told = await server.request('/api/sync', {
      method: 'POST',
      body: inBatch,
      headers: { 'Content-Type': 'application/json', ...me.headers },
    });
    expect([told.status, (await told.json()).results[0].status]).toEqual([200, 400]);
  });

  test('keys that would reach into the language do nothing', async () => {
    const body = `{"lessonId":${lessonId},"status":"in_progress","__proto__":{"admin":true},"constructor":1}`;
    const told = await server.request('/api/progress/unit', {
      method: 'POST',
      body,
      headers: { 'Content-Type': 'application/json', ...me.headers },
    });
    expect(told.status).toBe(200);
    const answers = '{"answers":{"__proto__":"1"}}';
    expect((await post(`/api/lessons/${quizId}/quiz/submit`, answers)).status).toBe(400);
  });

  test.each(['short', '123', 'x'.repeat(300), randomUUID().slice(1), '""'])(
    '[Y9] an idempotency key that is no UUID is 400 naming it (%#)',
    async (key) => {
      const body = JSON.stringify({ lessonId, status: 'completed' });
      expect(await post('/api/progress/unit', body, { 'Idempotency-Key': key })).toMatchObject({
        status: 400,
        field: 'Idempotency-Key',
      });
    },
  );

  describe('tokens', () => {
    const paths = () => [
      `/api/courses/${courseId}`,
      '/api/courses',
      `/api/lessons/${lessonId}`,
      `/api/progress/enhanced/${courseId}`,
    ];
    const refusesAll = async (authorization: string | undefined) => {
      const headers: Record<string, string> = authorization === undefined ? {} : { Authorization: authorization };
      for (const path of paths())
        expect((await readable(await server.request(path, { headers }))).status, path).toBe(401);
      const body = JSON.stringify({ lessonId, status: 'completed' });
      const sent = { method: 'POST', body, headers: { 'Content-Type': 'application/json', ...headers } };
      expect((await readable(await server.request('/api/progress/unit', sent))).status).toBe(401);
    };

    test.each([
      undefined,
      '',
      'Bearer',
      'Bearer ',
      'Bearer x',
      'Bearer a.b.c',
      'Basic YTpi',
      'Bearer eyJhbGciOiJFUzI1NiJ9..',
    ])('the authorization %j is 401', (authorization) => refusesAll(authorization));

    const claims = () => {
      const [, payload = ''] = me.bearer.split('.');
      return JSON.parse(Buffer.from(payload, 'base64url').toString());
    };

    test('a token of a foreign key, even under our key id, is 401', async () => {
      const { privateKey } = await generateKeyPair('ES256');
      const [head = ''] = me.bearer.split('.');
      const { kid } = JSON.parse(Buffer.from(head, 'base64url').toString());
      await refusesAll(
        `Bearer ${await new SignJWT(claims()).setProtectedHeader({ alg: 'ES256', kid }).sign(privateKey)}`,
      );
    });

    test('algorithm none, and HS256 with a guessed secret, are 401', async () => {
      const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
      await refusesAll(`Bearer ${encode({ alg: 'none', typ: 'JWT' })}.${encode(claims())}.`);
      const guessed = new TextEncoder().encode('super-secret-jwt-token-with-at-least-32-characters');
      await refusesAll(`Bearer ${await new SignJWT(claims()).setProtectedHeader({ alg: 'HS256' }).sign(guessed)}`);
    });

    test('an altered token is 401', async () => {
      const [head, payload, signature] = me.bearer.split('.');
      const altered = Buffer.from(JSON.stringify({ ...claims(), sub: randomUUID() })).toString('base64url');
      await refusesAll(`Bearer ${head}.${altered}.${signature}`);
      await refusesAll(`Bearer ${head}.${payload}.${signature?.replace(/^./, (c) => (c === 'A' ? 'B' : 'A'))}`);
    });

    test('an expired token is 401 token_expired', async () => {
      clock = 2 * 3_600_000;
      await refusesAll(`Bearer ${me.bearer}`);
      const told = await readable(await server.request('/api/courses', { headers: me.headers }));
      expect(told.code).toBe('token_expired');
      clock = 0;
    });

    test('a bad token is 401 on an open video too, so that the player refreshes it', async () => {
      const told = await server.request(`/media/${randomUUID()}`, { headers: { Authorization: 'Bearer x' } });
      expect((await readable(told)).status).toBe(401);
    });
  });

  test('another method is 405 and names the accepted ones', async () => {
    const told = await server.request('/api/progress/unit', { method: 'PUT', headers: me.headers });
    expect(told.headers.get('Allow')).toContain('POST');
    expect(await readable(told)).toMatchObject({ status: 405, code: 'method_not_allowed' });
  });

  test('nothing of this was worth an error in the log', () => {
    expect(server.logged.filter((line) => JSON.parse(line).level === 'error')).toEqual([]);
  });
});
