// What a stranger may do with the addresses of others: cost them nothing, keep them out of nothing, learn nothing quickly.
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { onEveryEngine } from '#tests/fixtures/db.ts';
import { planter } from '#tests/fixtures/plant.ts';
import { startOn } from '#tests/fixtures/server.ts';
import { signedIn } from '#tests/fixtures/signed-in.ts';
import { accountWorld, EMAIL, PASSWORD } from './account-world.ts';

const OWNER = EMAIL;
const NEW = 'holt@test.example';

onEveryEngine('strangers who know an address', (openDb) => {
  const startServer = startOn(openDb);

  async function started(variables: Record<string, string> = {}) {
    const world = await accountWorld(startServer, { variables });
    const [own, stranger] = [world.browser(), world.browser()];
    await own.signInWithPassword({ email: OWNER, password: PASSWORD });
    const { rateLimits } = world.server.db.tables;
    const count = (key: string, hits: number) =>
      world.server.db.insert(rateLimits).values({ key, hits, windowEndsAt: new Date(Date.now() + 600_000) });
    return { ...world, own, stranger, count };
  }

  test('cannot use a code of their own under an address that they only want', async () => {
    const { code, own, stranger } = await started();
    await own.updateUser({ email: NEW });
    await own.signInWithOtp({ email: OWNER });
    const token = await code();
    expect((await stranger.verifyOtp({ email: NEW, token, type: 'email' })).error?.code).toBe('otp_expired');
    expect((await stranger.verifyOtp({ email: OWNER, token, type: 'email' })).data.user?.email).toBe(OWNER);
  });

  test.each(['the owner', 'the operator'])(
    'get no wish for their address back after %s changed the password',
    async (by) => {
      const { admin, mails, own, stranger, follow, pass } = await started();
      const thief = stranger;
      await thief.signInWithPassword({ email: OWNER, password: PASSWORD });
      await thief.updateUser({ email: NEW });
      await follow(NEW);
      const password = 'better horse';
      const id = (await own.getUser()).data.user?.id ?? '';
      if (by === 'the owner') expect((await own.updateUser({ password })).data.user?.new_email).toBeUndefined();
      else await admin.updateUserById(id, { password });
      pass(61);
      const wishes = async () => (await mails()).filter(({ kind }) => kind.startsWith('email_change'));
      const before = await wishes();
      await stranger.resend({ type: 'email_change', email: OWNER });
      expect(await wishes()).toEqual(before);
    },
  );

  test('a tablet that a class shares keeps the cookies of its newest accounts, well below what a proxy takes', async () => {
    const { server } = await started();
    const jar = new Map<string, string>();
    let first = '';
    for (let n = 0; n < 45; n += 1) {
      const { refreshToken } = await signedIn(server, { email: `pupil-${n}@test.example` });
      const Cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
      const body = { refresh_token: refreshToken };
      const answer = await server.send('POST', '/auth/v1/token?grant_type=refresh_token', body, { Cookie });
      for (const line of answer.headers.getSetCookie()) {
        const [name = '', value = ''] = line.split(';')[0]?.split('=') ?? [];
        first ||= name;
        if (/Max-Age=0/.test(line)) jar.delete(name);
        else jar.set(name, value);
      }
    }
    expect([jar.size, jar.has(first)]).toEqual([40, false]);
  });

  test('lose an address in their profile to the person who proved it', async () => {
    const { own, server, follow } = await started();
    const { profiles } = server.db.tables;
    const gone = await planter(server.db).person({ email: NEW });
    await own.updateUser({ email: NEW });
    await follow(OWNER);
    await follow(NEW);
    const [row] = await server.db.select().from(profiles).where(eq(profiles.id, gone));
    expect(row?.email).toBe('');
  });

  test('who use up the mails of everybody keep nobody with an account from their link', async () => {
    const { stranger, mails, count } = await started();
    await count('mails of this installation: all', 10_000_000);
    expect((await stranger.resetPasswordForEmail(OWNER)).error).toBeNull();
    expect((await stranger.signInWithOtp({ email: NEW })).error).toBeNull();
    expect((await mails()).map(({ kind }) => kind)).toEqual(['recovery']);
    expect(await mails(NEW)).toEqual([]);
    const { error } = await stranger.signUp({ email: NEW, password: PASSWORD });
    expect(error?.code).toBe('over_email_send_rate_limit');
  });

  test('fill no mailbox by the tags of its addresses', async () => {
    const { server, count } = await started({ RATE_LIMIT_FACTOR: '1' });
    await count('mails by mailbox: maren@test.example', 59);
    const recover = async (email: string) => (await server.send('POST', '/auth/v1/recover', { email })).status;
    expect(await recover('maren+1@test.example')).toBe(200);
    expect(await recover('maren+2@test.example')).toBe(429);
  });

  test('who ask the auth service itself for accounts are slowed like those who ask the product', async () => {
    const { server, count } = await started({ RATE_LIMIT_FACTOR: '1' });
    await count('found accounts by network: in-process', 39);
    const signUp = async (email: string) => {
      const answer = await server.send('POST', '/auth/v1/signup', { email, password: PASSWORD });
      return [answer.status, (await answer.json()).error_code];
    };
    expect(await signUp(OWNER)).toEqual([200, undefined]);
    expect(await signUp(NEW)).toEqual([429, 'over_request_rate_limit']);
  });
});
