// Views of tables, kept with the account.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { migrationsFolder } from '#server/db/files.ts';
import { postgresPool } from '#server/db/postgres.ts';
import { sqliteConnection } from '#server/db/sqlite.ts';
import type { SavedViewList } from '#sync/contract/saved-view.ts';
import { openAdministration } from '#tests/fixtures/administration.ts';
import { onEveryEngine } from '#tests/fixtures/db.ts';

onEveryEngine('saved views', (openDb, engine) => {
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

  test('of an organization’s courses were among those of the page, and were moved to their own list', async () => {
    const { people, save, send, db } = await started();
    const searches = ['?status=draft&tab=courses', '?tab=courses', '?search=tab%3Dcourses', '?status=draft', ''];
    for (const [n, search] of searches.entries()) await save(people.super, { list: 'Courses', name: `${n}`, search });
    const number = engine === 'sqlite' ? '0048' : '0049';
    const file = join(migrationsFolder(engine), `${number}_invitation-groups.sql`);
    const moving = readFileSync(file, 'utf8').split('--> statement-breakpoint').at(-1) ?? '';
    sqliteConnection(db)?.exec(moving);
    await postgresPool(db)?.query(moving);
    const { views } = (await send(people.super, 'GET', '/api/saved-views')).body as SavedViewList;
    expect(views.map(({ list }) => list)).toEqual([
      ...['Courses of an organization', 'Courses of an organization'],
      ...['Courses', 'Courses', 'Courses'],
    ]);
  });
});
