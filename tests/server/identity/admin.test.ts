// The endpoints of the secret key, as the npm client's admin part uses them.
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { followLink } from '#tests/fixtures/auth-browser.ts';
import { onEveryEngine } from '#tests/fixtures/db.ts';
import { startOn } from '#tests/fixtures/server.ts';
import { accountWorld, EMAIL, PASSWORD } from './account-world.ts';

onEveryEngine('keeping accounts with the secret key', (openDb) => {
  const startServer = startOn(openDb);

  const started = () => accountWorld(startServer);

  test('lists people by pages, with the count and the links to the next ones', async () => {
    const { admin } = await started();
    for (let at = 0; at < 5; at += 1) await admin.createUser({ email: `p${at}@test.example` });
    const first = await admin.listUsers({ page: 1, perPage: 4 });
    expect(first.data).toMatchObject({ total: 6, nextPage: 2, lastPage: 2 });
    const second = await admin.listUsers({ page: 2, perPage: 4 });
    expect(second.data).toMatchObject({ total: 6, nextPage: null });
    const emails = [...first.data.users, ...second.data.users].map(({ email }) => email);
    expect(new Set(emails).size).toBe(6);
    expect((await admin.listUsers({ page: -1 })).error?.code).toBe('validation_failed');
  });

  test('reads, changes and deletes an account, and ends its sessions with a new password', async () => {
    const { admin, browser, signIn, id } = await started();
    expect((await admin.getUserById(id)).data.user?.email).toBe(EMAIL);
    const { data } = await signIn();
    const changed = await admin.updateUserById(id, { password: 'better horse', user_metadata: { full_name: 'Maren' } });
    expect(changed.data.user?.user_metadata).toMatchObject({ full_name: 'Maren' });
    expect((await browser().getUser(data.session?.access_token)).error?.name).toBe('AuthSessionMissingError');
    expect((await signIn('better horse')).error).toBeNull();
    expect((await admin.deleteUser(id)).error).toBeNull();
    expect((await signIn('better horse')).error?.code).toBe('invalid_credentials');
    expect((await admin.getUserById(id)).error).toMatchObject({ status: 404, code: 'user_not_found' });
    expect((await admin.deleteUser(id)).error?.code).toBe('user_not_found');
    await expect(admin.getUserById('nobody')).rejects.toThrow('UUID');
  });

  test('answers metadata as they were written, so that they can be written back', async () => {
    const { server, admin, signIn, id } = await started();
    const written = { full_name: 'Maren Holt', theme: 'dark' };
    const origin = { email: 'else@test.example', sub: 'else', email_verified: true, phone_verified: true };
    const answers = [
      await admin.updateUserById(id, { user_metadata: { ...written, ...origin } }),
      await admin.getUserById(id),
      await admin.generateLink({ type: 'magiclink', email: EMAIL }),
      await admin.createUser({ email: 'new@test.example', user_metadata: written }),
      await admin.inviteUserByEmail('invited@test.example', { data: written }),
    ];
    for (const { data } of answers) expect(data.user?.user_metadata).toEqual(written);
    const { data } = await admin.listUsers();
    expect(data.users.map(({ user_metadata }) => user_metadata)).toEqual([written, written, written]);
    const { data: session } = await signIn();
    const known = { ...written, email: EMAIL, sub: id, email_verified: true, phone_verified: false };
    expect(session.user?.user_metadata).toEqual(known);
    const headers = { Authorization: `Bearer ${session.session?.access_token}` };
    const own = await (await server.request('/auth/v1/user', { headers })).json();
    expect(own.user_metadata).toEqual(known);
  });

  test('a deleted account leaves no admin who keeps the last one from leaving', async () => {
    const { server, admin, signIn, id } = await started();
    const { data } = await signIn();
    const headers = { Authorization: `Bearer ${data.session?.access_token}` };
    expect((await server.request('/api/auth/user', { headers })).status).toBe(200);
    const { profiles } = server.db.tables;
    await server.db.update(profiles).set({ isOrgAdmin: true, isSuperAdmin: true }).where(eq(profiles.id, id));
    expect((await admin.deleteUser(id)).error).toBeNull();
    const left = await server.db.select().from(profiles).where(eq(profiles.id, id));
    expect(left).toMatchObject([{ isOrgAdmin: false, isSuperAdmin: false }]);
  });

  test('bans and lifts a ban; a banned person is refused everywhere at once', async () => {
    const { server, admin, signIn, id } = await started();
    const { data } = await signIn();
    const headers = { Authorization: `Bearer ${data.session?.access_token}` };
    const banned = await admin.updateUserById(id, { ban_duration: '1h30m' });
    expect(Date.parse(banned.data.user?.banned_until ?? '') - Date.now()).toBeGreaterThan(5_000_000);
    expect((await server.request('/api/auth/user', { headers })).status).toBe(401);
    expect((await signIn()).error?.code).toBe('user_banned');
    await admin.updateUserById(id, { ban_duration: 'none' });
    expect((await signIn()).error).toBeNull();
    expect((await admin.updateUserById(id, { ban_duration: 'forever' })).error?.code).toBe('validation_failed');
    expect((await admin.updateUserById(id, { ban_duration: '999999h'.repeat(9_999) })).error).toBeNull();
  });

  test('a known address cannot be given to another account', async () => {
    const { admin, id } = await started();
    await admin.createUser({ email: 'other@test.example' });
    expect((await admin.updateUserById(id, { email: 'OTHER@test.example' })).error?.code).toBe('email_exists');
    const changed = await admin.updateUserById(id, { email: 'new@test.example' });
    expect(changed.data.user?.email).toBe('new@test.example');
  });

  test('a changed address revokes the links to the old one', async () => {
    const { admin, browser, link, id } = await started();
    await browser().resetPasswordForEmail(EMAIL);
    const address = await link();
    await admin.updateUserById(id, { email: 'new@test.example' });
    expect((await followLink(browser(), address)).error).toBe('otp_expired');
  });

  test('makes links without sending a mail, and every kind of them works once', async () => {
    const { admin, browser, mails } = await started();
    await admin.createUser({ email: 'c@test.example', email_confirm: true });
    const links = [
      await admin.generateLink({ type: 'signup', email: 'a@test.example', password: PASSWORD }),
      await admin.generateLink({ type: 'invite', email: 'b@test.example', options: { data: { x: 1 } } }),
      await admin.generateLink({ type: 'magiclink', email: EMAIL }),
      await admin.generateLink({ type: 'recovery', email: 'c@test.example' }),
    ];
    expect(links.map(({ error }) => error)).toEqual([null, null, null, null]);
    for (const { data } of links) {
      const { hashed_token: token_hash, verification_type, action_link } = data.properties ?? {};
      expect(action_link).toContain(`/auth/v1/verify?token=${token_hash}&type=${verification_type}&redirect_to=`);
      const verified = await browser().verifyOtp({
        token_hash: token_hash ?? '',
        type: verification_type as 'signup',
      });
      expect(verified.data.user?.email).toBe(data.user?.email);
    }
    for (const to of [EMAIL, 'a@test.example', 'b@test.example', 'c@test.example']) {
      expect(await mails(to)).toEqual([]);
    }
  });

  test('a link of the wrong kind is refused or becomes the right one', async () => {
    const { admin } = await started();
    const link = async (type: 'signup' | 'invite' | 'magiclink' | 'recovery', email: string) => {
      const { data, error } = await admin.generateLink({ type, email, password: PASSWORD } as never);
      return error ? `${error.status} ${error.code}` : data.properties.verification_type;
    };
    expect(await link('signup', EMAIL)).toBe('422 email_exists');
    expect(await link('invite', EMAIL)).toBe('422 email_exists');
    expect(await link('recovery', 'nobody@test.example')).toBe('404 user_not_found');
    expect(await link('magiclink', 'new@test.example')).toBe('signup');
    expect(await link('invite', 'new@test.example')).toBe('invite');
    expect(await link('email_change_new' as 'signup', EMAIL)).toBe('400 validation_failed');
    expect(await link('signup', 'not an address')).toBe('400 validation_failed');
  });

  test('invites a person by the service’s own mail', async () => {
    const { admin, mails } = await started();
    const { data, error } = await admin.inviteUserByEmail('new@test.example', { data: { full_name: 'New' } });
    expect(error).toBeNull();
    expect(data.user?.invited_at).toBeTruthy();
    expect(await mails('new@test.example')).toMatchObject([{ kind: 'invite' }]);
    expect((await admin.inviteUserByEmail(EMAIL)).error?.code).toBe('email_exists');
  });

  test('nobody else is admitted: not with a session, another key, or no key', async () => {
    const { server, signIn, id } = await started();
    const { data } = await signIn();
    const calls = [
      ['GET', '/users'],
      ['GET', `/users/${id}`],
      ['PUT', `/users/${id}`],
      ['DELETE', `/users/${id}`],
      ['POST', '/generate_link'],
      ['POST', '/../invite'],
    ] as const;
    for (const [method, path] of calls) {
      const ask = async (headers: Record<string, string>) => {
        const body = method === 'GET' || method === 'DELETE' ? null : '{}';
        const init = { method, body, headers: { 'Content-Type': 'application/json', ...headers } };
        return (await server.request(new URL(`http://x/auth/v1/admin${path}`).pathname, init)).status;
      };
      expect([path, await ask({})]).toEqual([path, 401]);
      expect([path, await ask({ Authorization: `Bearer ${data.session?.access_token}` })]).toEqual([path, 403]);
      expect([path, await ask({ Authorization: 'Bearer guess', apikey: 'guess' })]).toEqual([path, 403]);
    }
  });

  test('only the holder of the secret key may name another caller', async () => {
    const { server } = await started();
    const secret = server.deps.identity.embedded?.secretKey ?? '';
    const fail = (apikey: string, ip: string) =>
      server.send(
        'POST',
        '/auth/v1/token?grant_type=password',
        { email: EMAIL, password: 'wrong' },
        { apikey, 'Sb-Forwarded-For': ip },
      );
    await fail(secret, '203.0.113.7');
    await fail('guess', '203.0.113.8');
    const rows = await server.db.select().from(server.db.tables.auditLog).orderBy(server.db.tables.auditLog.id);
    expect(rows.map(({ ip }) => ip)).toEqual(['203.0.113.7', 'in-process']);
  });
});
