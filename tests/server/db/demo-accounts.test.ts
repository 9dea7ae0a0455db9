import { createClient } from '@supabase/supabase-js';
import { expect, test } from 'vitest';
import { bootstrapContent } from '#server/commands/bootstrap-content.ts';
import { DEMO_PEOPLE } from '#server/sample-people/cast.ts';
import { onEveryEngine } from '#tests/fixtures/db.ts';
import { startOn } from '#tests/fixtures/server.ts';

onEveryEngine('the first start of an installation with sample content', (openDb) => {
  const startServer = startOn(openDb);
  const filled = async (variables: Record<string, string>) => {
    const server = await startServer({ variables: { SAMPLE_CONTENT: 'on', ...variables } });
    return { server, line: await bootstrapContent(server) };
  };

  test('prints a random password once, with which all three can sign in', async () => {
    const { server, line = '' } = await filled({});
    const [, password = ''] = /^Password: (\S{12}) \(shown only now\)$/m.exec(line) ?? [];
    const origin = await server.listen();
    const rights = [];
    for (const { email } of DEMO_PEOPLE) {
      expect(line).toContain(email);
      const client = createClient(origin, 'any-key', { auth: { autoRefreshToken: false, persistSession: false } });
      const { data, error } = await client.auth.signInWithPassword({ email, password });
      if (error) throw error;
      const headers = { Authorization: `Bearer ${data.session.access_token}` };
      const profile = await (await server.request('/api/auth/user', { headers })).json();
      rights.push([profile.organization?.name, profile.is_org_admin, profile.is_super_admin]);
    }
    expect(rights).toEqual([
      ['Demo Inspections', false, false],
      ['Demo Inspections', true, false],
      [undefined, false, true],
    ]);
    const again = await bootstrapContent(server);
    expect(again).toContain('Password: as printed at the first start; start with DEMO_PASSWORD set');
    expect(server.logged.join('')).not.toContain(password);
  });

  test('in production has the courses alone, and no account', async () => {
    const { server, line } = await filled({ NODE_ENV: 'production', PUBLIC_URL: 'https://training.example' });
    expect(line).toBeUndefined();
    const { courses, authUsers } = server.db.tables;
    expect(await server.db.select().from(authUsers)).toEqual([]);
    expect((await server.db.select().from(courses)).length).toBeGreaterThan(0);
  });

  test('uses DEMO_PASSWORD and does not print it', async () => {
    const { server, line } = await filled({ DEMO_PASSWORD: 'from the operator' });
    expect(line).toContain('Password: the one you set as DEMO_PASSWORD');
    expect(line).not.toContain('from the operator');
    const body = { email: 'learner@demo.example', password: 'from the operator' };
    expect((await server.send('POST', '/auth/v1/token?grant_type=password', body)).status).toBe(200);
  });

  test('gives them the DEMO_PASSWORD of a later start', async () => {
    const { server } = await filled({});
    const later = { ...server.deps, env: { ...server.env, demoPassword: 'set at the second start' } };
    const line = await bootstrapContent({ ...server, deps: later });
    expect(line).toContain('Password: the one you set as DEMO_PASSWORD');
    for (const { email } of DEMO_PEOPLE) {
      const body = { email, password: 'set at the second start' };
      expect((await server.send('POST', '/auth/v1/token?grant_type=password', body)).status).toBe(200);
    }
  });

  test('makes each account once when several processes start at the same moment', async () => {
    const server = await startServer({ variables: { SAMPLE_CONTENT: 'on' } });
    await Promise.all([bootstrapContent(server), bootstrapContent(server), bootstrapContent(server)]);
    const { authUsers, profiles } = server.db.tables;
    expect(await server.db.select().from(authUsers)).toHaveLength(DEMO_PEOPLE.length);
    const people = await server.db.select().from(profiles);
    expect(people.filter((one) => one.isOrgAdmin || one.isSuperAdmin)).toHaveLength(2);
  });

  test('completes an account whose process died before it had its rights', async () => {
    const server = await startServer({ variables: { SAMPLE_CONTENT: 'on' } });
    await server.accounts.admin?.createUser({ email: 'super@demo.example', email_confirm: true });
    await bootstrapContent(server);
    expect(await server.db.select().from(server.db.tables.profiles)).toContainEqual(
      expect.objectContaining({ email: 'super@demo.example', isSuperAdmin: true }),
    );
  });

  test('creates no demo account in production, nor where the sample content is off', async () => {
    const cases: Record<string, string>[] = [
      { NODE_ENV: 'production', PUBLIC_URL: 'https://learn.example' },
      { SAMPLE_CONTENT: 'off' },
    ];
    for (const variables of cases) {
      const { server, line } = await filled(variables);
      expect(line).toBeUndefined();
      expect(await server.db.select().from(server.db.tables.authUsers)).toEqual([]);
    }
  });
});
