// A class behind one address (decision 114): 300 tablets sign in, refresh and sign up within five minutes.
import { describe, expect, test, vi } from 'vitest';
import { hashPassword } from '#server/identity/passwords.ts';
import { onEveryEngine } from '#tests/fixtures/db.ts';
import { startOn } from '#tests/fixtures/server.ts';

/** argon2id at the least cost, so that this test takes no minute; the cost of real hashes is measured by `npm run test:load`. */
const CHEAP = vi.hoisted(() => '$argon2id$v=19$m=8,t=1,p=1$AAAAAAAAAAAAAAAAAAAAAA$');
vi.mock('#server/identity/passwords.ts', async (original) => {
  const { argon2Sync } = await import('node:crypto');
  const cost = { nonce: Buffer.alloc(16), memory: 8, passes: 1, parallelism: 1, tagLength: 32 };
  const hash = (message: string) =>
    argon2Sync('argon2id', { message, ...cost })
      .toString('base64')
      .replaceAll('=', '');
  return { ...(await original<object>()), hashPassword: async (password: string) => CHEAP + hash(password) };
});

const TABLETS = 300;
const ADDRESS = '198.51.100.7';
const PASSWORD = 'of the whole class';

onEveryEngine('a class behind one address', (openDb) => {
  const startServer = startOn(openDb);

  async function started() {
    const server = await startServer({ variables: { RATE_LIMIT_FACTOR: '1', TRUST_PROXY: '1' } });
    const post = (path: string, body: object) => server.send('POST', path, body, { 'X-Forwarded-For': ADDRESS });
    const each = <T>(call: (n: number) => Promise<T>) =>
      Promise.all(Array.from({ length: TABLETS }, (_, n) => call(n)));
    return { server, post, each };
  }
  const tally = (statuses: number[]) =>
    [...new Set(statuses)].map((one) => [one, statuses.filter((s) => s === one).length]);

  describe('300 tablets', () => {
    test('sign in and refresh within five minutes, after a hundred typing errors', async () => {
      const { server, post, each } = await started();
      const passwordHash = await hashPassword(PASSWORD);
      const { authUsers } = server.db.tables;
      const accounts = Array.from({ length: TABLETS }, (_, n) => ({
        email: `p${n}@class.example`,
        passwordHash,
        emailConfirmedAt: new Date(),
      }));
      await server.db.insert(authUsers).values(accounts);
      const signIn = (n: number, password: string) =>
        post('/auth/v1/token?grant_type=password', { email: `p${n}@class.example`, password });
      const typingErrors = await Promise.all(Array.from({ length: 100 }, (_, n) => signIn(n, 'of the hole class')));
      expect(tally(typingErrors.map(({ status }) => status))).toEqual([[400, 100]]);
      const sessions = await each(async (n) => (await signIn(n, PASSWORD)).json());
      const refreshed = await each(async (n) => {
        const { refresh_token } = sessions[n];
        return (await post('/auth/v1/token?grant_type=refresh_token', { refresh_token })).status;
      });
      expect(tally(refreshed)).toEqual([[200, TABLETS]]);
    });

    test('sign up within five minutes, and each gets its mail', async () => {
      const { server, post, each } = await started();
      const signedUp = await each(async (n) => {
        const body = { email: `p${n}@class.example`, password: PASSWORD, fullName: `Person ${n}` };
        return (await post('/api/auth/signup', body)).status;
      });
      expect(tally(signedUp)).toEqual([[200, TABLETS]]);
      expect(await server.db.select().from(server.db.tables.mailOutbox)).toHaveLength(TABLETS);
    });
  });
});
