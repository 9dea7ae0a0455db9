// What tablets report, and what the admins of their organization do with it.
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { TabletAnswer, TabletRow } from '#sync/contract/tablet.ts';
import { openAdministration } from '#tests/fixtures/administration.ts';
import { onEveryEngine } from '#tests/fixtures/db.ts';

const LIST = '/api/admin/tablets';
const aReport = (more: object = {}) => ({
  id: randomUUID(),
  version: '0.1.0',
  people: 3,
  unsent: 0,
  oldestUnsentSeconds: null,
  storage: { usedBytes: 5_000_000_000, quotaBytes: 20_000_000_000, isPersistent: true },
  signedOutFor: null,
  ...more,
});

onEveryEngine('tablets', (openDb) => {
  async function started() {
    const all = await openAdministration(openDb);
    const report = async (who: string, body: object) => {
      const answer = await all.send(who, 'POST', '/api/tablets', body);
      return { status: answer.status, body: answer.body as TabletAnswer & { code?: string; field?: string } };
    };
    const list = async (who: string, query = '') =>
      (await all.send(who, 'GET', `${LIST}?${query}`)).body as {
        tablets: TabletRow[];
        total?: number;
        nextCursor: string | null;
      };
    const change = (who: string, id: string | undefined, body: object) => all.send(who, 'PATCH', `${LIST}/${id}`, body);
    return { ...all, report, list, change };
  }

  test('are listed for the admins of the organization, as they last reported', async () => {
    const { people, ours, report, list } = await started();
    const id = randomUUID();
    await report(people.member, aReport({ id, unsent: 7, oldestUnsentSeconds: 86_400 }));
    await report(people.admin, aReport({ id: id.toUpperCase(), unsent: 2, oldestUnsentSeconds: 3600, people: 4 }));
    await report(people.otherMember, aReport({ id }));
    const { tablets, total } = await list(people.admin);
    expect(total).toBe(1);
    expect(tablets).toMatchObject([
      {
        organization: { id: ours, name: 'Demo Inspections' },
        ...{ name: null, browser: 'Unknown device', version: '0.1.0', people: 4, unsent: 2 },
        storage: { usedBytes: 5_000_000_000, quotaBytes: 20_000_000_000, isPersistent: true },
        ...{ signOutAskedAt: null, signedOutAt: null },
      },
    ]);
    const [tablet] = tablets;
    expect(Date.parse(tablet?.lastContactAt ?? '') - Date.parse(tablet?.oldestUnsentAt ?? '')).toBe(3_600_000);
    expect(JSON.stringify(tablet)).not.toContain(people.member);
    expect((await list(people.super)).total).toBe(2);
    expect((await list(people.super, `organizationId=${ours}`)).total).toBe(1);
  });

  test('of people without an organization are not kept', async () => {
    const { people, report, list } = await started();
    expect(await report(people.learner, aReport())).toEqual({ status: 200, body: { signOutAskedAt: null } });
    expect((await list(people.super)).total).toBe(0);
  });

  test.each([
    ['an id that is none', { id: 'tablet' }, 'id'],
    ['less than nothing', { unsent: -1 }, 'unsent'],
    ['more than a database holds', { people: 2 ** 31 }, 'people'],
    ['a version with markup', { version: '<b>' }, 'version'],
  ])('report %s, and are refused with the field', async (_, wrong, field) => {
    const { people, report, list } = await started();
    expect(await report(people.member, aReport(wrong))).toMatchObject({ status: 400, body: { field } });
    expect((await list(people.super)).total).toBe(0);
  });

  test('by the dozen from one person are not believed', async () => {
    const { people, report, list } = await started();
    for (let n = 0; n < 20; n += 1) await report(people.member, aReport());
    expect(await report(people.member, aReport())).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
    expect((await list(people.admin)).total).toBe(20);
  });

  test('are searched by name and browser, filtered, sorted, and read page by page', async () => {
    const { people, ours, db, list, change } = await started();
    const ago = (days: number) => new Date(Date.now() - days * 86_400_000);
    const facts = { organizationId: ours, browser: 'Chrome on Android', words: 'chrome on android', version: '0.1.0' };
    const rows = [
      { unsent: 9, oldestUnsentAt: ago(5), lastContactAt: ago(1) },
      { unsent: 1, oldestUnsentAt: ago(1), lastContactAt: ago(2) },
      { unsent: 0, oldestUnsentAt: null, lastContactAt: ago(20) },
    ].map((row) => ({ id: randomUUID(), deviceId: randomUUID(), people: 1, ...facts, ...row }));
    await db.insert(db.tables.tablets).values(rows);
    const [first, second, third] = rows.map(({ id }) => id);
    const ids = async (query: string) => (await list(people.admin, query)).tablets.map(({ id }) => id);
    expect(await ids('')).toEqual([first, second, third]);
    expect(await ids('sort=contact')).toEqual([third, second, first]);
    expect(await ids('sort=unsent')).toEqual([third, second, first]);
    expect(await ids('state=old-work')).toEqual([first]);
    expect(await ids('state=silent')).toEqual([third]);
    await change(people.admin, second, { name: 'Van 100%_Süd' });
    expect(await ids('search=sud%20VAN')).toEqual([second]);
    expect(await ids('search=%25_')).toEqual([second]);
    expect(await ids('search=android')).toEqual([first, second, third]);
    const page = await list(people.admin, 'limit=2&sort=-unsent');
    expect(page.tablets.map(({ id }) => id)).toEqual([first, second]);
    expect(await ids(`limit=2&sort=-unsent&cursor=${page.nextCursor}`)).toEqual([third]);
  });

  test('sign everybody out at the next contact, once, and say when it is done', async () => {
    const { people, report, list, change, acts } = await started();
    const id = randomUUID();
    await report(people.member, aReport({ id }));
    const [tablet] = (await list(people.admin)).tablets;
    await change(people.admin, tablet?.id, { signOut: true });
    await change(people.admin, tablet?.id, { signOut: true });
    const { signOutAskedAt } = (await report(people.member, aReport({ id }))).body;
    expect(signOutAskedAt, 'until the tablet says that it has done it').toBeTruthy();
    expect((await report(people.member, aReport({ id }))).body).toEqual({ signOutAskedAt });
    const done = await report(people.member, aReport({ id, signedOutFor: signOutAskedAt }));
    expect(done.body).toEqual({ signOutAskedAt: null });
    const [after] = (await list(people.admin)).tablets;
    expect(after?.signOutAskedAt).toBeNull();
    expect(after?.signedOutAt).toBeTruthy();
    const done2 = await report(people.member, aReport({ id, signedOutFor: signOutAskedAt }));
    expect(done2.body, 'an old answer asks for nothing').toEqual({ signOutAskedAt: null });
    await change(people.admin, tablet?.id, { signOut: true });
    await change(people.admin, tablet?.id, { signOut: false });
    expect((await report(people.member, aReport({ id }))).body).toEqual({ signOutAskedAt: null });
    expect((await acts()).map(({ action }) => action)).toEqual([
      'tablet.sign_out_taken_back',
      'tablet.sign_out_asked',
      'tablet.sign_out_asked',
    ]);
  });

  test('belong to their organization: others find nothing there', async () => {
    const { people, report, list, refused } = await started();
    await report(people.member, aReport());
    const path = `${LIST}/${(await list(people.admin)).tablets[0]?.id}`;
    expect(await refused(people.otherAdmin, 'PATCH', path, { signOut: true })).toBe('404 tablet_not_found');
    expect(await refused(people.otherAdmin, 'DELETE', path)).toBe('404 tablet_not_found');
    expect(await refused(people.member, 'DELETE', path)).toBe('403 access_denied');
    expect((await list(people.otherAdmin)).total).toBe(0);
    expect(await refused(people.admin, 'PATCH', path, { name: ' ' })).toBe('400 validation_failed name');
    expect(await refused(people.admin, 'DELETE', path)).toBe('200');
    expect((await list(people.admin)).total).toBe(0);
  });
});
