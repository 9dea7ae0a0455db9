// Who has signed up and never confirmed, in both arrangements of accounts.
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { inBothArrangements } from '#tests/fixtures/hosted.ts';
import { mailsTo } from '#tests/fixtures/mailbox.ts';
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
    expect([again.status, await again.json()]).toEqual([200, { message: `The email was sent to ${EMAIL} again.` }]);
    expect(await mailsTo(service.request, EMAIL)).toHaveLength(2);
  });
});
