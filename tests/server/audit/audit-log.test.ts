// GET /api/admin/audit-log: every administrative act and sign-in, for super admins.
import { expect, test } from 'vitest';
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

  test('[M12] is for super admins alone', async () => {
    const { people, refused } = await started();
    expect(await refused(people.admin, 'GET', LOG)).toBe('403 access_denied');
    expect(await refused(people.learner, 'GET', LOG)).toBe('403 access_denied');
    expect(await refused(null, 'GET', LOG)).toBe('401 not_authenticated');
    expect(await refused(people.super, 'GET', `${LOG}?cursor=x`)).toBe('400 validation_failed cursor');
  });
});
