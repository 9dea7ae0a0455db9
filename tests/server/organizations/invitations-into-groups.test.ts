// Invitations that lead into several groups at once, by a list of people.
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { InvitationImport, InvitationImportAnswer } from '#sync/contract/invitation.ts';
import { openAdministration } from '#tests/fixtures/administration.ts';
import type { InvitationList } from '#tests/fixtures/answers.ts';
import { onEveryEngine } from '#tests/fixtures/db.ts';

onEveryEngine('invitations into groups', (openDb) => {
  test('[M7] lead into several groups, those that are left when one is deleted, and again when they are mailed again', async () => {
    const { plant, people, ours, send, refused, db } = await openAdministration(openDb);
    const at = `/api/enterprise/admin/organizations/${ours}/invitations`;
    const listed = async (query = '') => (await send(people.admin, 'GET', `${at}${query}`)).body as InvitationList;
    const many = async (rows: InvitationImport['rows'], dryRun = false) =>
      (await send(people.admin, 'POST', at, { dryRun, rows })).body as InvitationImportAnswer;
    const consume = async (who: string, invitationToken: string) => {
      const answer = await send(who, 'POST', '/api/enterprise/consume-invitation', { invitationToken });
      return answer.body.code ?? answer.status;
    };
    const rows = [
      { email: 'ann@field.example', groups: ['North', 'Night shift', ' north '], group: 'Roofs' },
      { email: 'ben@field.example', groups: ['North', 'x'.repeat(81)] },
      { email: `${people.member}@demo.example`, groups: ['Roofs', 'North'] },
      { email: 'cem@field.example', groups: Array.from({ length: 501 }, (_, n) => `Crew ${n}`) },
    ];
    const told = await many(rows, true);
    expect(told.newGroups).toEqual(['North', 'Night shift', 'Roofs']);
    expect(told.rows.map(({ field, reason }) => [field, reason])).toEqual([
      [null, null],
      ['group', `“${'x'.repeat(81)}”: The name may have at most 80 characters.`],
      [null, 'Will be added to Roofs and North.'],
      ['group', expect.stringContaining('500 groups')],
    ]);
    expect(await many(rows)).toMatchObject({ invited: 1, added: 1, refused: 2 });
    const { groups, groupMembers } = db.tables;
    const group = (name: string) => db.select().from(groups).where(eq(groups.name, name));
    const [[north], [night], [roofs]] = await Promise.all([group('North'), group('Night shift'), group('Roofs')]);
    const names = ({ invitations }: InvitationList) => invitations.map((row) => row.groups?.map(({ name }) => name));
    expect(names(await listed())).toEqual([['North', 'Night shift', 'Roofs']]);
    for (const one of [north, night, roofs]) expect((await listed(`?group=${one?.id}`)).total).toBe(1);
    const groupAt = `/api/enterprise/admin/organizations/${ours}/groups`;
    await send(people.admin, 'DELETE', `${groupAt}/${north?.id}`);
    await send(people.admin, 'PUT', `${groupAt}/${roofs?.id}`, { name: 'Roof crew' });
    const left = ['Night shift', 'Roof crew'];
    expect(names(await listed())).toEqual([left]);
    const [{ id } = { id: '' }] = (await listed()).invitations;
    expect((await send(people.admin, 'POST', `${at}/${id}/mail`)).status).toBe(200);
    expect(names(await listed('?sort=-created'))).toEqual([left, left]);
    const tokens = (await db.select().from(db.tables.mailOutbox)).map(
      ({ text }) => /token=([\w-]+)/.exec(text)?.[1] ?? '',
    );
    const ann = await plant.person({ email: 'ann@field.example', organizationId: null });
    const used = await Promise.all(tokens.map((token) => consume(ann, token)));
    expect(used.toSorted()).toEqual([200, 'invitation_invalid']);
    const hers = await db.select().from(groupMembers).where(eq(groupMembers.userId, ann));
    expect(hers.map(({ groupId }) => groupId).sort()).toEqual([night?.id, roofs?.id].sort());
    expect(await refused(people.otherAdmin, 'GET', `${at}?group=${night?.id}`)).toMatch('404');
  });
});
