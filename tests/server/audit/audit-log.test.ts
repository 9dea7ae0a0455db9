// GET /api/admin/audit-log: every administrative act and sign-in, for super admins; what concerns their organization, for its admins.
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { auditLog } from '#server/http/audit-log.ts';
import type { AuditLog } from '#sync/contract/analytics.ts';
import { openAdministration } from '#tests/fixtures/administration.ts';
import { onEveryEngine } from '#tests/fixtures/db.ts';

const LOG = '/api/admin/audit-log';

onEveryEngine('the audit log', (openDb) => {
  async function started() {
    const all = await openAdministration(openDb);
    const { people, send, ours, theirs } = all;
    const read = async (query = '') => (await send(people.super, 'GET', `${LOG}${query}`)).body as AuditLog;
    const change = (id: string, body: unknown) =>
      send(people.super, 'PUT', `/api/enterprise/admin/organizations/${id}`, body);
    await change(ours, { name: 'Renamed' });
    await change(theirs, { isActive: false });
    await send(people.admin, 'POST', '/api/enterprise/admin/create-invitation', { organizationId: ours });
    return { ...all, read, change };
  }

  test('[Z7] lists who did what to whom, newest first', async () => {
    const { people, ours, read } = await started();
    const { acts, nextCursor } = await read();
    expect(nextCursor).toBeNull();
    expect(acts.map(({ action }) => action)).toEqual([
      'invitation.created',
      'organization.switched_off',
      'organization.renamed',
    ]);
    expect(acts[0]).toMatchObject({ actor: { id: people.admin, name: 'Ada Admin' }, organizationId: ours });
    expect(acts[2]).toMatchObject({ subject: ours, details: { from: 'Demo Inspections', to: 'Renamed' } });
  });

  test('[Z7] names the ids of a page by their present names', async () => {
    const { people, ours, send, read } = await started();
    await send(people.super, 'POST', '/api/admin/assign-user-to-organization', {
      userId: people.admin,
      organizationId: null,
    });
    const { acts } = await read('?limit=1');
    expect(acts[0]).toMatchObject({ subject: people.admin, details: { from: ours } });
    expect(acts[0]?.names).toEqual({ [people.admin]: 'Ada Admin', [ours]: 'Renamed' });
  });

  test('[Z7] is narrowed by kind, by actor and by organization', async () => {
    const { people, theirs, read, db } = await started();
    const actions = async (query: string) => (await read(query)).acts.map(({ action }) => action);
    expect(await actions('?action=organization')).toEqual(['organization.switched_off', 'organization.renamed']);
    expect(await actions('?action=organization.renamed')).toEqual(['organization.renamed']);
    expect(await actions('?action=organ')).toEqual([]);
    expect(await actions('?action=%25')).toEqual([]);
    expect(await actions(`?actor=${people.admin}`)).toEqual(['invitation.created']);
    expect(await actions(`?actor=${people.admin.toUpperCase()}@DEMO.example`)).toEqual(['invitation.created']);
    expect(await actions(`?organizationId=${theirs}`)).toEqual(['organization.switched_off']);
    await db.delete(db.tables.profiles);
    expect(await db.select().from(db.tables.auditLog)).toHaveLength(3);
  });

  test('[Z7] is read page by page while new acts are logged', async () => {
    const { ours, read, change } = await started();
    const first = await read('?limit=2');
    await change(ours, { name: 'Renamed again' });
    const second = await read(`?limit=2&cursor=${first.nextCursor}`);
    expect([...first.acts, ...second.acts].map(({ action }) => action)).toEqual([
      'invitation.created',
      'organization.switched_off',
      'organization.renamed',
    ]);
    expect(second.nextCursor).toBeNull();
  });

  test('[Z7] is searched by the name and address of the actor, counted, and read from the oldest on', async () => {
    const { read } = await started();
    const found = await read('?search=ada');
    expect(found.acts.map(({ action }) => action)).toEqual(['invitation.created']);
    expect((await read('?search=nobody')).acts).toEqual([]);
    expect((await read()).total).toBe(3);
    const first = await read('?sort=time&limit=2');
    const second = await read(`?sort=time&limit=2&cursor=${first.nextCursor}`);
    expect([...first.acts, ...second.acts].map(({ action }) => action)).toEqual([
      'organization.renamed',
      'organization.switched_off',
      'invitation.created',
    ]);
  });

  test('[Z7] is searched by whom it was done to, also who has left since, and by its age', async () => {
    const { db, people, ours, theirs, send, read } = await started();
    const actions = async (query: string) => (await read(query)).acts.map(({ action }) => action);
    const assign = (userId: string, organizationId: string | null) =>
      send(people.super, 'POST', '/api/admin/assign-user-to-organization', { userId, organizationId });
    await assign(people.member, null);
    await assign(people.otherMember, ours);
    expect(await actions('?search=maren')).toEqual([]);
    expect(await actions('?search=maren&finds=about')).toEqual(['organization.person_removed']);
    const ofOurs = async (query: string) =>
      (await send(people.admin, 'GET', `${LOG}${query}`)).body.acts.map(({ action }: { action: string }) => action);
    expect(await ofOurs('?search=maren&finds=about')).toEqual(['organization.person_removed']);
    expect(await ofOurs('?search=olga&finds=about')).toEqual(['organization.person_assigned']);
    // The address of who has left is not told by what it finds.
    expect(await ofOurs(`?search=${people.member}@demo&finds=about`)).toEqual([]);
    expect(await ofOurs(`?search=${people.otherMember}@demo&finds=about`)).toEqual(['organization.person_assigned']);
    expect(await actions(`?search=olga&finds=about&organizationId=${theirs}`)).toEqual([]);
    const { auditLog: log } = db.tables;
    await db
      .update(log)
      .set({ at: new Date(Date.now() - 8 * 86_400_000) })
      .where(eq(log.subject, people.member));
    expect(await actions('?search=maren&finds=about&days=7')).toEqual([]);
    expect(await actions('?search=maren&finds=about&days=30')).toEqual(['organization.person_removed']);
    expect((await read('?days=7')).total).toBeNull();
  });

  test('is narrowed to what people of a group did and what was done to them, however many these are', async () => {
    const { db, people, ours, theirs, send, read } = await started();
    const { auditLog: log, groups, groupMembers, profiles } = db.tables;
    const [crew, foreign] = [randomUUID(), randomUUID()];
    const group = { createdAt: new Date() };
    await db.insert(groups).values([
      { ...group, id: crew, organizationId: ours, name: 'Crew', nameKey: 'crew' },
      { ...group, id: foreign, organizationId: theirs, name: 'Crew', nameKey: 'crew' },
    ]);
    await db.insert(groupMembers).values([
      { groupId: crew, userId: people.admin },
      { groupId: crew, userId: people.member },
      { groupId: foreign, userId: people.otherAdmin },
    ]);
    const act = { at: new Date(), organizationId: ours };
    await db.insert(log).values([
      { ...act, action: 'account.sign_in', actorId: people.otherAdmin, subject: people.otherAdmin },
      { ...act, action: 'account.role_changed', actorId: people.super, subject: people.member },
      { ...act, action: 'course.published', actorId: people.super, subject: '4' },
    ]);
    const asAdmin = async (query: string) => (await send(people.admin, 'GET', `${LOG}?${query}`)).body as AuditLog;
    const actions = ({ acts }: AuditLog) => acts.map(({ action }) => action);
    const found = ['account.role_changed', 'invitation.created'];
    const check = async () => {
      const first = await asAdmin(`group=${crew.toUpperCase()}&limit=1`);
      expect(first.total).toBeNull();
      const second = await asAdmin(`group=${crew}&limit=1&cursor=${first.nextCursor}`);
      expect([...actions(first), ...actions(second)]).toEqual(found);
      expect(second.nextCursor).toBeNull();
      expect(actions(await read(`?group=${crew}`))).toEqual(found);
      expect(actions(await read(`?group=${crew}&organizationId=${ours}&action=account`))).toEqual(found.slice(0, 1));
      expect(actions(await read(`?group=${crew}&organizationId=${theirs}`))).toEqual([]);
      expect(actions(await read(`?group=${foreign}`))).toEqual(['account.sign_in']);
      // Of a group of another organization nothing is told, not even who of it was here.
      expect(actions(await asAdmin(`group=${foreign}`))).toEqual([]);
      expect(actions(await asAdmin(`group=${randomUUID()}`))).toEqual([]);
    };
    await check();
    const many = Array.from({ length: 2001 }, () => ({ id: randomUUID(), email: `${randomUUID()}@demo.example` }));
    await db.insert(profiles).values(many.map((one) => ({ ...one, organizationId: ours })));
    await db.insert(groupMembers).values(many.map(({ id: userId }) => ({ groupId: crew, userId })));
    await check();
  });

  test('[Z7] tells the admins of an organization what was done in it, whoever did it, and nothing of others', async () => {
    const { people, ours, theirs, send, change } = await started();
    const readAs = async (id: string, query = '') => (await send(id, 'GET', `${LOG}${query}`)).body as AuditLog;
    const acts = async (id: string, query = '') => (await readAs(id, query)).acts.map(({ action }) => action);
    expect(await acts(people.admin)).toEqual(['invitation.created', 'organization.renamed']);
    expect((await readAs(people.admin)).total).toBe(2);
    expect(await acts(people.admin, `?organizationId=${ours.toUpperCase()}`)).toHaveLength(2);
    expect(await acts(people.admin, '?search=ada')).toEqual(['invitation.created']);
    // An address that is guessed right is not told by what it finds.
    for (const guess of ['?search=sue', `?search=${people.super}@demo`, `?actor=${people.super}@demo.example`])
      expect(await acts(people.admin, guess)).toEqual([]);
    expect(await acts(people.otherAdmin)).toEqual(['organization.switched_off']);
    const { acts: seen } = await readAs(people.admin);
    expect(seen.map(({ actor }) => actor)).toMatchObject([
      { name: 'Ada Admin', email: `${people.admin}@demo.example` },
      { name: 'Sue Super', email: null },
    ]);
    await change(theirs, { isActive: true });
    await send(people.super, 'POST', '/api/admin/assign-user-to-organization', {
      userId: people.member,
      organizationId: theirs,
    });
    const move = (await readAs(people.otherAdmin)).acts.find(({ subject }) => subject === people.member);
    expect(move?.names).toEqual({
      [people.member]: 'Maren Member',
      [ours]: 'Another organization',
      [theirs]: 'Other Surveyors',
    });
  });

  test('[Z7] of a person belongs to the organization that they are in at that moment', async () => {
    const { db, people, ours, theirs, acts } = await started();
    const signIn = (actorId: string) =>
      auditLog(db, { action: 'account.sign_in', actorId, subject: randomUUID(), at: new Date() });
    const { profiles } = db.tables;
    const move = (organizationId: string | null) =>
      db.update(profiles).set({ organizationId }).where(eq(profiles.id, people.member));
    await move(null);
    await signIn(people.member);
    await move(ours);
    await signIn(people.member);
    await auditLog(db, {
      action: 'account.two_step_removed',
      actorId: people.super,
      subject: people.member,
      at: new Date(),
    });
    await move(theirs);
    await signIn(people.member);
    await db.update(profiles).set({ organizationId: theirs }).where(eq(profiles.id, people.super));
    await signIn(people.super);
    await auditLog(db, { action: 'account.sign_in_failed', at: new Date() });
    const newest = (await acts()).slice(0, -3);
    expect(newest.map(({ action, organizationId }) => [action, organizationId])).toEqual([
      ['account.sign_in_failed', null],
      ['account.sign_in', null],
      ['account.sign_in', theirs],
      ['account.two_step_removed', ours],
      ['account.sign_in', ours],
      ['account.sign_in', null],
    ]);
  });

  test('[M12] is for admins alone', async () => {
    const { people, ours, refused } = await started();
    expect(await refused(people.otherAdmin, 'GET', `${LOG}?organizationId=${ours}`)).toBe(
      '404 organization_not_found organizationId',
    );
    expect(await refused(people.learner, 'GET', LOG)).toBe('403 access_denied');
    expect(await refused(null, 'GET', LOG)).toBe('401 not_authenticated');
    expect(await refused(people.super, 'GET', `${LOG}?cursor=x`)).toBe('400 validation_failed cursor');
  });
});
