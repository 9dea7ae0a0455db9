// GET /api/auth/name-availability, and what PUT /api/auth/profile makes of a name (P-17 and P-18).
import { describe, expect, test } from 'vitest';
import type { NameAvailability } from '#sync/contract/profile.ts';
import { onEveryEngine } from '#tests/fixtures/db.ts';
import { planter } from '#tests/fixtures/plant.ts';
import { startOn } from '#tests/fixtures/server.ts';
import { type SignedIn, signedIn, type Who } from '#tests/fixtures/signed-in.ts';

onEveryEngine('[A9] names', (openDb) => {
  const startServer = startOn(openDb);

  async function started() {
    const server = await startServer();
    const organizationId = await planter(server.db).organization();
    const person = (who: Who) => signedIn(server, who);
    const ask = async ({ headers }: SignedIn, name: string) => {
      const query = new URLSearchParams({ name });
      const answer = await server.request(`/api/auth/name-availability?${query}`, { headers });
      return (await answer.json()) as NameAvailability;
    };
    const save = async ({ headers }: SignedIn, full_name: unknown) => {
      const answer = await server.send('PUT', '/api/auth/profile', { full_name }, headers);
      return { status: answer.status, body: await answer.json() };
    };
    return { server, organizationId, person, ask, save };
  }
  const FREE = { available: true, reason: null };
  const TAKEN = { available: false, reason: 'This name is already taken' };

  test('a name is taken when another person of the same organization has it, ignoring case and outer spaces', async () => {
    const { organizationId, person, ask } = await started();
    const maren = await person({ fullName: 'Maren Holt', organizationId });
    const colleague = await person({ fullName: 'Lena', organizationId });
    const stranger = await person({ fullName: 'Somebody' });
    expect(await ask(colleague, '  mAREN hOLT ')).toEqual(TAKEN);
    expect(await ask(maren, 'Maren Holt')).toEqual(FREE);
    expect(await ask(stranger, 'Maren Holt')).toEqual(FREE);
    expect(await ask(maren, 'Somebody')).toEqual(FREE);
    const other = await person({ fullName: 'Other' });
    expect(await ask(other, 'somebody')).toEqual(TAKEN);
  });

  test('an invalid name is not available, and the form’s own sentence says why', async () => {
    const { person, ask } = await started();
    const maren = await person({});
    expect(await ask(maren, '   ')).toEqual({ available: false, reason: 'Full name is required' });
    expect(await ask(maren, ' M ')).toEqual({
      available: false,
      reason: 'Full name must be at least 2 characters long',
    });
    expect((await ask(maren, 'x'.repeat(100))).available).toBe(false);
    expect(await ask(maren, 'x'.repeat(99))).toEqual(FREE);
  });

  test('asking needs a person and a name of some size', async () => {
    const { server, person } = await started();
    const { headers } = await person({});
    expect((await server.request('/api/auth/name-availability?name=Maren')).status).toBe(401);
    for (const query of ['', `?name=${'x'.repeat(10_000)}`]) {
      const answer = await server.request(`/api/auth/name-availability${query}`, { headers });
      expect([answer.status, (await answer.json()).field]).toEqual([400, 'name']);
    }
  });

  describe('saving', () => {
    test('a taken name is refused with a sentence, a free one is saved', async () => {
      const { person, save } = await started();
      await person({ fullName: 'Maren Holt' });
      const lena = await person({ fullName: 'Lena' });
      expect(await save(lena, 'maren holt ')).toMatchObject({
        status: 422,
        body: { code: 'name_taken', field: 'full_name', message: 'Please choose an available name' },
      });
      expect(await save(lena, ' Lena Learner ')).toMatchObject({
        status: 200,
        body: { full_name: 'Lena Learner', has_real_name: true },
      });
    });

    test('of many who want one name at once, one gets it', async () => {
      const { person, save } = await started();
      const people: SignedIn[] = [];
      for (let at = 0; at < 6; at += 1) people.push(await person({ fullName: `Person ${at}` }));
      const statuses = await Promise.all(people.map(async (one) => (await save(one, 'Alex Field')).status));
      expect(statuses.sort()).toEqual([200, 422, 422, 422, 422, 422]);
    });

    test.each([
      ['', 'Full name is required'],
      ['   ', 'Full name is required'],
      ['M', 'Full name must be at least 2 characters long'],
      ['x'.repeat(100), 'Full name must be shorter than 100 characters'],
      ['x'.repeat(10_000), 'Full name must be shorter than 100 characters'],
    ])('%j is refused', async (name, message) => {
      const { person, save } = await started();
      const body = { code: 'validation_failed', field: 'full_name', message };
      expect(await save(await person({}), name)).toMatchObject({ status: 400, body });
    });
  });

  test('[A6] a name is real when a person gave it: not User, not the address, unless they saved just that', async () => {
    const { server, person, save } = await started();
    const isReal = async (one: SignedIn) =>
      (await (await server.request('/api/auth/user', { headers: one.headers })).json()).has_real_name;
    const of = (fullName: string) => person({ email: `${crypto.randomUUID()}@test.example`, fullName });
    expect(await isReal(await of('Maren'))).toBe(true);
    expect(await isReal(await of('uSER'))).toBe(false);
    expect(await isReal(await of('M'))).toBe(false);
    const local = await person({ email: 'jo.doe@test.example', fullName: 'Jo.Doe' });
    expect(await isReal(local)).toBe(false);
    await save(local, 'jo.doe');
    expect(await isReal(local)).toBe(true);
  });
});
