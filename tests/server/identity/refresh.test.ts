import { describe, expect, test } from 'vitest';
import { readRefreshToken, refreshTokenOf } from '#server/identity/refresh-token.ts';
import { onEveryEngine } from '#tests/fixtures/db.ts';
import { startOn, type TestServer } from '#tests/fixtures/server.ts';
import { signedIn } from '#tests/fixtures/signed-in.ts';

const HEADERS = { 'X-Supabase-Api-Version': '2024-01-01' };

onEveryEngine('refresh tokens', (openDb) => {
  const startServer = startOn(openDb);

  async function started() {
    let ahead = 0;
    const server = await startServer({ now: () => new Date(Date.now() + ahead) });
    const person = await signedIn(server);
    const refresh = (token: string) => exchange(server, token);
    return { server, person, refresh, pass: (seconds: number) => (ahead += seconds * 1000) };
  }
  async function exchange(server: TestServer, token: string) {
    const path = '/auth/v1/token?grant_type=refresh_token';
    const answer = await server.send('POST', path, { refresh_token: token }, HEADERS);
    const body = await answer.json();
    return { status: answer.status, code: body.code, token: body.refresh_token as string, body };
  }
  const sessionsLeft = async ({ db }: TestServer) => (await db.select().from(db.tables.authSessions)).length;

  test('the current token moves on by one', async () => {
    const { person, refresh } = await started();
    const first = await refresh(person.refreshToken);
    expect(first.status).toBe(200);
    const second = await refresh(first.token);
    expect(new Set([person.refreshToken, first.token, second.token]).size).toBe(3);
    expect(second.body.user.id).toBe(person.id);
  });

  test('the parent of the current token is answered with the current one, however late', async () => {
    const { person, refresh, pass } = await started();
    const { token } = await refresh(person.refreshToken);
    pass(86_400);
    const again = await refresh(person.refreshToken);
    expect(again).toMatchObject({ status: 200, token });
    expect(again.body.expires_in).toBe(3600);
  });

  test('an older token is accepted for ten seconds after the last refresh', async () => {
    const { person, refresh, pass } = await started();
    const { token } = await refresh((await refresh(person.refreshToken)).token);
    pass(9);
    expect(await refresh(person.refreshToken)).toMatchObject({ status: 200, token });
  });

  test('an older token after ten seconds ends the session', async () => {
    const { server, person, refresh, pass } = await started();
    const current = await refresh((await refresh(person.refreshToken)).token);
    pass(11);
    expect(await refresh(person.refreshToken)).toMatchObject({ status: 400, code: 'refresh_token_already_used' });
    expect(await sessionsLeft(server)).toBe(0);
    expect(await refresh(current.token)).toMatchObject({ status: 400, code: 'refresh_token_not_found' });
    const answer = await server.request('/api/auth/user', { headers: person.headers });
    expect(answer.status).toBe(401);
  });

  test('two refreshes at the same moment get the same next token', async () => {
    const { server, person, refresh } = await started();
    const answers = await Promise.all(Array.from({ length: 6 }, () => refresh(person.refreshToken)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
    expect(new Set(answers.map(({ token }) => token)).size).toBe(1);
    const [session] = await server.db.select().from(server.db.tables.authSessions);
    expect(session?.counter).toBe(1);
  });

  test('a token sealed by another key is not found, whatever its counter', async () => {
    const { server, person, refresh } = await started();
    for (const counter of [0, 7]) {
      const forged = refreshTokenOf({ id: person.sessionId, counter, hmacKey: 'c29tZSBvdGhlciBrZXk' });
      expect(await refresh(forged)).toMatchObject({ status: 400, code: 'refresh_token_not_found' });
    }
    expect(await sessionsLeft(server)).toBe(1);
  });

  test('[Z12] after a restore from an older copy the newest token stays valid, and older ones still end the session', async () => {
    const { server, person, refresh, pass } = await started();
    const { authSessions } = server.db.tables;
    let newest = person.refreshToken;
    const given = [newest];
    for (let hour = 0; hour < 5; hour += 1) {
      newest = (await refresh(newest)).token;
      given.push(newest);
    }
    await server.db.update(authSessions).set({ counter: 1 });
    pass(86_400);
    const next = await refresh(newest);
    expect(next).toMatchObject({ status: 200 });
    expect(await server.db.select().from(authSessions)).toMatchObject([{ counter: 6 }]);
    expect(await refresh(next.token)).toMatchObject({ status: 200 });
    pass(11);
    expect(await refresh(given[3] ?? '')).toMatchObject({ status: 400, code: 'refresh_token_already_used' });
    expect(await sessionsLeft(server)).toBe(0);
  });

  test('what was never a token is 400', async () => {
    const { server, refresh } = await started();
    for (const text of ['', 'abc', 'x'.repeat(60), 'x'.repeat(5000)]) {
      expect(await refresh(text)).toMatchObject({ status: 400, code: 'validation_failed' });
    }
    const answer = await server.send('POST', '/auth/v1/token?grant_type=refresh_token', { refresh_token: 5 }, HEADERS);
    expect(answer.status).toBe(400);
  });

  test('a banned person gets no new token', async () => {
    const { server, person, refresh } = await started();
    const { authUsers } = server.db.tables;
    await server.db.update(authUsers).set({ bannedUntil: new Date(Date.now() + 60_000) });
    expect(await refresh(person.refreshToken)).toMatchObject({ status: 400, code: 'user_banned' });
    expect((await server.request('/api/auth/user', { headers: person.headers })).status).toBe(401);
  });

  test('a session past its end is over', async () => {
    const { server, person, refresh } = await started();
    await server.db.update(server.db.tables.authSessions).set({ notAfter: new Date(Date.now() - 1000) });
    expect(await refresh(person.refreshToken)).toMatchObject({ status: 400, code: 'session_expired' });
    expect((await server.request('/api/auth/user', { headers: person.headers })).status).toBe(401);
  });
});

describe('the form of a refresh token', () => {
  const session = '0b3c6a52-9d0e-4c51-8a5e-2f6f3b1a7c44';
  const key = Buffer.alloc(32, 7).toString('base64url');

  test.each([0, 1, 127, 128, 300, 16_384, 2_000_000_000])('counter %i comes back', (counter) => {
    const token = readRefreshToken(refreshTokenOf({ id: session, counter, hmacKey: key }));
    expect(token).toMatchObject({ sessionId: session, counter });
    expect(token?.isSealedBy(key)).toBe(true);
    expect(token?.isSealedBy(Buffer.alloc(32, 8).toString('base64url'))).toBe(false);
  });

  test('a token with one changed character is unreadable or not sealed', () => {
    const good = refreshTokenOf({ id: session, counter: 300, hmacKey: key });
    for (let at = 0; at < good.length; at += 1) {
      const other = good[at] === 'A' ? 'B' : 'A';
      const changed = good.slice(0, at) + other + good.slice(at + 1);
      expect(readRefreshToken(changed)?.isSealedBy(key) ?? false).toBe(false);
    }
  });
});
