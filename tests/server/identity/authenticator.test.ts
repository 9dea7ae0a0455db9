// Codes of an authenticator app at the embedded service: taken once, within their time, and guessed by nobody (decision 140).
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { readHeldData } from '#server/personal-data/held-data.ts';
import { codeAt, enroll, sendCode } from '#tests/fixtures/authenticator.ts';
import { onEveryEngine } from '#tests/fixtures/db.ts';
import type { Arrange } from '#tests/fixtures/hosted.ts';
import { startOn } from '#tests/fixtures/server.ts';
import { signedIn } from '#tests/fixtures/signed-in.ts';
import { EMAIL, worldOf } from './two-step-world.ts';

onEveryEngine('[A8] codes of an authenticator', (openDb) => {
  const startServer = startOn(openDb);
  const arrange: Arrange = async (options) => {
    const server = await startServer(options);
    return { server, service: server, authUrl: await server.listen(), publishableKey: 'any', proxy: undefined };
  };

  test.each([
    ['http://localhost:4170', undefined, 'localhost'],
    ['https://training.example', undefined, 'training.example'],
    ['https://training.example', 'Acme: Training', 'Acme Training'],
  ])('at %s, issued by %j, is labelled without a colon', async (PUBLIC_URL, issuer, label) => {
    const { signIn } = await worldOf(arrange, { variables: { PUBLIC_URL } });
    const auth = await signIn();
    const { data } = await auth.mfa.enroll({ factorType: 'totp', ...(issuer && { issuer }) });
    const uri = new URL(data?.totp.uri ?? '');
    expect(uri.searchParams.get('issuer')).toBe(label);
    expect(decodeURIComponent(uri.pathname)).toMatch(new RegExp(`/${label}:${EMAIL}$`));
  });

  test('a code is never taken twice, also not at the same moment', async () => {
    const { now, pass, setUp, signIn } = await worldOf(arrange);
    const { secret, factorId } = await setUp();
    const [one, two] = [await signIn(), await signIn()];
    expect(await sendCode(one, factorId, codeAt(secret, now()))).toBe('422 mfa_verification_failed');
    pass(60);
    const code = codeAt(secret, now());
    const { data } = await one.mfa.challenge({ factorId });
    const answer = async (auth: typeof one) =>
      (await auth.mfa.verify({ factorId, challengeId: data?.id ?? '', code })).error === null;
    expect((await Promise.all([answer(one), answer(two)])).filter(Boolean)).toHaveLength(1);
  });

  test('a clock may be one step of 30 seconds off, either way', async () => {
    const { now, signIn } = await worldOf(arrange);
    const auth = await signIn();
    const { factorId, secret } = await enroll(auth);
    const send = (off: number) => sendCode(auth, factorId, codeAt(secret, new Date(now().getTime() + off * 1000)));
    const told = [await send(-60), await send(60), await send(-30), await send(0), await send(30)];
    const wrong = '422 mfa_verification_failed';
    expect(told).toEqual([wrong, wrong, 'taken', 'taken', 'taken']);
  });

  test('wrong codes wait longer and longer, for this account alone', async () => {
    const { server, now, pass, signIn } = await worldOf(arrange, { variables: { RATE_LIMIT_FACTOR: '1' } });
    const auth = await signIn();
    const { factorId, secret } = await enroll(auth);
    const right = () => codeAt(secret, now());
    const wrong = () => String((Number(right()) + 500_000) % 1_000_000).padStart(6, '0');
    for (let tries = 0; tries < 5; tries += 1)
      expect(await sendCode(auth, factorId, wrong())).toBe('422 mfa_verification_failed');
    expect(await sendCode(auth, factorId, right())).toBe('429 over_request_rate_limit');
    pass(6);
    expect(await sendCode(auth, factorId, wrong())).toBe('422 mfa_verification_failed');
    pass(6);
    expect(await sendCode(auth, factorId, right())).toBe('429 over_request_rate_limit');
    pass(6);
    expect(await sendCode(auth, factorId, right())).toBe('taken');
    const { auditLog } = server.db.tables;
    const failed = await server.db.select().from(auditLog).where(eq(auditLog.action, 'account.two_step_failed'));
    expect(failed).toHaveLength(6);
  });

  test('a refresh token from before the second step brings no session with it', async () => {
    const { server, now, signIn } = await worldOf(arrange);
    const auth = await signIn();
    const before = (await auth.getSession()).data.session?.refresh_token;
    const { factorId, secret } = await enroll(auth);
    expect(await sendCode(auth, factorId, codeAt(secret, now()))).toBe('taken');
    const stolen = await server.send('POST', '/auth/v1/token?grant_type=refresh_token', { refresh_token: before });
    expect(stolen.status).toBe(400);
  });

  test('nor while its session is refreshed again and again', async () => {
    const { server, now, signIn } = await worldOf(arrange);
    const auth = await signIn();
    const { factorId, secret } = await enroll(auth);
    const before = (await auth.refreshSession()).data.session?.refresh_token;
    expect(await sendCode(auth, factorId, codeAt(secret, now()))).toBe('taken');
    const stolen = await server.send('POST', '/auth/v1/token?grant_type=refresh_token', { refresh_token: before });
    expect([stolen.status, (await stolen.json()).error_code ?? 'a session']).toEqual([
      400,
      'refresh_token_already_used',
    ]);
  });

  test('an access token from before the second step changes no account, removes no authenticator and gains no rights', async () => {
    const { server, now, signIn } = await worldOf(arrange, { rights: { isSuperAdmin: true } });
    const auth = await signIn();
    const Authorization = `Bearer ${(await auth.getSession()).data.session?.access_token}`;
    const { factorId, secret } = await enroll(auth);
    await sendCode(auth, factorId, codeAt(secret, now()));
    const ask = async (method: string, path: string, body: object) =>
      (await server.send(method, `/auth/v1${path}`, body, { Authorization })).status;
    expect(await ask('PUT', '/user', { password: 'better horse' })).toBe(401);
    expect(await ask('POST', '/factors', { factor_type: 'totp', friendly_name: 'Theirs' })).toBe(403);
    expect(await ask('DELETE', `/factors/${factorId}`, {})).toBe(422);
    expect((await server.request('/api/admin/stats', { headers: { Authorization } })).status).toBe(403);
  });

  test('a second authenticator that slipped in is not verified without the first', async () => {
    const { server, userId, now, setUp, signIn } = await worldOf(arrange);
    await setUp();
    const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
    const row = { userId, friendlyName: 'Stranger', secret, createdAt: now(), updatedAt: now() };
    const [planted] = await server.db.insert(server.db.tables.authFactors).values(row).returning();
    const auth = await signIn();
    expect(await sendCode(auth, planted?.id ?? '', codeAt(secret, now()))).toBe('403 insufficient_aal');
  });

  test('a stranger with the password keeps no known device from the second step', async () => {
    const { server, now, pass, signIn } = await worldOf(arrange, { variables: { RATE_LIMIT_FACTOR: '1' } });
    const headersOf = async (auth: Awaited<ReturnType<typeof signIn>>) => ({
      Authorization: `Bearer ${(await auth.getSession()).data.session?.access_token}`,
    });
    const owner = await signIn();
    const { factorId, secret } = await enroll(owner);
    const send = async (headers: Record<string, string>, code: string) => {
      const challenge = await server.send('POST', `/auth/v1/factors/${factorId}/challenge`, {}, headers);
      const { id: challenge_id } = await challenge.json();
      return server.send('POST', `/auth/v1/factors/${factorId}/verify`, { challenge_id, code }, headers);
    };
    const first = await send(await headersOf(owner), codeAt(secret, now()));
    const Cookie = first.headers.get('Set-Cookie')?.split(';')[0] ?? '';
    pass(60);
    const stranger = await headersOf(await signIn());
    const wrong = String((Number(codeAt(secret, now())) + 500_000) % 1_000_000).padStart(6, '0');
    const statuses = new Set<number>();
    for (let tries = 0; tries < 31; tries += 1) statuses.add((await send(stranger, wrong)).status);
    expect([...statuses]).toContain(429);
    const again = await headersOf(await signIn());
    expect((await send(again, codeAt(secret, now()))).status).toBe(429);
    expect((await send({ ...again, Cookie }, codeAt(secret, now()))).status).toBe(200);
  });

  test('a device that was left open enrolls none; a sign-in of this moment does, and the open session takes its code', async () => {
    const { now, pass, signIn } = await worldOf(arrange);
    const left = await signIn();
    pass(301);
    await expect(enroll(left)).rejects.toMatchObject({ status: 400, code: 'reauthentication_needed' });
    const { factorId, secret } = await enroll(await signIn());
    expect(await sendCode(left, factorId, codeAt(secret, now()))).toBe('taken');
    pass(301);
    await enroll(left, 'Tablet');
  });

  test('an unverified authenticator expires, and the limit counts those that stay', async () => {
    const { pass, signIn } = await worldOf(arrange);
    let auth = await signIn();
    const add = async (friendlyName: string) => {
      const { error } = await auth.mfa.enroll({ factorType: 'totp', friendlyName });
      return error?.code ?? 'added';
    };
    for (let n = 0; n < 10; n += 1) expect(await add(`Phone ${n}`)).toBe('added');
    expect(await add('Phone 3')).toBe('mfa_factor_name_conflict');
    expect(await add('Phone 10')).toBe('too_many_enrolled_mfa_factors');
    pass(301);
    auth = await signIn();
    expect(await add('Phone 3')).toBe('added');
    expect((await auth.mfa.listFactors()).data?.all).toHaveLength(1);
  });

  test('a challenge is answered within five minutes, and only the last one', async () => {
    const { now, pass, signIn } = await worldOf(arrange);
    const auth = await signIn();
    const { factorId, secret } = await enroll(auth);
    const challenge = async () => (await auth.mfa.challenge({ factorId })).data?.id ?? '';
    const answer = async (challengeId: string) =>
      (await auth.mfa.verify({ factorId, challengeId, code: codeAt(secret, now()) })).error?.code ?? 'taken';
    const [first, second] = [await challenge(), await challenge()];
    expect(await answer(first)).toBe('mfa_factor_not_found');
    pass(301);
    expect(await answer(second)).toBe('mfa_challenge_expired');
    expect(await answer(await challenge())).toBe('taken');
  });

  test('nobody reaches the authenticator of another person', async () => {
    const { server, setUp } = await worldOf(arrange);
    const { factorId } = await setUp();
    const { headers } = await signedIn(server);
    for (const [method, path] of [
      ['POST', 'challenge'],
      ['POST', 'verify'],
      ['DELETE', ''],
    ] as const) {
      const answer = await server.send(method, `/auth/v1/factors/${factorId}/${path}`.replace(/\/$/, ''), {}, headers);
      expect([answer.status, (await answer.json()).error_code]).toEqual([404, 'mfa_factor_not_found']);
    }
  });

  test('turning it on and off is told by mail and in the audit log, without the secret', async () => {
    const { server, acts, setUp } = await worldOf(arrange);
    const { auth, factorId, secret } = await setUp();
    await auth.mfa.unenroll({ factorId });
    expect(await acts()).toEqual(expect.arrayContaining(['account.two_step_on', 'account.two_step_off']));
    const mails = await server.db.select().from(server.db.tables.mailOutbox);
    expect(mails).toMatchObject([
      { kind: 'two_step_on', toAddress: EMAIL, subject: 'Two-step sign-in was turned on' },
      { kind: 'two_step_off', toAddress: EMAIL, subject: 'Two-step sign-in was turned off' },
    ]);
    const told = JSON.stringify([mails, await server.db.select().from(server.db.tables.auditLog), server.logged]);
    expect(told).not.toContain(secret);
  });

  describe('a person’s data', () => {
    test('the export names authenticators and recovery codes, and holds neither secret nor code', async () => {
      const { server, userId, ask, setUp } = await worldOf(arrange);
      const { auth, secret } = await setUp();
      const { codes } = (await ask(auth, 'POST /api/auth/recovery-codes')).body;
      const held = await readHeldData(server.db, userId);
      expect(held.authenticators).toMatchObject([{ name: 'Phone', isInUse: true }]);
      expect(held.recovery_codes).toHaveLength(10);
      const text = JSON.stringify(held);
      for (const hidden of [secret, codes[0], codes[0].replaceAll('-', '')]) expect(text).not.toContain(hidden);
    });
  });
});
