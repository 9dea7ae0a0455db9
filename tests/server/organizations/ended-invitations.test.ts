// Invitations lose their force with the right of the person who made them.

import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { InvitationAnswer } from '#sync/contract/organization.ts';
import { openAdministration } from '#tests/fixtures/administration.ts';
import type { InvitationList } from '#tests/fixtures/answers.ts';
import { onEveryEngine } from '#tests/fixtures/db.ts';
import { planter } from '#tests/fixtures/plant.ts';
import { startOn } from '#tests/fixtures/server.ts';
import { signedIn } from '#tests/fixtures/signed-in.ts';

const MAKE = '/api/enterprise/admin/create-invitation';
const CONSUME = '/api/enterprise/consume-invitation';
const DAY_MS = 86_400_000;
const of = (organizationId: string, rest: string) => `/api/enterprise/admin/organizations/${organizationId}/${rest}`;

onEveryEngine('an invitation and its maker', (openDb) => {
  async function started() {
    const all = await openAdministration(openDb);
    const { db, people, plant, ours, send } = all;
    const second = await plant.person({ fullName: 'Bea Bitter', organizationId: ours, isOrgAdmin: true });
    const make = async (who: string, body: object = {}) =>
      (await send(who, 'POST', MAKE, { organizationId: ours, role: 'admin', ...body })).body as InvitationAnswer;
    const listed = async () => {
      const { body } = await send(people.super, 'GET', of(ours, 'invitations'));
      return (body as InvitationList).invitations.map(({ id, endedBy, revokedAt }) => ({
        id,
        endedBy,
        isRevoked: revokedAt !== null,
      }));
    };
    const consume = async (who: string, invitationToken: string) => {
      const { status, body } = await send(who, 'POST', CONSUME, { invitationToken });
      return body.code ?? status;
    };
    const person = async (id: string) =>
      (await db.select().from(db.tables.profiles).where(eq(db.tables.profiles.id, id)))[0];
    return { ...all, second, make, listed, consume, person };
  }

  const changes: [string, (all: Awaited<ReturnType<typeof started>>) => Promise<unknown>][] = [
    ['removed', ({ send, people, ours, second }) => send(people.admin, 'DELETE', of(ours, `users/${second}`))],
    [
      'demoted',
      ({ send, people, ours, second }) => send(people.admin, 'PUT', of(ours, `users/${second}`), { isOrgAdmin: false }),
    ],
    [
      'moved',
      ({ send, people, theirs, second }) =>
        send(people.super, 'POST', '/api/admin/assign-user-to-organization', {
          userId: second,
          organizationId: theirs,
        }),
    ],
  ];

  test.each(changes)('[M7] an admin who was %s is not let in again by their own invitation', async (_, change) => {
    const all = await started();
    const { second, people, make, listed, consume, person, acts } = all;
    const own = await make(second);
    const sleeper = await make(second, { role: 'member', maxUses: 1 });
    const others = await make(people.admin, { role: 'member' });
    await change(all);
    expect(await consume(second, own.token)).toBe('invitation_invalid');
    expect(await consume(people.learner, sleeper.token)).toBe('invitation_invalid');
    expect(await person(second)).toMatchObject({ isOrgAdmin: false });
    const ended = { endedBy: 'maker', isRevoked: true };
    expect(new Set(await listed())).toEqual(
      new Set([
        { id: own.invitation.id, ...ended },
        { id: sleeper.invitation.id, ...ended },
        { id: others.invitation.id, endedBy: null, isRevoked: false },
      ]),
    );
    const revocations = (await acts()).filter(({ action }) => action === 'invitation.revoked');
    expect(revocations.map(({ details }) => details)).toEqual([{ because: 'maker' }, { because: 'maker' }]);
    expect(await consume(people.learner, others.token)).toBe(200);
  });

  test.each(changes)(
    '[M7] an admin who was %s is not let in again by what others made, nor is a friend',
    async (_, change) => {
      const all = await started();
      const { db, people, ours, second, send, make, listed, consume, person, acts } = all;
      const [email, friend] = [(await person(second))?.email, 'friend@test.example'];
      const { token } = await make(people.admin, { maxUses: 5 });
      const rows = [{ email: friend, role: 'admin' }, { email: 'guest@test.example' }];
      await send(people.admin, 'POST', of(ours, 'invitations'), { dryRun: false, rows });
      // Invited by mail before a super admin brought them in.
      const { invitations } = db.tables;
      await db.update(invitations).set({ email }).where(eq(invitations.email, 'guest@test.example'));
      await change(all);
      const back = { userId: second, organizationId: ours };
      await send(people.super, 'POST', '/api/admin/assign-user-to-organization', back);
      for (const who of [second, people.learner]) expect(await consume(who, token)).toBe('invitation_invalid');
      expect(await person(second)).toMatchObject({ isOrgAdmin: false });
      expect((await listed()).map(({ endedBy }) => endedBy).sort()).toEqual([null, 'departure', 'departure'].sort());
      const revocations = (await acts()).filter(({ action }) => action === 'invitation.revoked');
      expect(revocations.map(({ details }) => details)).toEqual([{ because: 'departure' }, { because: 'departure' }]);
    },
  );

  test.each([
    ['is open', null],
    ['has expired lately, and could be extended', new Date(Date.now() - 86_400_000)],
  ])(
    '[M7] a member who is removed ends what was mailed to them and %s, and no link to the organization',
    async (_, expiresAt) => {
      const { db, people, ours, send, make, listed, person } = await started();
      const link = await make(people.admin, { role: 'member' });
      const admins = await make(people.admin);
      await send(people.admin, 'POST', of(ours, 'invitations'), {
        dryRun: false,
        rows: [{ email: 'guest@test.example' }],
      });
      const { invitations } = db.tables;
      const email = (await person(people.member))?.email;
      await db.update(invitations).set({ email, expiresAt }).where(eq(invitations.email, 'guest@test.example'));
      await send(people.admin, 'DELETE', of(ours, `users/${people.member}`));
      const open = (await listed()).filter(({ isRevoked }) => !isRevoked).map(({ id }) => id);
      expect(new Set(open)).toEqual(new Set([link.invitation.id, admins.invitation.id]));
    },
  );

  test('[M7] becoming an admin again brings no ended invitation back', async () => {
    const { second, people, ours, send, make, consume } = await started();
    const { token } = await make(second);
    for (const isOrgAdmin of [false, true])
      await send(people.admin, 'PUT', of(ours, `users/${second}`), { isOrgAdmin });
    expect(await consume(people.learner, token)).toBe('invitation_invalid');
  });

  test('[M7] switching an organization off ends its invitations for good', async () => {
    const { people, ours, send, make, listed, consume } = await started();
    const { token } = await make(people.super, { role: 'member' });
    for (const isActive of [false, true])
      await send(people.super, 'PUT', `/api/enterprise/admin/organizations/${ours}`, { isActive });
    expect(await consume(people.learner, token)).toBe('invitation_invalid');
    expect(await listed()).toMatchObject([{ endedBy: 'organization', isRevoked: true }]);
  });

  test('[M7] what no call changed is judged at use: a super admin without the role, a profile that is gone', async () => {
    const { db, plant, people, ours, send, make, listed, consume } = await started();
    const chief = await plant.person({ isSuperAdmin: true });
    const theirs = [await make(chief), await make(chief, { role: 'member' })];
    await make(people.admin, { maxUses: 2 });
    const { profiles } = db.tables;
    await db.update(profiles).set({ isSuperAdmin: false }).where(eq(profiles.id, chief));
    for (const { token } of theirs) expect(await consume(people.learner, token)).toBe('invitation_invalid');
    expect((await listed()).filter(({ endedBy }) => endedBy === 'maker')).toHaveLength(2);
    await db.delete(profiles).where(eq(profiles.id, chief));
    for (const { token } of theirs) expect(await consume(people.learner, token)).toBe('invitation_invalid');
    expect((await listed()).filter(({ endedBy }) => endedBy === 'maker')).toHaveLength(2);
    // Whoever was invited by them can be invited anew.
    const rows = [{ email: 'guest@test.example' }];
    const invite = async (who: string) =>
      (await send(who, 'POST', of(ours, 'invitations'), { dryRun: false, rows })).body.invited;
    const other = await plant.person({ organizationId: ours, isOrgAdmin: true });
    expect([await invite(other), await invite(people.admin)]).toEqual([1, 0]);
    await db.update(profiles).set({ isOrgAdmin: false }).where(eq(profiles.id, other));
    expect(await invite(people.admin)).toBe(1);
  });

  test('[M7] invitations that make admins end after 14 days, unless another time or none was chosen', async () => {
    const { db, people, ours, send, make } = await started();
    const daysOf = ({ invitation: { expiresAt } }: InvitationAnswer) =>
      expiresAt === null ? null : Math.round((Date.parse(expiresAt) - Date.now()) / DAY_MS);
    expect(daysOf(await make(people.admin))).toBe(14);
    expect(daysOf(await make(people.admin, { expiresAt: null }))).toBeNull();
    const expiresAt = new Date(Date.now() + 30 * DAY_MS).toISOString();
    expect(daysOf(await make(people.admin, { expiresAt }))).toBe(30);
    expect(daysOf(await make(people.admin, { role: 'member' }))).toBeNull();
    const rows = [{ email: 'boss@test.example', role: 'admin' }, { email: 'guest@test.example' }];
    await send(people.admin, 'POST', of(ours, 'invitations'), { dryRun: false, rows });
    const { invitations, mailOutbox } = db.tables;
    const [boss] = await db.select().from(invitations).where(eq(invitations.email, 'boss@test.example'));
    expect(Math.round(((boss?.expiresAt?.getTime() ?? 0) - Date.now()) / DAY_MS)).toBe(14);
    const mails = await db.select().from(mailOutbox);
    const until = mails.filter(({ text }) => /works once, until \d+ \w+ \d{4}\./.test(text));
    expect(until.map(({ toAddress }) => toAddress)).toEqual(['boss@test.example']);
  });
});

onEveryEngine('an invitation and its maker’s account', (openDb) => {
  const startServer = startOn(openDb);

  test.each([
    ['deleted', 'DELETE', {}],
    ['banned', 'PUT', { ban_duration: '24h' }],
  ])('[M7] ends when the account is %s, also after the ban', async (_, method, body) => {
    const server = await startServer();
    const organizationId = await planter(server.db).organization();
    const admin = await signedIn(server, { organizationId, isOrgAdmin: true });
    const made = await server.send('POST', MAKE, { organizationId, role: 'admin' }, admin.headers);
    const { token } = (await made.json()) as InvitationAnswer;
    const key = { Authorization: `Bearer ${server.deps.identity.embedded?.secretKey}` };
    expect((await server.send(method, `/auth/v1/admin/users/${admin.id}`, body, key)).status).toBe(200);
    const guest = await signedIn(server);
    const consume = async () => (await server.send('POST', CONSUME, { invitationToken: token }, guest.headers)).status;
    expect(await consume()).toBe(404);
    if (method === 'PUT') await server.send('PUT', `/auth/v1/admin/users/${admin.id}`, { ban_duration: 'none' }, key);
    expect(await consume()).toBe(404);
    expect(await server.db.select().from(server.db.tables.invitations)).toMatchObject([{ endedBy: 'maker' }]);
  });
});
