// What signed-in people change about their own account, by the npm client over real HTTP.
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { openSession } from '#server/identity/sessions.ts';
import { onEveryEngine } from '#tests/fixtures/db.ts';
import { startOn } from '#tests/fixtures/server.ts';
import { accountWorld, EMAIL, PASSWORD } from './account-world.ts';

onEveryEngine('changing the own account', (openDb) => {
  const startServer = startOn(openDb);

  async function started() {
    const world = await accountWorld(startServer, {
      account: { user_metadata: { full_name: 'Maren Holt', theme: 'dark' } },
    });
    const signedIn = async (password = PASSWORD) => {
      const auth = world.browser();
      const { data, error } = await auth.signInWithPassword({ email: EMAIL, password });
      return { auth, session: data.session, error };
    };
    return { ...world, signedIn };
  }

  test('[A8] a new password ends the other sessions and revokes pending links', async () => {
    const { server, browser, signedIn, id } = await started();
    const [here, there] = [await signedIn(), await signedIn()];
    await browser().resetPasswordForEmail(EMAIL);
    await there.auth.updateUser({ email: 'stranger@test.example' });
    const { data, error } = await here.auth.updateUser({ password: 'better horse' });
    expect(error).toBeNull();
    expect(data.user?.id).toBe(id);
    expect((await here.auth.getUser()).data.user).toMatchObject({ id });
    expect((await here.auth.getUser()).data.user).not.toHaveProperty('new_email');
    expect((await browser().getUser(there.session?.access_token)).error?.name).toBe('AuthSessionMissingError');
    expect((await there.auth.refreshSession()).error?.code).toBe('refresh_token_not_found');
    expect(await server.db.select().from(server.db.tables.oneTimeTokens)).toEqual([]);
    expect((await signedIn()).error?.code).toBe('invalid_credentials');
    expect((await signedIn('better horse')).error).toBeNull();
    const { auditLog } = server.db.tables;
    const noted = await server.db.select().from(auditLog).where(eq(auditLog.action, 'account.password_changed'));
    expect(noted).toMatchObject([{ actorId: id }]);
    expect(JSON.stringify(noted)).not.toContain('horse');
  });

  test('[A8] a sign-in that checked the old password while it was changed opens no session', async () => {
    const { server, id } = await started();
    const { authUsers, authSessions } = server.db.tables;
    const [before] = await server.db.select().from(authUsers).where(eq(authUsers.id, id));
    const proof = { method: 'password', ip: '::1', userAgent: undefined, at: new Date() } as const;
    const signIn = () => openSession(server.db, id, { ...proof, passwordHash: before?.passwordHash ?? null });
    expect((await signIn()).user.id).toBe(id);
    await server.accounts.admin?.updateUserById(id, { password: 'better horse' });
    await expect(signIn()).rejects.toMatchObject({ status: 400, code: 'invalid_credentials' });
    expect(await server.db.select().from(authSessions)).toEqual([]);
  });

  test('[A8] a password that is too short, too long or the old one is refused and changes nothing', async () => {
    const { signedIn } = await started();
    const { auth } = await signedIn();
    const refused = async (password: string) => {
      const { error } = await auth.updateUser({ password });
      return `${error?.status} ${error?.code} ${error?.message}`;
    };
    expect(await refused('7 signs')).toBe('422 weak_password Password should be at least 8 characters.');
    expect(await refused('Password1')).toBe(
      '422 weak_password Password is known to be weak and easy to guess, please choose a different one.',
    );
    expect((await auth.updateUser({ password: 'Password1' })).error).toMatchObject({ reasons: ['pwned'] });
    expect(await refused('')).toContain('422 weak_password');
    expect(await refused('é'.repeat(37))).toContain('400 validation_failed');
    expect(await refused(PASSWORD)).toBe('422 same_password New password should be different from the old password.');
    expect((await signedIn()).error).toBeNull();
  });

  test('metadata is merged, null deletes a key, and its size is limited', async () => {
    const { signedIn } = await started();
    const { auth } = await signedIn();
    const { data } = await auth.updateUser({ data: { theme: null, language: 'en' } });
    expect(data.user?.user_metadata).toMatchObject({ full_name: 'Maren Holt', language: 'en' });
    expect(data.user?.user_metadata).not.toHaveProperty('theme');
    expect((await auth.updateUser({ data: { full_name: 'x'.repeat(10_000) } })).error?.code).toBe('validation_failed');
    expect((await auth.updateUser({ data: { a: 'x'.repeat(5000) } })).error).toBeNull();
    expect((await auth.updateUser({ data: { b: 'x'.repeat(5000) } })).error?.code).toBe('validation_failed');
    const { data: refreshed } = await auth.refreshSession();
    expect(refreshed.user?.user_metadata).toMatchObject({ full_name: 'Maren Holt' });
  });

  test('rights cannot be changed here', async () => {
    const { server, signedIn } = await started();
    const { auth, session } = await signedIn();
    const headers = { Authorization: `Bearer ${session?.access_token}`, 'X-Supabase-Api-Version': '2024-01-01' };
    const body = { app_metadata: { role: 'admin' } };
    const answer = await server.send('PUT', '/auth/v1/user', body, headers);
    expect([answer.status, (await answer.json()).code]).toEqual([403, 'not_admin']);
    expect((await auth.updateUser({ email: 'MAREN@test.example' })).error).toBeNull();
    expect((await server.send('PUT', '/auth/v1/user', { password: 'abcdefgh' })).status).toBe(401);
  });

  test('a failed sign-in is noted with the address that was tried, known or not', async () => {
    const { server, signedIn, signIn, id } = await started();
    await signedIn('wrong');
    await signIn('wrong', 'Nobody@test.example');
    const rows = await server.db.select().from(server.db.tables.auditLog).orderBy(server.db.tables.auditLog.id);
    expect(rows.map(({ action, actorId, details, ip }) => [action, actorId, details, ip])).toEqual([
      ['account.sign_in_failed', id, { email: EMAIL }, '127.0.0.1'],
      ['account.sign_in_failed', null, { email: 'nobody@test.example' }, '127.0.0.1'],
    ]);
  });
});
