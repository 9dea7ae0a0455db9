// People are found and ordered as those who type have their names, whatever letters these are written in.
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { openAdministration } from '#tests/fixtures/administration.ts';
import type { MemberList } from '#tests/fixtures/answers.ts';
import { onEveryEngine } from '#tests/fixtures/db.ts';

const NAMES = ['Anna Strauß', 'Łukasz Żak', 'Lukas Meier', 'Zoë Zimmermann', 'Sean O’Brien', 'Đường Nguyễn'];

onEveryEngine('names', (openDb) => {
  const started = async () => {
    const { db, plant, people, ours, send } = await openAdministration(openDb);
    for (const fullName of NAMES) await plant.person({ organizationId: ours, fullName });
    const list = async (query: string) => {
      const members = await send(people.admin, 'GET', `/api/enterprise/admin/organizations/${ours}/users?${query}`);
      return (members.body as MemberList).users.flatMap(({ full_name }) =>
        NAMES.includes(full_name ?? '') ? full_name : [],
      );
    };
    const all = async (query: string) => {
      const users = await send(people.super, 'GET', `/api/admin/users?${query}`);
      return (users.body as MemberList).users.flatMap(({ full_name }) =>
        NAMES.includes(full_name ?? '') ? full_name : [],
      );
    };
    return { db, list, all };
  };

  test.each([
    ['lukasz', 'Łukasz Żak'],
    ['strauss', 'Anna Strauß'],
    ["o'brien", 'Sean O’Brien'],
    ['duong', 'Đường Nguyễn'],
    ['ŁUKASZ', 'Łukasz Żak'],
  ])('%s finds %s', async (search, name) => {
    const { list, all } = await started();
    const query = `search=${encodeURIComponent(search)}`;
    expect([await list(query), await all(query)]).toEqual([[name], [name]]);
  });

  test('are in one order, those of Łukasz beside those of Lukas', async () => {
    const { db, list } = await started();
    const order = ['Anna Strauß', 'Đường Nguyễn', 'Lukas Meier', 'Łukasz Żak', 'Sean O’Brien', 'Zoë Zimmermann'];
    expect(await list('sort=name')).toEqual(order);
    // As the version before had folded them; an empty place has them folded again.
    const { profiles } = db.tables;
    await db.update(profiles).set({ sortName: 'łukasz żak' }).where(eq(profiles.fullName, 'Łukasz Żak'));
    expect(await list('sort=name')).not.toEqual(order);
    await db.update(profiles).set({ sortName: '' });
    expect(await list('sort=name')).toEqual(order);
  });
});
