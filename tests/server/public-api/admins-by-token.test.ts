// What a token may do with admins, and what it hears of other organizations.
import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { API_SCOPES, type ApiScope } from '#sync/contract/api-token.ts';
import { onEveryEngine } from '#tests/fixtures/db.ts';
import { planter } from '#tests/fixtures/plant.ts';
import { startOn, type TestServer } from '#tests/fixtures/server.ts';
import { type SignedIn, signedIn } from '#tests/fixtures/signed-in.ts';

onEveryEngine('the public API', (openDb) => {
  const startServer = startOn(openDb);
  let server: TestServer;
  let plant: ReturnType<typeof planter>;
  let organizationId: string;
  let admin: SignedIn;
  let stranger: string;

  beforeAll(async () => {
    server = await startServer();
    plant = planter(server.db);
    organizationId = await plant.organization();
    admin = await signedIn(server, { organizationId, isOrgAdmin: true });
    stranger = await plant.person({ organizationId: await plant.organization() });
  });

  async function tokenOf(who: SignedIn, scopes: readonly ApiScope[] = API_SCOPES): Promise<string> {
    const answer = await server.send('POST', '/api/admin/api-tokens', { name: 'HR', scopes, days: 1 }, who.headers);
    return ((await answer.json()) as { token: string }).token;
  }
  async function ask(token: string, method: string, path: string, body?: object) {
    const answer = await server.send(method, `/api/v1${path}`, body, { Authorization: `Bearer ${token}` });
    return { status: answer.status, body: await answer.json() };
  }

  describe('with people:write alone', () => {
    const email = () => `${crypto.randomUUID()}@demo.example`;
    const mailsToAdmins = async () => {
      const { mailOutbox } = server.db.tables;
      return server.db.select().from(mailOutbox).where(eq(mailOutbox.kind, 'admins_by_token'));
    };

    test('invites and removes members, and no admins', async () => {
      const token = await tokenOf(admin, ['people:write']);
      const people = [
        { email: email(), role: 'admin' },
        { email: email(), role: 'member' },
      ];
      const { status, body } = await ask(token, 'POST', '/people', { people });
      expect([status, body.invited, body.refused]).toEqual([200, 1, 1]);
      expect(body.rows[0]).toMatchObject({
        field: 'role',
        reason: 'This API token invites members only: it lacks admins:write.',
      });
      const colleague = await plant.person({ organizationId, isOrgAdmin: true });
      const refused = await ask(token, 'DELETE', `/people/${colleague}`);
      expect([refused.status, refused.body.code]).toEqual([403, 'scope_missing']);
      expect(await mailsToAdmins()).toEqual([]);
    });

    test('but with admins:write, of which the admins are told', async () => {
      const token = await tokenOf(admin, ['people:write', 'admins:write']);
      const invited = email();
      const { body } = await ask(token, 'POST', '/people', { people: [{ email: invited, role: 'admin' }] });
      expect(body.invited).toBe(1);
      const colleague = await plant.person({ organizationId, isOrgAdmin: true, email: email() });
      expect((await ask(token, 'DELETE', `/people/${colleague}`)).status).toBe(200);
      const mails = await mailsToAdmins();
      const mine = await server.db
        .select()
        .from(server.db.tables.profiles)
        .where(eq(server.db.tables.profiles.id, admin.id));
      expect(mails.map(({ toAddress }) => toAddress)).toContain(mine[0]?.email);
      expect(mails.some(({ text }) => text.includes(`“HR” invited as administrators: ${invited}.`))).toBe(true);
      expect(mails.some(({ text }) => text.includes('“HR” removed administrators: '))).toBe(true);
    });
  });

  test('a list tells nothing of other organizations, and a single address what is in the way', async () => {
    const token = await tokenOf(admin);
    const { profiles } = server.db.tables;
    const [elsewhere] = await server.db.select().from(profiles).where(eq(profiles.id, stranger));
    const reasons = async (people: object[]) => {
      const { body } = await ask(token, 'POST', '/people', { people, dryRun: true });
      return body.rows.map(({ reason }: { reason: string | null }) => reason);
    };
    const one = { email: elsewhere?.email };
    expect(await reasons([one, { email: 'new-one@demo.example' }])).toEqual(["This person can't be invited.", null]);
    expect(await reasons([one])).toEqual(['Belongs to another organization.']);
  });
});
