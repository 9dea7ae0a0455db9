// What the auth service calls a person without an email address (decision 360) is in no answer but that of the sign-in itself.
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { indexPeople } from '#server/people/search-people.ts';
import { readHeldData } from '#server/personal-data/held-data.ts';
import { authBrowser } from '#tests/fixtures/auth-browser.ts';
import { onEveryEngine } from '#tests/fixtures/db.ts';
import { planter } from '#tests/fixtures/plant.ts';
import { startOn } from '#tests/fixtures/server.ts';
import { signedIn } from '#tests/fixtures/signed-in.ts';

onEveryEngine('the internal address', (openDb) => {
  const startServer = startOn(openDb);

  test('is in no list, page, export or log', async () => {
    const server = await startServer();
    const { db } = server;
    const plant = planter(db);
    const url = await server.listen();
    const organizationId = await plant.organization({ name: 'Demo Inspections', slug: 'demo' });
    await plant.course({ organizationId, title: 'Roofs', visibility: 'organization' });
    const admin = await signedIn(server, { organizationId, isOrgAdmin: true });
    const boss = await signedIn(server, { isSuperAdmin: true });
    const at = `/api/enterprise/admin/organizations/${organizationId}`;
    const post = async (path: string, body: unknown, headers: Record<string, string> = admin.headers) =>
      (await server.send('POST', path, body, headers)).json();
    const rows = [{ name: 'Amina Yılmaz', number: '4711', course: 'Roofs', groups: ['Crew 1'] }];
    const [{ userId: id }] = (await post(`${at}/people`, { dryRun: false, rows, dueOn: '2999-01-01' })).rows;
    const [{ code }] = (await post(`${at}/cards`, { userIds: [id] })).cards;
    const { link } = await post('/api/auth/card', { code, attempt: crypto.randomUUID() }, {});
    const own = authBrowser(url);
    const { data } = await own.verifyOtp({ token_hash: link.tokenHash, type: link.type });
    const theirs = { Authorization: `Bearer ${data.session?.access_token}` };
    await own.updateUser({ password: 'correct horse 7' });
    const { account } = await post('/api/auth/sign-in-name', { organization: 'demo', name: 'amina.y' }, {});
    await authBrowser(url).signInWithPassword({ email: account, password: 'wrong one' });
    await post(`${at}/remind`, { userIds: [id] });
    await post(`${at}/bulk-jobs`, { act: { kind: 'remind' }, ids: [id] });
    await indexPeople(db);
    const { groups } = await (await server.request(`${at}/groups`, { headers: admin.headers })).json();
    const { jobs } = await (await server.request(`${at}/bulk-jobs`, { headers: admin.headers })).json();

    const asked: [string, Record<string, string>][] = [
      ...['/api/auth/user', '/api/auth/profile', '/api/auth/sessions', '/api/courses'].map(
        (path): [string, Record<string, string>] => [path, theirs],
      ),
      ...[admin.headers, boss.headers].flatMap((headers) =>
        [
          `${at}/users`,
          `${at}/users?search=amina`,
          `${at}/users?group=${groups[0].id}`,
          `${at}/groups`,
          `${at}/bulk-jobs`,
          `${at}/bulk-jobs/${jobs[0].id}/rows`,
          `/api/admin/people/${id}`,
          `/api/admin/audit-log?organizationId=${organizationId}`,
          `/api/analytics/report?organizationId=${organizationId}`,
        ].map((path): [string, Record<string, string>] => [path, headers]),
      ),
      ...['/api/admin/users', '/api/admin/unconfirmed', '/api/admin/audit-log'].map(
        (path): [string, Record<string, string>] => [path, boss.headers],
      ),
    ];
    let told = 0;
    for (const [path, headers] of asked) {
      const answer = await server.request(path, { headers });
      const text = await answer.text();
      expect(text, path).not.toContain('people.invalid');
      if (text.includes('amina.y')) told += 1;
    }
    expect(told, 'the sign-in name stands in its place').toBeGreaterThan(8);
    const held = JSON.stringify(await readHeldData(db, id));
    expect(held).not.toContain('people.invalid');
    expect(held).toContain('4711');
    const { auditLog, mailOutbox } = db.tables;
    expect(JSON.stringify(await db.select().from(auditLog).where(eq(auditLog.actorId, id)))).not.toContain('invalid');
    expect(await db.select().from(mailOutbox)).toEqual([]);
  });
});
