import { describe, expect, test } from 'vitest';
import { guardedFetch } from '#app/api/guarded-fetch.ts';

const REFRESH = 'https://auth.example/auth/v1/token?grant_type=refresh_token';
const PASSWORD = 'https://auth.example/auth/v1/token?grant_type=password';

const json = (status: number, body: object) =>
  new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json' } });
const page = (status: number) =>
  new Response('<html>Sign in to the hotel</html>', { status, headers: { 'Content-Type': 'text/html' } });
const through = (answer: Response, address = REFRESH) => guardedFetch(async () => answer)(address);

describe('[Y22] only a definite refusal by the auth service ends a session', () => {
  test.each(['refresh_token_not_found', 'refresh_token_already_used', 'session_not_found', 'user_banned'])(
    'the code %s passes through',
    async (code) => {
      expect((await through(json(400, { code, message: 'No' }))).status).toBe(400);
      expect((await through(json(400, { code: 400, error_code: code, msg: 'No' }))).status).toBe(400);
    },
  );

  test.each([
    ['a captive portal that answers 200 with a page', page(200)],
    ['a captive portal that answers 511', page(511)],
    ['a proxy that answers 403 with a page', page(403)],
    ['JSON of somebody else', json(403, { reason: 'blocked' })],
    ['a rate limit', json(429, { code: 'over_request_rate_limit', message: 'Slow down' })],
    ['a server error', json(500, { code: 'unexpected_failure', message: 'Oh' })],
    ['a refusal that does not end a session', json(400, { code: 'validation_failed', message: 'What?' })],
  ])('%s becomes a network error', async (_what, answer) => {
    await expect(through(answer)).rejects.toThrow(TypeError);
  });

  test('a good answer and an empty one pass through', async () => {
    expect((await through(json(200, { access_token: 'a' }))).status).toBe(200);
    expect((await through(new Response(null, { status: 204 }), 'https://auth.example/auth/v1/logout')).status).toBe(
      204,
    );
  });

  test('a wrong password is no matter of the session and passes through', async () => {
    expect((await through(json(400, { code: 'invalid_credentials', message: 'No' }), PASSWORD)).status).toBe(400);
  });
});
