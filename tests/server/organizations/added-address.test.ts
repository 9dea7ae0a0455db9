// A person without an email address adds one (decision 360): proved by one mail, and then they are an ordinary person.
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { authBrowser, followLink } from '#tests/fixtures/auth-browser.ts';
import { onEveryEngine } from '#tests/fixtures/db.ts';
import { mailsTo, newestLink } from '#tests/fixtures/mailbox.ts';
import { planter } from '#tests/fixtures/plant.ts';
import { startOn } from '#tests/fixtures/server.ts';
import { signedIn } from '#tests/fixtures/signed-in.ts';

const NEW = 'amina@test.example';

const HOUR_MS = 3_600_000;

onEveryEngine('adding an address', (openDb) => {
  const startServer = startOn(openDb);

  test('takes one mail, ends the cards, and makes an ordinary person', async () => {
    const server = await startServer();
    const url = await server.listen();
    const organizationId = await planter(server.db).organization();
    const admin = await signedIn(server, { organizationId, isOrgAdmin: true });
    const at = `/api/enterprise/admin/organizations/${organizationId}`;
    const send = async (
      path: string,
      body: unknown,
      headers: Record<string, string> = admin.headers,
      method = 'POST',
    ) => (await server.send(method, path, body, headers)).json();
    const { rows } = await send(`${at}/people`, { dryRun: false, rows: [{ name: 'Amina Yılmaz' }] });
    const id = rows[0].userId;
    const card = async () => (await send(`${at}/cards`, { userIds: [id] })).cards[0]?.code;
    const { link } = await send('/api/auth/card', { code: await card(), attempt: crypto.randomUUID() }, {});
    const own = authBrowser(url);
    await own.verifyOtp({ token_hash: link.tokenHash, type: link.type });
    const another = await card();

    expect((await own.updateUser({ email: NEW })).error).toBeNull();
    expect(await mailsTo(server.request, NEW)).toHaveLength(1);
    const { mailOutbox, profiles, auditLog } = server.db.tables;
    expect(await server.db.select().from(mailOutbox)).toHaveLength(1);
    const { session } = await followLink(own, await newestLink(server.request, NEW));
    expect(session?.user).toMatchObject({ id, email: NEW });
    const [profile] = await server.db.select().from(profiles).where(eq(profiles.id, id));
    expect(profile?.email).toBe(NEW);
    expect(JSON.stringify(await server.db.select().from(auditLog))).not.toContain('people.invalid');

    expect(await send('/api/auth/card', { code: another, attempt: crypto.randomUUID() }, {})).toMatchObject({
      code: 'card_refused',
    });
    expect(await send(`${at}/users/${id}`, { isOrgAdmin: true }, admin.headers, 'PUT')).toMatchObject({
      message: 'The person is now an admin.',
    });
  });

  test('takes more than a session that was left open', async () => {
    let now = new Date();
    const server = await startServer({ now: () => now });
    const url = await server.listen();
    const organizationId = await planter(server.db).organization();
    const admin = await signedIn(server, { organizationId, isOrgAdmin: true });
    const at = `/api/enterprise/admin/organizations/${organizationId}`;
    const send = async (path: string, body: unknown) => (await server.send('POST', path, body, admin.headers)).json();
    const { rows } = await send(`${at}/people`, { dryRun: false, rows: [{ name: 'Amina Yılmaz' }] });
    const { cards } = await send(`${at}/cards`, { userIds: [rows[0].userId] });
    const { link } = await send('/api/auth/card', { code: cards[0].code, attempt: crypto.randomUUID() });
    const own = authBrowser(url);
    await own.verifyOtp({ token_hash: link.tokenHash, type: link.type });

    const { data } = await own.getSession();
    const headers = { Authorization: `Bearer ${data.session?.access_token}` };
    const add = async () => (await server.send('PUT', '/auth/v1/user', { email: NEW }, headers)).json();
    await own.updateUser({ password: 'correct horse 7' });
    const { authUsers } = server.db.tables;
    now = new Date(now.getTime() + HOUR_MS - 60_000);
    expect((await add()).new_email).toBe(NEW);
    now = new Date(now.getTime() + 120_000);
    const fresh = await server.send('POST', '/auth/v1/token?grant_type=refresh_token', {
      refresh_token: data.session?.refresh_token,
    });
    headers.Authorization = `Bearer ${(await fresh.json()).access_token}`;
    expect((await add()).error_code).toBe('current_password_required');
    await server.db.update(authUsers).set({ passwordHash: null }).where(eq(authUsers.id, rows[0].userId));
    expect((await add()).error_code).toBe('reauthentication_needed');
  });
});
