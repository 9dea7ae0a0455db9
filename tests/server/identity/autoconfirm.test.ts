// AUTOCONFIRM, for closed networks without mail: whoever signs up is in at once.
import { expect, test } from 'vitest';
import { readEnv } from '#server/env.ts';
import { authBrowser } from '#tests/fixtures/auth-browser.ts';
import { onEveryEngine } from '#tests/fixtures/db.ts';
import { mailsTo } from '#tests/fixtures/mailbox.ts';
import { startOn } from '#tests/fixtures/server.ts';

const EMAIL = 'maren@test.example';
const PASSWORD = 'correct horse battery';

test('AUTOCONFIRM is off unless asked for, and never with a hosted project', () => {
  expect(readEnv({}).autoconfirm).toBe(false);
  const hosted = { SUPABASE_URL: 'https://project.example', SUPABASE_PUBLISHABLE_KEY: 'key', AUTOCONFIRM: 'on' };
  expect(() => readEnv(hosted)).toThrow('AUTOCONFIRM is only for the embedded auth service.');
});

onEveryEngine('sign-ups without confirmation', (openDb) => {
  const startServer = startOn(openDb);
  async function started() {
    const server = await startServer({ variables: { AUTOCONFIRM: 'on' } });
    const origin = await server.listen();
    const signUp = (email = EMAIL) => authBrowser(origin).signUp({ email, password: PASSWORD });
    return { server, origin, signUp };
  }

  test('give a session at once and send no mail, as a project with autoconfirm does', async () => {
    const { server, origin, signUp } = await started();
    const { data, error } = await signUp();
    expect(error).toBeNull();
    expect(data.session?.user).toMatchObject({ email: EMAIL, user_metadata: { email_verified: true } });
    expect(await mailsTo(server.request, EMAIL)).toEqual([]);
    expect((await authBrowser(origin).signInWithPassword({ email: EMAIL, password: PASSWORD })).error).toBeNull();
    const settings = await (await server.request('/auth/v1/settings')).json();
    expect(settings.mailer_autoconfirm).toBe(true);
  });

  test('leave an account that exists as it is', async () => {
    const { signUp } = await started();
    await signUp();
    const { data, error } = await signUp(EMAIL.toUpperCase());
    expect([data.session, error?.status, error?.code]).toEqual([null, 422, 'user_already_exists']);
    expect(error?.message).toBe('User already registered');
  });

  test('tell the sign-up page to go on without a mail', async () => {
    const { server } = await started();
    const body = { email: EMAIL, password: PASSWORD, fullName: 'Maren Holt' };
    const answer = await server.send('POST', '/api/auth/signup', body);
    expect([answer.status, await answer.json()]).toEqual([200, { message: 'Your account is ready.', isReady: true }]);
    expect((await server.send('POST', '/api/auth/signup', body)).status).toBe(422);
  });
});
