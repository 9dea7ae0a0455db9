import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { grantSuper } from '#server/commands/admin.ts';
import { adoptEmail } from '#server/identity/profiles.ts';
import { Profile } from '#sync/contract/profile.ts';
import { onEveryEngine } from '#tests/fixtures/db.ts';
import { startOn, type TestServer } from '#tests/fixtures/server.ts';
import { type SignedIn, signedIn } from '#tests/fixtures/signed-in.ts';

onEveryEngine('the own profile', (openDb) => {
  const startServer = startOn(openDb);

  async function started() {
    const server = await startServer();
    const person = await signedIn(server, { email: 'maren@test.example', fullName: 'Maren Holt' });
    const read = async (path = '/api/auth/profile') =>
      Profile.parse(await (await server.request(path, { headers: person.headers })).json());
    return { server, person, read };
  }
  /** Someone whose account exists and who never reached our API before. */
  async function newcomer(server: TestServer, { id }: SignedIn, userMetadata: Record<string, unknown>) {
    const { profiles, authUsers } = server.db.tables;
    await server.db.delete(profiles);
    await server.db.update(authUsers).set({ userMetadata }).where(eq(authUsers.id, id));
  }

  test('takes a new address over once, when several calls of its person see it at the same moment', async () => {
    const { db, deps } = await startServer();
    const { id, email } = await signedIn({ deps });
    const change = { id, from: email, to: 'new@test.example' };
    await Promise.all([adoptEmail(db, change), adoptEmail(db, change)]);
    const { auditLog } = db.tables;
    expect(await db.select().from(auditLog).where(eq(auditLog.action, 'account.email_changed'))).toHaveLength(1);
  });

  test('both addresses give the profile, with the organization by name', async () => {
    const { server, person, read } = await started();
    const { organizations, profiles } = server.db.tables;
    const [organization] = await server.db
      .insert(organizations)
      .values({ name: 'Demo Inspections', slug: 'demo' })
      .returning();
    await server.db.update(profiles).set({ organizationId: organization?.id, isOrgAdmin: true });
    const profile = await read();
    expect(profile).toMatchObject({
      id: person.id,
      email: 'maren@test.example',
      full_name: 'Maren Holt',
      avatar_url: null,
      organization_id: organization?.id,
      organization: { id: organization?.id, name: 'Demo Inspections' },
      is_org_admin: true,
      is_super_admin: false,
    });
    expect(profile.created_at).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
    expect(await read('/api/auth/user')).toEqual(profile);
  });

  test('[A6] a newcomer is named by the metadata, else by the address', async () => {
    const { server, person, read } = await started();
    await newcomer(server, person, {});
    expect((await read()).full_name).toBe('Maren Holt');
    const other = await signedIn(server, { email: 'jo.doe@test.example', fullName: '' });
    await server.db.delete(server.db.tables.profiles);
    const answer = await server.request('/api/auth/user', { headers: other.headers });
    expect((await answer.json()).full_name).toBe('jo.doe');
  });

  test('a new person whose first calls arrive together gets one profile', async () => {
    const { server, person } = await started();
    await server.db.delete(server.db.tables.profiles);
    const calls = Array.from({ length: 5 }, () => server.request('/api/auth/user', { headers: person.headers }));
    expect((await Promise.all(calls)).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(await server.db.select().from(server.db.tables.profiles)).toHaveLength(1);
  });

  test('saving a name trims it and protects it from later sign-ins', async () => {
    const { server, person, read } = await started();
    const saved = await server.send('PUT', '/api/auth/profile', { full_name: '  Maren H. Holt ' }, person.headers);
    expect(await saved.json()).toMatchObject({ full_name: 'Maren H. Holt' });
    const hint = { full_name: 'Somebody Else', avatar_url: 'https://pictures.example/maren.png' };
    const ensured = await server.send('POST', '/api/auth/ensure-profile', hint, person.headers);
    expect(await ensured.json()).toMatchObject({ full_name: 'Maren H. Holt', avatar_url: hint.avatar_url });
    const [row] = await server.db.select().from(server.db.tables.profiles);
    expect(row).toMatchObject({ nameKey: 'maren h. holt', nameChosen: true });
    expect((await read()).full_name).toBe('Maren H. Holt');
  });

  test('a language is saved in the form of BCP 47, with or without a name, and taken back by null', async () => {
    const { server, person, read } = await started();
    const put = async (body: object) => {
      const answer = await server.send('PUT', '/api/auth/profile', body, person.headers);
      return { status: answer.status, ...(await answer.json()) };
    };
    expect(await put({ language: 'pt-br' })).toMatchObject({ status: 200, language: 'pt-BR', full_name: 'Maren Holt' });
    expect(await put({ language: 'es', full_name: 'M. Holt' })).toMatchObject({ language: 'es', full_name: 'M. Holt' });
    const refused = { status: 422, code: 'language_not_offered', field: 'language' };
    expect(await put({ language: 'tlh' })).toMatchObject(refused);
    const wrong = { status: 400, code: 'validation_failed', field: 'language', message: 'This is not a language.' };
    expect(await put({ language: 'no language' })).toMatchObject(wrong);
    expect(await put({})).toMatchObject({ status: 400, field: 'full_name', message: 'Full name is required' });
    expect((await read()).language).toBe('es');
    expect(await put({ language: null })).toMatchObject({ status: 200, language: null });
  });

  test('[X3] the first name that is given replaces a guess on certificates, a later one does not', async () => {
    const { server, person } = await started();
    const { profiles, courses, certificates } = server.db.tables;
    await server.db.update(profiles).set({ fullName: 'maren' });
    const [course] = await server.db.select().from(courses).limit(1);
    const row = { userId: person.id, courseId: course?.id ?? null, courseTitle: 'Scanning', learnerName: 'maren' };
    await server.db.insert(certificates).values({ ...row, serial: 'GW-1111-2222-3333' });
    const nameAfter = async (full_name: string) => {
      await server.send('PUT', '/api/auth/profile', { full_name }, person.headers);
      return (await server.db.select().from(certificates))[0]?.learnerName;
    };
    expect(await nameAfter('Maren Holt')).toBe('Maren Holt');
    expect(await nameAfter('Maren Brandt')).toBe('Maren Holt');
  });

  test('ensuring a profile saves a name where none was chosen, and works without a body', async () => {
    const { server, person } = await started();
    const ensure = (init: RequestInit) => server.request('/api/auth/ensure-profile', { method: 'POST', ...init });
    const bare = await ensure({ headers: person.headers });
    expect(await bare.json()).toMatchObject({ full_name: 'Maren Holt' });
    const named = await server.send('POST', '/api/auth/ensure-profile', { full_name: 'M. Holt' }, person.headers);
    expect(await named.json()).toMatchObject({ full_name: 'M. Holt' });
    const nothing = await server.send('POST', '/api/auth/ensure-profile', { full_name: null }, person.headers);
    expect(await nothing.json()).toMatchObject({ full_name: 'M. Holt' });
    const bad = { avatar_url: 'javascript:alert(1)' };
    const refused = await server.send('POST', '/api/auth/ensure-profile', bad, person.headers);
    expect(await refused.json()).toMatchObject({ code: 'validation_failed', field: 'avatar_url' });
  });

  test('a visitor has no profile', async () => {
    const { server } = await started();
    for (const [method, path] of [
      ['GET', '/api/auth/user'],
      ['GET', '/api/auth/profile'],
      ['PUT', '/api/auth/profile'],
      ['POST', '/api/auth/ensure-profile'],
    ] as const) {
      const body = method === 'GET' ? null : '{}';
      const answer = await server.request(path, { method, body, headers: { 'Content-Type': 'application/json' } });
      expect(answer.status).toBe(401);
      expect(await answer.json()).toMatchObject({ code: 'not_authenticated', message: 'Authentication required' });
    }
  });

  test('an operator makes a person a super admin, seen or not seen by our API before', async () => {
    const { server, person, read } = await started();
    const project = server.env.identity.kind === 'hosted' ? server.accounts : undefined;
    expect(await grantSuper(server.db, 'MAREN@test.example', project)).toBe('maren@test.example is a super admin now.');
    expect((await read()).is_super_admin).toBe(true);
    const noted = {
      action: 'account.role_changed',
      subject: person.id,
      details: { isSuperAdmin: true, by: 'operator' },
    };
    expect(await server.db.select().from(server.db.tables.auditLog)).toMatchObject([noted]);
    await newcomer(server, person, { full_name: 'Maren Anew' });
    await grantSuper(server.db, 'maren@test.example', project);
    expect(await read()).toMatchObject({ is_super_admin: true, full_name: 'Maren Anew' });
    await expect(grantSuper(server.db, 'nobody@test.example', project)).rejects.toThrow(/^No one with the address/);
  });
});
