// Organizations as super admins see, make, rename and switch them.

import { expect, test } from 'vitest';
import { ORGANIZATION_NAME_LIMIT, SLUG_LIMIT } from '#sync/contract/organization.ts';
import { openAdministration } from '#tests/fixtures/administration.ts';
import type { EnterpriseOrganizationList, OrganizationAnswer, OrganizationList } from '#tests/fixtures/answers.ts';
import { onEveryEngine } from '#tests/fixtures/db.ts';

const ALL = '/api/enterprise/admin/organizations';

onEveryEngine('organizations', (openDb) => {
  const started = () => openAdministration(openDb);

  test('[M2] are listed with status, age, people and courses, newest first, page by page', async () => {
    const { plant, ours, people, send } = await started();
    await plant.course({ organizationId: ours });
    const asleep = await plant.organization({ name: 'Asleep', isActive: false, createdAt: new Date('2020-02-02') });
    const all = (await send(people.super, 'GET', '/api/admin/organizations')).body as OrganizationList;
    expect(all.nextCursor).toBeNull();
    expect(all.organizations.find(({ id }) => id === ours)).toMatchObject({
      name: 'Demo Inspections',
      slug: 'demo-inspections',
      isActive: true,
      memberCount: 2,
      courseCount: 1,
    });
    expect(all.organizations.at(-1)).toMatchObject({
      id: asleep,
      isActive: false,
      createdAt: '2020-02-02T00:00:00.000Z',
    });
    const first = (await send(people.super, 'GET', '/api/admin/organizations?limit=2')).body;
    await plant.organization({ name: 'Came in between' });
    const second = (await send(people.super, 'GET', `/api/admin/organizations?limit=2&cursor=${first.nextCursor}`))
      .body;
    const ids = [...first.organizations, ...second.organizations].map(({ id }) => id);
    expect(ids).toEqual(all.organizations.map(({ id }) => id));
    const found = (await send(people.super, 'GET', '/api/admin/organizations?search=DEMO%20insp')).body;
    expect(found.organizations.map(({ id }: { id: string }) => id)).toEqual([ours]);
    const one = (await send(people.super, 'GET', `/api/enterprise/admin/organizations/${ours}`)).body;
    expect(one).toEqual({ organization: found.organizations[0] });
  });

  test('[M2] are sorted by name without regard to case, found and counted by the server', async () => {
    const { plant, people, send } = await started();
    for (const name of ['asleep', 'Élan', 'Zoo 10', 'zoo 9'])
      await plant.organization({ name, isActive: name !== 'asleep' });
    const list = async (query: string) =>
      (await send(people.super, 'GET', `/api/admin/organizations?${query}`)).body as OrganizationList;
    const names = ({ organizations }: OrganizationList) => organizations.map(({ name }) => name);
    const all = await list('sort=name');
    expect(names(all)).toEqual(['asleep', 'Demo Inspections', 'Élan', 'Other Surveyors', 'zoo 9', 'Zoo 10']);
    expect(all.total).toBe(6);
    const first = await list('sort=name&limit=4');
    const rest = await list(`sort=name&limit=4&cursor=${encodeURIComponent(first.nextCursor ?? '')}`);
    expect([...names(first), ...names(rest)]).toEqual(names(all));
    expect([first.total, rest.total]).toEqual([6, undefined]);
    expect(names(await list('sort=-name&search=ZOO'))).toEqual(['Zoo 10', 'zoo 9']);
    expect(names(await list('status=inactive'))).toEqual(['asleep']);
    expect((await list('status=active&search=zoo')).total).toBe(2);
  });

  test('[M9] have their enterprise list with is_active', async () => {
    const { people, send, ours } = await started();
    const list = (await send(people.super, 'GET', ALL)).body as EnterpriseOrganizationList;
    expect(list.organizations.find(({ id }) => id === ours)).toMatchObject({ is_active: true });
  });

  test('[M6] [Z7] are created with a name and a slug, and the audit log knows by whom', async () => {
    const { people, send, acts } = await started();
    const { status, body } = await send(people.super, 'POST', ALL, { name: '  Néw & Co. ', slug: 'new-co' });
    expect(status).toBe(201);
    const { organization } = body as OrganizationAnswer;
    expect(organization).toMatchObject({ name: 'Néw & Co.', slug: 'new-co', isActive: true, memberCount: 0 });
    expect((await acts())[0]).toMatchObject({
      action: 'organization.created',
      actorId: people.super,
      organizationId: organization.id,
      subject: organization.id,
    });
  });

  test('[M6] wrong names and slugs are refused and name the field', async () => {
    const { people, send, refused } = await started();
    const make = (body: unknown) => refused(people.super, 'POST', ALL, body);
    const missing = await send(people.super, 'POST', ALL, { name: 'Only a name', slug: ' ' });
    expect([missing.status, missing.body.field]).toEqual([400, 'slug']);
    expect(missing.body.error).toBe('Please fill in both organization name and slug.');
    expect(await make({ name: '   ', slug: 'fine' })).toBe('400 validation_failed name');
    expect(await make({ slug: 'fine' })).toBe('400 validation_failed name');
    expect(await make({ name: 5, slug: 'fine' })).toBe('400 validation_failed name');
    expect(await make({ name: 'x'.repeat(ORGANIZATION_NAME_LIMIT + 1), slug: 'fine' })).toBe(
      '400 validation_failed name',
    );
    for (const slug of ['x'.repeat(SLUG_LIMIT + 1), 'Upper', 'a b', '-a', 'a-', 'a--b', 'ä', '../admin', '=1+1'])
      expect([slug, await make({ name: 'Fine', slug })]).toEqual([slug, '400 validation_failed slug']);
    expect(await make({ name: 'x'.repeat(ORGANIZATION_NAME_LIMIT), slug: 'x'.repeat(SLUG_LIMIT) })).toBe('201');
  });

  test('[M6] a slug is used once, also by ten who ask at the same time', async () => {
    const { people, send, refused, db } = await started();
    expect(await refused(people.super, 'POST', ALL, { name: 'Again', slug: 'demo-inspections' })).toBe(
      '409 slug_taken slug',
    );
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) => send(people.super, 'POST', ALL, { name: `Racer ${n}`, slug: 'race' })),
    );
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([201, ...Array(9).fill(409)]);
    const rows = await db.select().from(db.tables.organizations);
    expect(rows.filter(({ slug }) => slug === 'race')).toHaveLength(1);
    expect((await send(people.super, 'GET', '/api/admin/stats')).body.organizations).toBe(3);
  });

  test('[Z7] are renamed and switched off and on, each noted once', async () => {
    const { people, send, refused, ours, acts } = await started();
    const change = (body: unknown) => send(people.super, 'PUT', `${ALL}/${ours}`, body);
    expect((await change({ name: 'Demo Surveys' })).body.organization).toMatchObject({ name: 'Demo Surveys' });
    expect((await change({ isActive: false })).body.organization).toMatchObject({ isActive: false });
    expect((await change({ isActive: false })).status).toBe(200);
    expect((await change({ isActive: true, name: 'Demo Surveys' })).body.organization.isActive).toBe(true);
    expect((await acts()).map(({ action }) => action)).toEqual([
      'organization.switched_on',
      'organization.switched_off',
      'organization.renamed',
    ]);
    expect(await refused(people.super, 'PUT', `${ALL}/${ours}`, { name: ' ' })).toBe('400 validation_failed name');
    for (const id of ['nonsense', '00000000-0000-4000-8000-000000000000'])
      expect(await refused(people.super, 'PUT', `${ALL}/${id}`, { name: 'X' })).toMatch('404 organization_not_found');
  });

  test('have a language for people who have chosen none, one that is offered', async () => {
    const { people, send, refused, ours, acts } = await started();
    const change = (body: unknown) => send(people.super, 'PUT', `${ALL}/${ours}`, body);
    expect((await change({ language: 'PT-br' })).body.organization).toMatchObject({ language: 'pt-BR', rev: 1 });
    expect((await acts())[0]).toMatchObject({
      action: 'organization.language_changed',
      details: { from: null, to: 'pt-BR' },
    });
    const { body } = await send(people.member, 'GET', '/api/auth/profile');
    expect(body).toMatchObject({ language: null, organization: { language: 'pt-BR' } });
    expect(await refused(people.super, 'PUT', `${ALL}/${ours}`, { language: 'tlh' })).toBe(
      '422 language_not_offered language',
    );
    expect((await change({ language: null })).body.organization).toMatchObject({
      language: null,
      name: 'Demo Inspections',
    });
  });

  test('[M14] a switched-off one accepts nobody and hides its courses; its members keep their progress', async () => {
    const { people, send, refused, ours, theirs, plant, db } = await started();
    const open = await plant.course();
    const lesson = await plant.lesson(open);
    const own = await plant.course({ organizationId: ours, visibility: 'organization' });
    const granted = await plant.course({ organizationId: theirs, visibility: 'organization' });
    await plant.grant(granted, ours);
    const sees = async (id: number) => (await send(people.member, 'GET', `/api/courses/${id}`)).status;
    expect([await sees(own), await sees(granted)]).toEqual([200, 200]);
    const done = { courseId: open, lessonId: lesson, status: 'completed' };
    await db.insert(db.tables.unitProgress).values({ ...done, status: 'completed', userId: people.member });
    await send(people.super, 'PUT', `${ALL}/${ours}`, { isActive: false });
    expect([await sees(own), await sees(granted), await sees(open)]).toEqual([404, 404, 200]);
    const assign = { userId: people.learner, organizationId: ours };
    expect(await refused(people.super, 'POST', '/api/admin/assign-user-to-organization', assign)).toBe(
      '422 organization_inactive organizationId',
    );
    expect((await send(people.member, 'GET', '/api/auth/user')).body).toMatchObject({ organization_id: ours });
    expect((await send(people.member, 'GET', `/api/courses/${open}`)).body.percentComplete).toBe(100);
    await send(people.super, 'PUT', `${ALL}/${ours}`, { isActive: true });
    expect([await sees(own), await sees(granted)]).toEqual([200, 200]);
  });
});
