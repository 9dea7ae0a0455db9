// Everybody, as super admins see them, and moving them between organizations.

import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { inBatches } from '#server/db/client.ts';
import { adoptEmail, saveProfile } from '#server/identity/profiles.ts';
import type { BulkOutcome } from '#sync/contract/organization.ts';
import { openAdministration } from '#tests/fixtures/administration.ts';
import type { UserList } from '#tests/fixtures/answers.ts';
import { onEveryEngine } from '#tests/fixtures/db.ts';

const ASSIGN = '/api/admin/assign-user-to-organization';

onEveryEngine('people', (openDb) => {
  const started = () => openAdministration(openDb);

  test('[M3] are listed with organization and roles', async () => {
    const { people, send, ours } = await started();
    const { users, nextCursor } = (await send(people.super, 'GET', '/api/admin/users')).body as UserList;
    expect([users.length, nextCursor]).toEqual([6, null]);
    expect(users.find(({ id }) => id === people.admin)).toMatchObject({
      full_name: 'Ada Admin',
      organization_id: ours,
      organization: { id: ours, name: 'Demo Inspections' },
      is_org_admin: true,
      is_super_admin: false,
    });
    expect(users.find(({ id }) => id === people.learner)).toMatchObject({ organization: null, is_org_admin: false });
  });

  test('[M3] are found by every word of name or address, and by role', async () => {
    const { people, plant, send } = await started();
    await plant.person({ email: '100%_sure@test.example', fullName: '100%_Sure' });
    const found = async (query: string) => {
      const { users } = (await send(people.super, 'GET', `/api/admin/users?${query}`)).body;
      return users.map(({ full_name }: { full_name: string }) => full_name).sort();
    };
    expect(await found('search=ADMIN')).toEqual(['Ada Admin', 'Otto Admin']);
    expect(await found('search=admin%20ott')).toEqual(['Otto Admin']);
    expect(await found(`search=${people.member}`)).toEqual(['Maren Member']);
    expect(await found('search=100%25_')).toEqual(['100%_Sure']);
    expect(await found('search=sur'), 'by a part of a word').toEqual(['100%_Sure']);
    expect(await found('search=100%25x')).toEqual([]);
    expect(await found('search=%5C')).toEqual([]);
    expect(await found("search='%3B--")).toEqual([]);
    expect(await found('role=super')).toEqual(['Sue Super']);
    expect(await found('role=org_admin&search=ada')).toEqual(['Ada Admin']);
    expect(await found('role=regular')).toEqual(['100%_Sure', 'Lea Learner', 'Maren Member', 'Olga Other']);
    expect(await found('role=all')).toHaveLength(7);
  });

  test('[M3] are sorted by name whatever its accents, page by page, and counted on the first', async () => {
    const { people, plant, send } = await started();
    for (const fullName of ['Émile Zola', 'emile Adams', 'Émile Zola', 'Ölaf']) await plant.person({ fullName });
    const seen: string[] = [];
    const totals: unknown[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const page: string = `/api/admin/users?limit=2&sort=name&cursor=${encodeURIComponent(cursor)}`;
      const { users, nextCursor, total } = (await send(people.super, 'GET', page)).body as UserList;
      seen.push(...users.map(({ full_name }) => full_name ?? ''));
      totals.push(total);
      cursor = nextCursor;
    }
    expect(seen.slice(1, 5)).toEqual(['emile Adams', 'Émile Zola', 'Émile Zola', 'Lea Learner']);
    expect([seen.length, seen[6]]).toEqual([10, 'Ölaf']);
    expect(totals).toEqual([10, undefined, undefined, undefined, undefined]);
    const { users } = (await send(people.super, 'GET', '/api/admin/users?sort=-name&limit=1')).body as UserList;
    expect(users[0]?.full_name).toBe('Sue Super');
    const { total } = (await send(people.super, 'GET', '/api/admin/users?search=emile%20zo')).body as UserList;
    expect(total).toBe(2);
  });

  test('[M3] are found by their new name and address, and no longer by the old', async () => {
    const { people, plant, send, db } = await started();
    const id = await plant.person({ fullName: 'Zoe Zuber', email: 'zoe@old.example' });
    const found = async (words: string) =>
      ((await send(people.super, 'GET', `/api/admin/users?search=${words}`)).body as UserList).users.length;
    expect([await found('zuber'), await found('old.ex')]).toEqual([1, 1]);
    await saveProfile(db, { id, organizationId: null }, { full_name: 'Zoe Amsel' });
    await adoptEmail(db, { id, from: 'zoe@old.example', to: 'zoe@new.example' });
    expect([await found('zuber'), await found('old.ex')]).toEqual([0, 0]);
    expect(await found('amsel%20new.example')).toBe(1);
  });

  test('[M3] words that most people share are found in the same order, with others and within a role', async () => {
    const { people, db, send, ours } = await started();
    const many = Array.from({ length: 2100 }, (_, n) => ({
      ...{ id: randomUUID(), organizationId: ours, isOrgAdmin: n % 700 === 0 },
      ...{ email: `crew-${n}@demo.example`, fullName: `Crew ${n}`, createdAt: new Date(Date.UTC(2026, 0, 1, 0, 0, n)) },
    }));
    for (const part of inBatches(many)) await db.insert(db.tables.profiles).values(part);
    const list = async (query: string) =>
      (await send(people.super, 'GET', `/api/admin/users?limit=3&search=crew${query}`)).body as UserList;
    const names = ({ users }: UserList) => users.map(({ full_name }) => full_name);
    const all = await list('');
    expect([names(all), all.total]).toEqual([['Crew 2099', 'Crew 2098', 'Crew 2097'], null]);
    const some = await list('%2020');
    expect([names(some), some.total]).toEqual([['Crew 2099', 'Crew 2098', 'Crew 2097'], 111]);
    const admins = await list('&role=org_admin&sort=created');
    expect([names(admins), admins.total]).toEqual([['Crew 0', 'Crew 700', 'Crew 1400'], 3]);
    const { total } = (await send(people.super, 'GET', '/api/admin/users')).body as UserList;
    expect(total, 'counted no further').toBe(1001);
  });

  test('are listed page by page, each once, while others sign up', async () => {
    const { people, plant, send } = await started();
    const seen: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const { users, nextCursor }: { users: { id: string }[]; nextCursor: string | null } = (
        await send(people.super, 'GET', `/api/admin/users?limit=2&cursor=${cursor}`)
      ).body;
      seen.push(...users.map(({ id }) => id));
      await plant.person({ createdAt: new Date(Date.now() + 1000) });
      cursor = nextCursor;
    }
    expect(seen.sort()).toEqual(Object.values(people).sort());
  });

  test.each([
    'limit=0',
    'limit=501',
    'limit=abc',
    'role=king',
    'sort=shoe',
    'cursor=nonsense',
    'cursor=1_x',
    `search=${'x'.repeat(201)}`,
  ])('refuses %s and names the field', async (query) => {
    const { people, refused } = await started();
    expect(await refused(people.super, 'GET', `/api/admin/users?${query}`)).toBe(
      `400 validation_failed ${query.split('=')[0]}`,
    );
  });

  test('[M14] [Z7] assigning moves a person and clears is_org_admin', async () => {
    const { people, send, ours, theirs, db, acts } = await started();
    const { profiles } = db.tables;
    const body = { userId: people.admin, organizationId: theirs };
    const { status, body: told } = await send(people.super, 'POST', ASSIGN, body);
    expect([status, told as BulkOutcome]).toEqual([
      200,
      { message: '1 person assigned to Other Surveyors.', changed: 1, left: [] },
    ]);
    const [moved] = await db.select().from(profiles).where(eq(profiles.id, people.admin));
    expect(moved).toMatchObject({ organizationId: theirs, isOrgAdmin: false });
    expect((await acts())[0]).toMatchObject({
      action: 'organization.person_assigned',
      actorId: people.super,
      subject: people.admin,
      organizationId: theirs,
      details: { from: ours, to: theirs, wasOrgAdmin: true },
    });
    expect((await send(people.admin, 'GET', `/api/enterprise/admin/organizations/${ours}/users`)).status).toBe(403);
  });

  test('[M14] several are moved at once, those left out with their reason, and out of theirs with null', async () => {
    const { people, send, ours, theirs, db } = await started();
    const nobody = randomUUID();
    const userIds = [people.learner, people.learner.toUpperCase(), people.otherMember, nobody];
    const { body } = await send(people.super, 'POST', ASSIGN, { userIds, organizationId: theirs });
    expect(body).toEqual({
      message: '1 person assigned to Other Surveyors.',
      changed: 1,
      left: [
        { userId: people.otherMember, reason: 'Already in Other Surveyors.' },
        { userId: nobody, reason: 'This person is not here.' },
      ],
    });
    const out = (
      await send(people.super, 'POST', ASSIGN, { userIds: [people.super, people.member], organizationId: null })
    ).body;
    expect(out).toMatchObject({ changed: 1, left: [{ userId: people.super, reason: 'Not in any organization.' }] });
    const rows = await db.select().from(db.tables.profiles).where(eq(db.tables.profiles.organizationId, ours));
    expect(rows.map(({ id }) => id)).toEqual([people.admin]);
    const [boss] = await db.select().from(db.tables.profiles).where(eq(db.tables.profiles.isSuperAdmin, true));
    expect(boss?.id).toBe(people.super);
  });

  test('assigning refuses missing people and organizations', async () => {
    const { people, refused, ours } = await started();
    const assign = (body: unknown) => refused(people.super, 'POST', ASSIGN, body);
    expect(await assign({ organizationId: ours })).toBe('400 validation_failed userId');
    expect(await assign({ userIds: [], organizationId: ours })).toBe('400 validation_failed userIds');
    expect(await assign({ userId: 'me', organizationId: ours })).toBe('400 validation_failed userId');
    expect(await assign({ userId: people.learner })).toBe('400 validation_failed organizationId');
    expect(await assign({ userId: randomUUID(), organizationId: ours })).toBe('404 user_not_found userId');
    expect(await assign({ userId: people.learner, organizationId: randomUUID() })).toBe(
      '404 organization_not_found organizationId',
    );
  });

  test('two who move one person at once leave them in one organization, with both acts noted', async () => {
    const { people, send, ours, theirs, acts } = await started();
    const to = (organizationId: string) =>
      send(people.super, 'POST', ASSIGN, { userId: people.learner, organizationId });
    expect((await Promise.all([to(ours), to(theirs)])).map(({ status }) => status)).toEqual([200, 200]);
    const noted = (await acts()).map(({ details }) => details);
    expect(noted).toHaveLength(2);
    expect(noted[0]?.from).toBe(noted[1]?.to);
  });
});
