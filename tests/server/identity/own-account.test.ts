// One's own account at the embedded service: proof before a new password, where a person is signed in, and how long (decisions 116 and 117).
import { describe, expect, test } from 'vitest';
import { deviceName } from '#server/http/device-name.ts';
import { networkPrefix } from '#server/identity/session-routes.ts';
import { authBrowser } from '#tests/fixtures/auth-browser.ts';
import { onEveryEngine } from '#tests/fixtures/db.ts';
import { startOn } from '#tests/fixtures/server.ts';
import { signedIn } from '#tests/fixtures/signed-in.ts';

const EMAIL = 'maren@test.example';
const PASSWORD = 'correct horse';
const CHROME =
  'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/128.0.0.0 Mobile Safari/537.36';
const IPAD =
  'Mozilla/5.0 (iPad; CPU OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1';
const DAY = 86_400;

onEveryEngine('[A8] the own account', (openDb) => {
  const startServer = startOn(openDb);

  async function started(variables: Record<string, string> = {}) {
    let ahead = 0;
    const now = () => new Date(Date.now() + ahead);
    const server = await startServer({ variables: { TRUST_PROXY: '1', ...variables }, now });
    const account = {
      email: EMAIL,
      password: PASSWORD,
      email_confirm: true,
      user_metadata: { full_name: 'Maren Holt' },
    };
    await server.accounts.admin?.createUser(account);
    const origin = await server.listen();
    const ask = async (method: string, path: string, token: string, body?: object) => {
      const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
      const answer = await server.request(path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
      return { status: answer.status, body: await answer.json() };
    };
    const signIn = async (ip = '203.0.113.5', userAgent = CHROME) => {
      const headers = { 'X-Forwarded-For': ip, 'User-Agent': userAgent };
      const path = '/auth/v1/token?grant_type=password';
      const { access_token, refresh_token } = await (
        await server.send('POST', path, { email: EMAIL, password: PASSWORD }, headers)
      ).json();
      return { token: access_token as string, refreshToken: refresh_token as string };
    };
    const refresh = async (refresh_token: string, ip = '203.0.113.5') => {
      const path = '/auth/v1/token?grant_type=refresh_token';
      const headers = { 'X-Forwarded-For': ip, 'X-Supabase-Api-Version': '2024-01-01' };
      const answer = await server.send('POST', path, { refresh_token }, headers);
      const body = await answer.json();
      return answer.ok ? { ...body, told: '200' } : { told: `${answer.status} ${body.code} ${body.message}` };
    };
    return { server, origin, ask, signIn, refresh, pass: (seconds: number) => (ahead += seconds * 1000) };
  }

  /** The npm client, signed in by its password and then left alone for a while. */
  async function leftAlone(seconds: number) {
    const world = await started();
    const auth = authBrowser(world.origin);
    await auth.signInWithPassword({ email: EMAIL, password: PASSWORD });
    world.pass(seconds);
    const change = async (attributes: { password: string; current_password?: string }) => {
      const { error } = await auth.updateUser(attributes);
      return error ? `${error.status} ${error.code}` : 'changed';
    };
    return { ...world, auth, change };
  }

  test('a new password needs the current one, five minutes after the sign-in', async () => {
    const { change } = await leftAlone(301);
    expect(await change({ password: 'better horse' })).toBe('400 current_password_required');
    expect(await change({ password: 'better horse', current_password: 'wrong' })).toBe('400 current_password_invalid');
    expect(await change({ password: 'better horse', current_password: PASSWORD })).toBe('changed');
  });

  test('a sign-in within five minutes is proof enough, but never a wrong current password', async () => {
    const { change } = await leftAlone(290);
    expect(await change({ password: 'better horse', current_password: 'wrong' })).toBe('400 current_password_invalid');
    expect(await change({ password: 'better horse' })).toBe('changed');
  });

  test('guesses at the current password wait longer and longer', async () => {
    const { server, ask, signIn, pass } = await started({ RATE_LIMIT_FACTOR: '1' });
    const { token } = await signIn();
    pass(301);
    const guess = () => ask('PUT', '/auth/v1/user', token, { password: 'better horse', current_password: 'wrong' });
    for (let at = 0; at < 5; at += 1) expect((await guess()).status).toBe(400);
    expect((await guess()).status).toBe(429);
    expect(await server.db.select().from(server.db.tables.mailOutbox)).toEqual([]);
  });

  test('a recovery link is proof for an hour', async () => {
    const { server, origin, pass } = await started();
    const recovered = async () => {
      const made = await server.accounts.admin?.generateLink({ type: 'recovery', email: EMAIL });
      const auth = authBrowser(origin);
      await auth.verifyOtp({ token_hash: made?.data.properties?.hashed_token ?? '', type: 'recovery' });
      return auth;
    };
    const late = await recovered();
    pass(3000);
    const inTime = await recovered();
    pass(601);
    expect((await late.updateUser({ password: 'better horse' })).error?.code).toBe('current_password_required');
    expect((await inTime.updateUser({ password: 'better horse' })).error).toBeNull();
  });

  test('an account without a password gets its first one only by a fresh sign-in', async () => {
    const { server, origin, pass } = await started();
    const made = await server.accounts.admin?.generateLink({ type: 'magiclink', email: 'new@test.example' });
    const auth = authBrowser(origin);
    const { hashed_token: token_hash = '', verification_type: type } = made?.data.properties ?? {};
    await auth.verifyOtp({ token_hash, type: type as 'signup' });
    pass(3601);
    const { error } = await auth.updateUser({ password: 'better horse' });
    expect([error?.status, error?.code]).toEqual([400, 'reauthentication_needed']);
  });

  test('signing up names the field of a password that is too weak', async () => {
    const { server } = await started();
    const signUp = async (password: string) => {
      const body = { email: 'new@test.example', password, fullName: 'New Person' };
      return (await server.send('POST', '/api/auth/signup', body)).json();
    };
    expect(await signUp('seven77')).toMatchObject({
      code: 'validation_failed',
      field: 'password',
      message: 'Password should be at least 8 characters.',
    });
    expect(await signUp('football1')).toMatchObject({ code: 'validation_failed', field: 'password' });
  });

  test('a changed password is told by mail, with what to do when it was not the person', async () => {
    const { server, change } = await leftAlone(0);
    expect(await change({ password: 'better horse' })).toBe('changed');
    const mails = await server.db.select().from(server.db.tables.mailOutbox);
    expect(mails).toMatchObject([{ kind: 'password_changed', toAddress: EMAIL, subject: 'Your password was changed' }]);
    expect(mails[0]?.text).toContain('Hello Maren Holt,');
    expect(mails[0]?.text).toContain('http://localhost:3000/auth?mode=reset');
    expect(JSON.stringify(mails)).not.toContain('better horse');
  });

  describe('where a person is signed in', () => {
    test('is listed in words, this device first, with the network that was used last', async () => {
      const { ask, signIn, refresh, pass } = await started();
      const tablet = await signIn('2001:db8:1:2::9', IPAD);
      pass(DAY);
      const phone = await signIn();
      pass(3600);
      await refresh(tablet.refreshToken, '198.51.100.7');
      const { body } = await ask('GET', '/api/auth/sessions', (await refresh(phone.refreshToken)).access_token);
      expect(body.sessions).toMatchObject([
        { device: 'Chrome on Android', network: '203.0.113.x', isCurrent: true },
        { device: 'Safari on iPad', network: '198.51.100.x', isCurrent: false },
      ]);
      expect(Object.keys(body.sessions[0])).toHaveLength(6);
    });

    test('one device is signed out at once, and nobody else’s can be', async () => {
      const { server, ask, signIn, refresh } = await started();
      const [here, there] = [await signIn(), await signIn()];
      const { sessions } = (await ask('GET', '/api/auth/sessions', here.token)).body;
      const other = sessions.find(({ isCurrent }: { isCurrent: boolean }) => !isCurrent).id;
      const { bearer: strange } = await signedIn(server);
      expect((await ask('DELETE', `/api/auth/sessions/${other}`, strange)).status).toBe(404);
      expect((await ask('DELETE', `/api/auth/sessions/${other}`, here.token)).status).toBe(200);
      expect((await ask('GET', '/api/auth/user', there.token)).status).toBe(401);
      expect((await refresh(there.refreshToken)).told).toContain('400 refresh_token_not_found');
      expect((await ask('GET', '/api/auth/sessions', here.token)).body.sessions).toHaveLength(1);
      expect((await ask('DELETE', `/api/auth/sessions/${other}`, here.token)).status).toBe(404);
    });
  });

  describe('a session ends', () => {
    test('after 90 days without use', async () => {
      const { ask, signIn, refresh, pass } = await started();
      const { refreshToken } = await signIn();
      pass(89 * DAY);
      const { refresh_token } = await refresh(refreshToken);
      pass(90 * DAY);
      expect((await ask('GET', '/api/auth/sessions', (await signIn()).token)).body.sessions).toHaveLength(1);
      expect((await refresh(refresh_token)).told).toBe(
        '400 session_expired Invalid Refresh Token: Session Expired (Inactivity)',
      );
      expect((await refresh(refresh_token)).told).toContain('400 refresh_token_not_found');
    });

    test('after a year, however much it is used, or when the settings say', async () => {
      const { signIn, refresh, pass } = await started({ SESSION_IDLE_DAYS: '30', SESSION_MAX_DAYS: '40' });
      let { refreshToken } = await signIn();
      for (const days of [20, 19]) {
        pass(days * DAY);
        refreshToken = (await refresh(refreshToken)).refresh_token;
      }
      pass(DAY);
      expect((await refresh(refreshToken)).told).toBe('400 session_expired Invalid Refresh Token: Session Expired');
    });
  });
});

describe('a device in words', () => {
  test.each([
    [CHROME, 'Chrome on Android'],
    [IPAD, 'Safari on iPad'],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/128.0.0.0 Safari/537.36 Edg/128.0.0.0',
      'Edge on Windows',
    ],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0', 'Firefox on Linux'],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Safari/605.1.15',
      'Safari on Mac',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/128.0 Mobile/15E148 Safari/604.1',
      'Chrome on iPhone',
    ],
    [
      'Mozilla/5.0 (Linux; Android 14; SM-X200) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/26.0 Chrome/122.0.0.0 Safari/537.36',
      'Samsung Internet on Android',
    ],
    ['node', 'Unknown device'],
    ['', 'Unknown device'],
  ])('%s', (userAgent, words) => {
    expect(deviceName(userAgent)).toBe(words);
  });

  test.each([
    ['203.0.113.5', '203.0.113.x'],
    ['::ffff:203.0.113.5', '203.0.113.x'],
    ['2001:db8:1:2::9', '2001:db8:1::x'],
    ['in-process', null],
  ])('the network of %s', (ip, prefix) => {
    expect(networkPrefix(ip)).toBe(prefix);
  });
});
