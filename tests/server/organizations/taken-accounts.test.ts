// Who knows an organization and a sign-in name knows what the service calls that person (decision 360), and can do nothing with it.
import { expect, test } from 'vitest';
import { authBrowser } from '#tests/fixtures/auth-browser.ts';
import { onEveryEngine } from '#tests/fixtures/db.ts';
import { planter } from '#tests/fixtures/plant.ts';
import { startOn } from '#tests/fixtures/server.ts';
import { signedIn } from '#tests/fixtures/signed-in.ts';

const PASSWORD = 'correct horse 7';

onEveryEngine('the account of somebody without an address', (openDb) => {
  const startServer = startOn(openDb);

  for (const autoconfirm of [true, false])
    test(`is made by their card alone${autoconfirm ? '' : ', where addresses are confirmed'}`, async () => {
      const server = await startServer({ variables: { AUTOCONFIRM: autoconfirm ? 'on' : 'off' } });
      const url = await server.listen();
      const organizationId = await planter(server.db).organization({ name: 'Crew', slug: 'crew' });
      const admin = await signedIn(server, { organizationId, isOrgAdmin: true });
      const at = `/api/enterprise/admin/organizations/${organizationId}`;
      const send = async (path: string, body: unknown) =>
        (await server.send('POST', path, body, path.startsWith(at) ? admin.headers : {})).json();
      const { rows } = await send(`${at}/people`, { dryRun: false, rows: [{ name: 'Amina Yılmaz' }] });
      const { account } = await send('/api/auth/sign-in-name', { organization: 'crew', name: 'amina.y' });

      const stranger = authBrowser(url);
      const refusals = [
        (await stranger.signUp({ email: account, password: PASSWORD })).error,
        (await stranger.signInWithOtp({ email: account })).error,
        (await stranger.resetPasswordForEmail(account)).error,
      ];
      expect(refusals.map((error) => error?.code)).toEqual(Array(3).fill('validation_failed'));
      const other = await signedIn(server);
      const change = await server.send('PUT', '/auth/v1/user', { email: account }, other.headers);
      expect(change.status).toBe(400);

      const made = await send(`${at}/cards`, { userIds: [rows[0].userId] });
      const { link } = await send('/api/auth/card', { code: made.cards[0].code, attempt: crypto.randomUUID() });
      const own = authBrowser(url);
      await own.verifyOtp({ token_hash: link.tokenHash, type: link.type });
      expect((await own.getUser()).data.user?.id).toBe(rows[0].userId);
    });
});
