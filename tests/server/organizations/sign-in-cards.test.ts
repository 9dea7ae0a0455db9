// Cards of people without an address (decision 360), in both arrangements of accounts: how they come in, once, and come back.
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { NewCardsAnswer, NewPeopleAnswer } from '#sync/contract/crew.ts';
import { authBrowser } from '#tests/fixtures/auth-browser.ts';
import { type Arrange, type ArrangeOptions, inBothArrangements } from '#tests/fixtures/hosted.ts';
import { planter } from '#tests/fixtures/plant.ts';

const PASSWORD = 'correct horse 7';
const DAY_MS = 86_400_000;
const attempt = () => crypto.randomUUID();

async function started(arrange: Arrange, options: ArrangeOptions = {}) {
  let now = new Date();
  const arranged = await arrange({ now: () => now, ...options });
  const { server, service, authUrl, publishableKey } = arranged;
  const { db } = server;
  const plant = planter(db);
  const organizationId = await plant.organization({ name: 'Demo Inspections', slug: 'demo-inspections' });
  const browser = () => authBrowser(authUrl, publishableKey);
  const at = `/api/enterprise/admin/organizations/${organizationId}`;
  await service.accounts.admin?.createUser({ email: 'ada@demo.example', password: PASSWORD, email_confirm: true });
  const { data } = await browser().signInWithPassword({ email: 'ada@demo.example', password: PASSWORD });
  const adminHeaders = { Authorization: `Bearer ${data.session?.access_token}` };
  await server.request('/api/auth/user', { headers: adminHeaders });
  const { profiles } = db.tables;
  await db.update(profiles).set({ organizationId, isOrgAdmin: true }).where(eq(profiles.email, 'ada@demo.example'));
  const send = async (path: string, body: unknown, headers: Record<string, string> = {}, method = 'POST') => {
    const answer = await server.send(method, path, body, headers);
    return { status: answer.status, body: await answer.json() };
  };
  const add = async (...names: string[]) => {
    const { body } = await send(`${at}/people`, { dryRun: false, rows: names.map((name) => ({ name })) }, adminHeaders);
    return (body as NewPeopleAnswer).rows.map(({ userId }) => userId ?? '');
  };
  const cards = async (userIds: string[], more: object = {}) =>
    (await send(`${at}/cards`, { userIds, ...more }, adminHeaders)).body as NewCardsAnswer;
  const card = async (userId: string, more: object = {}) => (await cards([userId], more)).cards[0]?.code ?? '';
  const use = (code: string, by = attempt()) => send('/api/auth/card', { code, attempt: by });
  /** Scans the card in a browser of its own. */
  const come = async (code: string) => {
    const client = browser();
    const { link } = (await use(code)).body;
    const { data: come, error } = await client.verifyOtp({ token_hash: link.tokenHash, type: link.type });
    if (error) throw error;
    const headers = { Authorization: `Bearer ${come.session?.access_token}` };
    return { client, headers, user: come.user };
  };
  const me = async (headers: Record<string, string>) => {
    const answer = await server.request('/api/auth/profile', { headers });
    return { status: answer.status, body: await answer.json() };
  };
  const account = async (name: string, organization = 'Demo Inspections') =>
    (await send('/api/auth/sign-in-name', { organization, name })).body.account as string;
  const later = (ms: number) => {
    now = new Date(now.getTime() + ms);
  };
  return {
    ...arranged,
    ...{ plant, organizationId, at, adminHeaders, send, add, cards, card, use, come, me, account, later, browser },
  };
}

inBothArrangements('a sign-in card', (arrange, kind) => {
  test('opens an account that is called by its sign-in name, and never by what the service calls it', async () => {
    const { add, card, come, me, server, adminHeaders, at } = await started(arrange);
    const [id = ''] = await add('Amina Yılmaz');
    const { headers, user } = await come(await card(id));
    expect(user?.id).toBe(id);
    const { body } = await me(headers);
    expect(body).toMatchObject({ id, email: 'amina.y', full_name: 'Amina Yılmaz', is_org_admin: false });
    const people = await (await server.request(`${at}/users`, { headers: adminHeaders })).text();
    expect(people).toContain('amina.y');
    expect(people).not.toContain('people.invalid');
  });

  test('works once, but for the same attempt whose answer was lost', async () => {
    const { add, card, use, later } = await started(arrange);
    const [id = ''] = await add('Carlos Mendoza');
    const code = await card(id);
    const mine = attempt();
    expect((await use(code.toLowerCase(), mine)).status).toBe(200);
    expect((await use(code, mine)).body).toMatchObject({ name: 'Carlos Mendoza', organization: 'Demo Inspections' });
    expect((await use(code)).body).toMatchObject({
      code: 'card_refused',
      message: 'This card was used before: it works once. Ask for a new one.',
    });
    later(16 * 60_000);
    expect((await use(code, mine)).status).toBe(404);
  });

  test('opens nothing when it is old, replaced, revoked or of nobody', async () => {
    const { add, card, use, later, send, at, adminHeaders } = await started(arrange);
    const [id = ''] = await add('Emeka Nwosu');
    const first = await card(id);
    const second = await card(id);
    expect((await use(first)).status).toBe(404);
    expect((await send(`${at}/cards/${id}`, {}, adminHeaders, 'DELETE')).status).toBe(200);
    expect((await use(second)).status).toBe(404);
    const third = await card(id);
    later(30 * DAY_MS);
    expect((await use(third)).body.message).toBe('This card is older than 30 days. Ask for a new one.');
    expect((await use('KR7M 4TQX')).body.code).toBe('card_refused');
    expect((await use('https://elsewhere.example/menu')).body).toMatchObject({
      code: 'validation_failed',
      field: 'code',
    });
  });

  test('leads to a password, and then name and organization are enough; whoever is not there looks the same', async () => {
    const { add, card, come, account, browser, me, plant } = await started(arrange);
    const [id = ''] = await add('Farida Haidari');
    const { client } = await come(await card(id));
    expect((await client.updateUser({ password: PASSWORD })).error).toBeNull();
    for (const organization of ['demo-inspections', ' DEMO inspections '])
      expect(await account(' Farida.H ', organization)).toBe(`${id}@people.invalid`);
    // An organization that is called as the first one is addressed.
    const namesake = await plant.organization({ name: 'Demo-Inspections', slug: 'another' });
    await plant.person({ organizationId: namesake, email: 'farida.h' });
    expect(await account('farida.h', 'demo-inspections')).toBe(`${id}@people.invalid`);
    const { data } = await browser().signInWithPassword({ email: await account('farida.h'), password: PASSWORD });
    const headers = { Authorization: `Bearer ${data.session?.access_token}` };
    expect((await me(headers)).body.email).toBe('farida.h');

    const [nobody, again] = [await account('nobody.n'), await account('nobody.n')];
    expect(nobody).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}@people\.invalid$/);
    expect(again).toBe(nobody);
    expect(await account('farida.h', 'Other Surveyors')).not.toBe(`${id}@people.invalid`);
    const { error } = await browser().signInWithPassword({ email: nobody, password: PASSWORD });
    const { error: wrong } = await browser().signInWithPassword({
      email: await account('farida.h'),
      password: 'wrong one',
    });
    expect([error?.code, error?.message]).toEqual([wrong?.code, wrong?.message]);
  });

  test('made because one was lost ends what the old one began; another one does not', async () => {
    const { add, card, come, browser, account, me } = await started(arrange);
    const [id = ''] = await add('Hung Tran');
    const { client, headers } = await come(await card(id));
    await client.updateUser({ password: PASSWORD });
    const other = await come(await card(id));
    expect([(await me(headers)).status, (await me(other.headers)).status]).toEqual([200, 200]);
    const fresh = await card(id, { isLost: true });
    expect((await client.refreshSession()).error).not.toBeNull();
    // A hosted project is asked about a session once a minute.
    if (kind === 'embedded') expect((await me(headers)).status).toBe(401);
    const { error } = await browser().signInWithPassword({ email: await account('hung.t'), password: PASSWORD });
    expect(error?.code).toBe('invalid_credentials');
    expect((await me((await come(fresh)).headers)).status).toBe(200);
  });

  test('is made for nobody with an address, and for nobody of another organization', async () => {
    const { plant, organizationId, cards } = await started(arrange);
    const member = await plant.person({ organizationId });
    const stranger = await plant.person();
    const { cards: made, left } = await cards([member, stranger]);
    expect(made).toEqual([]);
    expect(left.map(({ reason }) => reason)).toEqual([
      'Has an email address, and signs in with it.',
      'This person is not in your organization.',
    ]);
  });

  test('leaves its code in no table and in no log', async () => {
    const { add, card, come, server, service } = await started(arrange);
    const [id = ''] = await add('José Antonio Barrios');
    const code = await card(id);
    await come(code);
    const { db } = server;
    for (const table of Object.values(db.tables)) {
      const rows = JSON.stringify(await db.select().from(table));
      expect(rows).not.toContain(code);
    }
    expect([...server.logged, ...service.logged].join('\n')).not.toContain(code);
    const acts = await db.select().from(db.tables.auditLog).where(eq(db.tables.auditLog.subject, id));
    expect(acts.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['account.card_made', 'account.card_used']),
    );
    const { mailOutbox } = service.db.tables;
    expect(await service.db.select().from(mailOutbox)).toEqual([]);
  });
});
