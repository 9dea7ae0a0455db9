// Somebody with an account who sets up two-step sign-in, driven by the stock client.
import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { authBrowser } from '#tests/fixtures/auth-browser.ts';
import { codeAt, enroll, sendCode } from '#tests/fixtures/authenticator.ts';
import type { Arrange, ArrangeOptions } from '#tests/fixtures/hosted.ts';

export const EMAIL = 'maren@test.example';
const PASSWORD = 'correct horse';

export type Rights = { isSuperAdmin?: boolean; isOrgAdmin?: boolean; organizationId?: string };

/** Maren, with an account and a profile of these rights, and a clock. */
export async function worldOf(
  arrange: Arrange,
  { rights = { isSuperAdmin: false }, ...options }: ArrangeOptions & { rights?: Rights } = {},
) {
  let ahead = 0;
  const now = () => new Date(Date.now() + ahead);
  const { server, service, authUrl, publishableKey } = await arrange({ ...options, now });
  const account = { email: EMAIL, password: PASSWORD, email_confirm: true, user_metadata: { full_name: 'Maren Holt' } };
  const made = await service.accounts.admin?.createUser(account);
  const userId = made?.data.user?.id ?? '';
  const signIn = async () => {
    const auth = authBrowser(authUrl, publishableKey);
    const { error } = await auth.signInWithPassword({ email: EMAIL, password: PASSWORD });
    if (error) throw error;
    return auth;
  };
  type Auth = Awaited<ReturnType<typeof signIn>>;
  const headersOf = async (auth: Auth) => ({
    Authorization: `Bearer ${(await auth.getSession()).data.session?.access_token}`,
  });
  const ask = async (auth: Auth, call: string, body?: object) => {
    const [method = '', path = ''] = call.split(' ');
    const headers = await headersOf(auth);
    const answer = await (method === 'GET'
      ? server.request(path, { headers })
      : server.send(method, path, body ?? {}, headers));
    return { status: answer.status, body: await answer.json() };
  };
  const { profiles, auditLog, mailOutbox } = server.db.tables;
  const first = await signIn();
  await ask(first, 'GET /api/auth/user');
  await server.db.update(profiles).set(rights).where(eq(profiles.id, userId));
  const pass = (seconds: number) => {
    ahead += seconds * 1000;
  };
  /** Signs in, with the second step taken. The clock goes on, so that the next code is another one. */
  const withSecondStep = async (secret: string, factorId: string) => {
    const auth = await signIn();
    pass(60);
    expect(await sendCode(auth, factorId, codeAt(secret, now()))).toBe('taken');
    return auth;
  };
  /** An authenticator that is in use, and the browser it was set up in. */
  const setUp = async () => {
    const auth = await signIn();
    const { factorId, secret } = await enroll(auth);
    expect(await sendCode(auth, factorId, codeAt(secret, now()))).toBe('taken');
    return { auth, factorId, secret };
  };
  const acts = async () => (await server.db.select().from(auditLog)).map(({ action }) => action);
  const mails = async () => (await server.db.select().from(mailOutbox)).map(({ kind }) => kind);
  return { server, service, userId, now, pass, signIn, withSecondStep, setUp, ask, acts, mails };
}
