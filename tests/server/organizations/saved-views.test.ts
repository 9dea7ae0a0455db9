// Views of tables, kept with the account.
import { expect, test } from 'vitest';
import type { SavedViewList } from '#sync/contract/saved-view.ts';
import { openAdministration } from '#tests/fixtures/administration.ts';
import { onEveryEngine } from '#tests/fixtures/db.ts';

onEveryEngine('saved views', (openDb) => {
  const started = async () => {
    const all = await openAdministration(openDb);
    const names = async (who: string) =>
      ((await all.send(who, 'GET', '/api/saved-views')).body as SavedViewList).views.map(({ name }) => name);
    const save = (who: string, view: object) => all.send(who, 'PUT', '/api/saved-views', view);
    return { ...all, names, save };
  };

  test('are their person’s on every device, and one of the same name is replaced', async () => {
    const { people, names, save, send } = await started();
    await save(people.admin, { list: 'Users', name: 'Late', search: '?standing=behind' });
    const { body } = await save(people.admin, { list: 'Users', name: 'Late', search: '?standing=overdue' });
    expect(body.views).toMatchObject([{ list: 'Users', name: 'Late', search: '?standing=overdue' }]);
    expect([await names(people.admin), await names(people.super)]).toEqual([['Late'], []]);
    const path = `/api/saved-views/${body.views[0].id}`;
    await send(people.super, 'DELETE', path);
    expect(await names(people.admin), 'of others nothing is deleted').toEqual(['Late']);
    await send(people.admin, 'DELETE', path);
    expect(await names(people.admin)).toEqual([]);
  });

  test('need a name, and end at a hundred', async () => {
    const { people, save, db } = await started();
    const view = { list: 'Users', search: '', createdAt: new Date(), userId: people.admin };
    const many = Array.from({ length: 100 }, (_, n) => ({ ...view, name: `View ${n}` }));
    await db.insert(db.tables.savedViews).values(many);
    expect((await save(people.admin, { list: 'Users', name: ' ', search: '' })).body).toMatchObject({ field: 'name' });
    const told = await save(people.admin, { list: 'Users', name: 'One more', search: '' });
    expect([told.status, told.body.code]).toEqual([422, 'too_many_views']);
    expect((await save(people.admin, { list: 'Users', name: 'View 7', search: '?role=super' })).status).toBe(200);
  });
});
