// Who has signed up and never confirmed, in both arrangements of accounts.
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { onEveryEngine } from '#tests/fixtures/db.ts';
import { inBothArrangements } from '#tests/fixtures/hosted.ts';
import { mailsTo, newestLink } from '#tests/fixtures/mailbox.ts';
import { createInvitation, planter } from '#tests/fixtures/plant.ts';
import { startOn } from '#tests/fixtures/server.ts';
import { signedIn } from '#tests/fixtures/signed-in.ts';

inBothArrangements('[M3] unconfirmed sign-ups', (arrange) => {
  const EMAIL = 'maren@test.example';
  const signUp = { email: EMAIL, password: 'correct horse battery', fullName: 'Maren Holt' };

  test('are listed for super admins, and get the mail of their sign-up again', async () => {
    let at = Date.now();
    const { server, service } = await arrange({ now: () => new Date(at) });
    expect((await server.send('POST', '/api/auth/signup', signUp)).status).toBe(200);
    const { id, headers } = await signedIn(service);
    expect((await server.request('/api/auth/user', { headers })).status).toBe(200);
    const { profiles } = server.db.tables;
    await server.db.update(profiles).set({ isSuperAdmin: true }).where(eq(profiles.id, id));
    const listed = async () => (await (await server.request('/api/admin/unconfirmed', { headers })).json()).people;
    const [one, ...others] = await listed();
    expect([one.email, others]).toEqual([EMAIL, []]);
    at += 10 * 60_000;
    const again = await server.send('POST', `/api/admin/unconfirmed/${one.id}/resend`, {}, headers);
    expect([again.status, await again.json()]).toEqual([
      200,
      { message: expect.stringMatching(new RegExp(`^(A new email to|Emailed) ${EMAIL} `)) },
    ]);
    expect(await mailsTo(service.request, EMAIL)).toHaveLength(2);
    expect((await server.send('POST', `/api/admin/unconfirmed/${id}/resend`, {}, headers)).status).toBe(404);
  });
});

onEveryEngine('[M3] the mail of an unconfirmed sign-up', (openDb) => {
  const EMAIL = 'maren@test.example';

  test('leads to the invitation that was asked for, however often it is sent again', async () => {
    let at = Date.now();
    const server = await startOn(openDb)({ now: () => new Date(at) });
    const { id: createdBy } = await signedIn(server, { isSuperAdmin: true });
    const organizationId = await planter(server.db).organization();
    const { token: invitationToken } = await createInvitation(server.db, { organizationId, createdBy });
    const wanted = { email: EMAIL, invitationToken };
    expect((await server.send('POST', '/api/enterprise/magic-link-with-invitation', wanted)).status).toBe(200);
    const [account] = await server.db
      .select()
      .from(server.db.tables.authUsers)
      .where(eq(server.db.tables.authUsers.email, EMAIL));
    for (let time = 0; time < 2; time += 1) {
      at += 2 * 3_600_000;
      const { headers } = await signedIn(server, { isSuperAdmin: true });
      const again = await server.send('POST', `/api/admin/unconfirmed/${account?.id}/resend`, {}, headers);
      expect(again.status).toBe(200);
      const link = await newestLink(server.request, EMAIL);
      expect(link.searchParams.get('invitation')).toBe(invitationToken);
    }
    expect(await mailsTo(server.request, EMAIL)).toHaveLength(3);
  });

  test('is not said to be sent once the installation has used up its mails', async () => {
    const server = await startOn(openDb)({ variables: { RATE_LIMIT_FACTOR: '1' } });
    const { headers } = await signedIn(server, { isSuperAdmin: true });
    const { authUsers } = server.db.tables;
    const [account] = await server.db.insert(authUsers).values({ email: EMAIL }).returning();
    const mails = { name: 'mails of this installation', limit: 1500, windowSeconds: 3600 };
    for (let sent = 0; sent < mails.limit; sent += 1) await server.deps.rateLimits.count(mails, 'all');
    const answer = await server.send('POST', `/api/admin/unconfirmed/${account?.id}/resend`, {}, headers);
    expect([answer.status, (await answer.json()).code]).toEqual([429, 'rate_limited']);
  });
});
