// The codes of six digits beside the links, for an installed app, whose mailed links open in another browser.
import { expect, test } from 'vitest';
import { onEveryEngine } from '#tests/fixtures/db.ts';
import { startOn } from '#tests/fixtures/server.ts';
import { accountWorld, EMAIL, PASSWORD } from './account-world.ts';

const NEW = 'new@test.example';

onEveryEngine('codes of six digits', (openDb) => {
  const startServer = startOn(openDb);

  async function started(variables: Record<string, string> = {}) {
    const { browser: auth, ...world } = await accountWorld(startServer, { variables });
    const guess = async (token: string, email = EMAIL) =>
      (await auth().verifyOtp({ email, token, type: 'email' })).error?.code;
    return { ...world, auth, guess };
  }
  const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

  test('sign in, sign up and reset a password as their links do', async () => {
    const { auth, code, server } = await started();
    await auth().signUp({ email: NEW, password: PASSWORD });
    const signUp = await auth().verifyOtp({ email: NEW, token: await code(NEW), type: 'email' });
    expect(signUp.data.user?.email_confirmed_at).toBeTruthy();

    await auth().signInWithOtp({ email: EMAIL });
    const magicLink = await auth().verifyOtp({ email: ' MAREN@test.example', token: await code(), type: 'email' });
    expect(magicLink.data.session?.user.email).toBe(EMAIL);

    const forgetful = auth();
    await forgetful.resetPasswordForEmail(EMAIL);
    const recovery = await forgetful.verifyOtp({ email: EMAIL, token: await code(), type: 'recovery' });
    expect(recovery.error).toBeNull();
    expect((await forgetful.updateUser({ password: 'better horse' })).error).toBeNull();
    const [row] = await server.db.select().from(server.db.tables.oneTimeTokens);
    expect(row).toBeUndefined();
  });

  test('are in the mail beside the link, and stored as a hash', async () => {
    const { server, auth, code, mails } = await started();
    await auth().signInWithOtp({ email: EMAIL });
    const [mail] = await mails();
    expect(await code()).toMatch(/^\d{6}$/);
    expect(mail?.text).toContain(`Or enter this code in the app: ${await code()}`);
    expect(mail?.html).toContain(`>${await code()}<`);
    const [row] = await server.db.select().from(server.db.tables.oneTimeTokens);
    expect(JSON.stringify(row)).not.toContain(await code());
  });

  test('use up their link and are used up by it', async () => {
    const { auth, code, link } = await started();
    await auth().signInWithOtp({ email: EMAIL });
    const token_hash = (await link()).searchParams.get('token_hash') ?? '';
    const token = await code();
    const tries = await Promise.all([
      auth().verifyOtp({ email: EMAIL, token, type: 'email' }),
      auth().verifyOtp({ email: EMAIL, token, type: 'email' }),
      auth().verifyOtp({ token_hash, type: 'email' }),
    ]);
    expect(tries.filter(({ data }) => data.session)).toHaveLength(1);
  });

  test('die after five wrong tries, however many come at once; the link lives on', async () => {
    const { auth, code, link, guess } = await started();
    await auth().signInWithOtp({ email: EMAIL });
    const right = await code();
    const wrongs = await Promise.all(Array.from({ length: 8 }, () => guess(wrong(right))));
    expect(new Set(wrongs)).toEqual(new Set(['otp_expired']));
    expect(await guess(right)).toBe('otp_expired');
    const token_hash = (await link()).searchParams.get('token_hash') ?? '';
    expect((await auth().verifyOtp({ token_hash, type: 'email' })).data.session).not.toBeNull();
  });

  test('of one address can be guessed twenty times a day', async () => {
    const { auth, code, guess, pass } = await started({ RATE_LIMIT_FACTOR: '1' });
    for (let round = 0; round < 4; round += 1) {
      await auth().signInWithOtp({ email: EMAIL });
      const right = await code();
      for (let at = 0; at < 5; at += 1) expect(await guess(wrong(right))).toBe('otp_expired');
      pass(301);
    }
    await auth().signInWithOtp({ email: EMAIL });
    expect(await guess(await code())).toBe('over_request_rate_limit');
    pass(86_400);
    await auth().signInWithOtp({ email: EMAIL });
    expect(await guess(await code())).toBeUndefined();
  });

  test('are worth nothing for another address, another purpose, or after an hour', async () => {
    const { admin, auth, code, guess, pass } = await started();
    await admin.createUser({ email: NEW, email_confirm: true });
    await auth().resetPasswordForEmail(EMAIL);
    const token = await code();
    expect(await guess(token, NEW)).toBe('otp_expired');
    expect(await guess(token)).toBe('otp_expired');
    pass(3601);
    expect((await auth().verifyOtp({ email: EMAIL, token, type: 'recovery' })).error?.code).toBe('otp_expired');
  });

  test('come with generated links too', async () => {
    const { admin, auth } = await started();
    const { data } = await admin.generateLink({ type: 'magiclink', email: EMAIL });
    const token = data.properties?.email_otp ?? '';
    expect(token).toMatch(/^\d{6}$/);
    expect((await auth().verifyOtp({ email: EMAIL, token, type: 'email' })).data.session).not.toBeNull();
  });

  test('/reauthenticate mails a code without a link, which works once as the nonce of a change', async () => {
    const { server, auth, code, mails } = await started();
    const own = auth();
    await own.signInWithPassword({ email: EMAIL, password: PASSWORD });
    expect((await own.reauthenticate()).error).toBeNull();
    const [mail] = await mails();
    expect(mail).toMatchObject({ kind: 'reauthentication', link: null });
    const nonce = await code();
    const change = (password: string, given: string) => own.updateUser({ password, nonce: given });
    expect((await change('better horse', wrong(nonce))).error).toMatchObject({
      status: 422,
      code: 'reauthentication_not_valid',
      message: 'Nonce has expired or is invalid',
    });
    expect((await change('better horse', nonce)).error).toBeNull();
    expect((await change('other horse', nonce)).error?.code).toBe('reauthentication_not_valid');
    expect((await server.request('/auth/v1/reauthenticate')).status).toBe(401);
  });

  test('wrong nonces slow down, however many codes were asked for', async () => {
    const { auth, code, pass } = await started({ RATE_LIMIT_FACTOR: '1' });
    const own = auth();
    await own.signInWithPassword({ email: EMAIL, password: PASSWORD });
    const codes = new Set<string | undefined>();
    for (let round = 0; round < 3; round += 1) {
      await own.reauthenticate();
      const nonce = wrong(await code());
      for (let at = 0; at < 4; at += 1)
        codes.add((await own.updateUser({ password: 'better horse', nonce })).error?.code);
      pass(61);
    }
    expect(codes).toEqual(new Set(['reauthentication_not_valid', 'over_request_rate_limit']));
  });
});
