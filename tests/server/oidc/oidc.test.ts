// Signing in by a real OpenID Connect provider, with the stock client and a browser that keeps cookies (decision 280).
import { createClient } from '@supabase/supabase-js';
import { eq } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import { mergePeople } from '#server/personal-data/merge-people.ts';
import { memory } from '#tests/fixtures/auth-browser.ts';
import { onEveryEngine } from '#tests/fixtures/db.ts';
import { CLIENT, cookieBrowser, type ProviderPeople, startProvider } from '#tests/fixtures/oidc-provider.ts';
import { createInvitation, planter } from '#tests/fixtures/plant.ts';
import { startOn } from '#tests/fixtures/server.ts';
import { signedIn } from '#tests/fixtures/signed-in.ts';

const OWN = 'http://localhost:3000';
const BACK = `${OWN}/auth/callback`;
const PASSWORD = 'correct horse';
const MAREN = { email: 'Maren@acme.example', email_verified: true, name: ' Maren Holt ' };

onEveryEngine('sign-in by a provider', (openDb) => {
  const startServer = startOn(openDb);

  async function started(variables: Record<string, string> = {}, claims: Record<string, unknown> = {}) {
    const people: ProviderPeople = { maren: { ...MAREN, ...claims } };
    const provider = await startProvider(people, `${OWN}/auth/v1/callback`);
    onTestFinished(provider.close);
    let ahead = 0;
    const server = await startServer({
      variables: {
        OIDC_NAME: 'Acme',
        OIDC_ISSUER: provider.issuer,
        OIDC_CLIENT_ID: CLIENT.client_id,
        OIDC_CLIENT_SECRET: CLIENT.client_secret,
        ...variables,
      },
      now: () => new Date(Date.now() + ahead),
    });
    const origin = await server.listen();
    const browser = () => cookieBrowser(OWN, server.request);

    /** The client of the app, and the address to which it sends its browser. */
    async function begun(redirectTo = BACK, flowType: 'pkce' | 'implicit' = 'pkce') {
      const { auth } = createClient(origin, 'any-key', {
        auth: { flowType, autoRefreshToken: false, storage: memory() },
      });
      const options = { redirectTo, skipBrowserRedirect: true, queryParams: { prompt: 'login' } };
      const { data } = await auth.signInWithOAuth({ provider: 'custom:oidc', options });
      const { pathname, search } = new URL(data.url ?? '');
      return { auth, begin: new URL(OWN + pathname + search) };
    }
    /** The whole way; the page that it led to, and the session or the code of the refusal. */
    async function signIn(redirectTo = BACK, login = 'maren') {
      const { auth, begin } = await begun(redirectTo);
      const place = await browser().signIn(begin, login);
      const refused = place.searchParams.get('error_code');
      if (refused) return { place, refused, user: undefined };
      const { data, error } = await auth.exchangeCodeForSession(place.searchParams.get('code') ?? '');
      if (error) throw error;
      const headers = { Authorization: `Bearer ${data.session.access_token}` };
      const profile = await (await server.request('/api/auth/user', { headers })).json();
      return { place, refused, user: data.user, session: data.session, profile, auth };
    }
    const accounts = () => server.db.select().from(server.db.tables.authUsers);
    const pass = (seconds: number) => (ahead += seconds * 1000);
    return { server, provider, people, browser, begun, signIn, accounts, pass, plant: planter(server.db) };
  }

  test('makes an account of a confirmed address, and is the same person ever after', async () => {
    const { server, people, signIn, accounts } = await started();
    const first = await signIn(`${BACK}?courseId=4`);
    expect(first.place.searchParams.get('courseId')).toBe('4');
    expect(first.user).toMatchObject({ email: 'maren@acme.example', user_metadata: { full_name: 'Maren Holt' } });
    expect(first.profile).toMatchObject({ full_name: 'Maren Holt', organization_id: null });
    const { data } = (await first.auth?.getClaims()) ?? {};
    expect(data?.claims).toMatchObject({ aal: 'aal1', amr: [{ method: 'oauth' }] });
    people.maren = { email: 'other@elsewhere.example', email_verified: false };
    const second = await signIn();
    expect(second.user?.id).toBe(first.user?.id);
    expect(second.user?.email).toBe('maren@acme.example');
    expect(await accounts()).toHaveLength(1);
    const { auditLog } = server.db.tables;
    const acts = (await server.db.select().from(auditLog).orderBy(auditLog.id)).map(({ action }) => action);
    const [signUp, signedInBy] = [['account.sign_up', 'account.provider_linked'], 'account.sign_in'];
    expect(acts).toEqual([...signUp, signedInBy, signedInBy]);
  });

  test('two first sign-ins in the same instant are one person', async () => {
    const { signIn, accounts } = await started();
    const both = await Promise.all([signIn(), signIn(), signIn()]);
    const [account] = await accounts();
    expect(both.map(({ user }) => user?.id)).toEqual([account?.id, account?.id, account?.id]);
  });

  test('a network that tries too often has to wait', async () => {
    const { signIn } = await started({ RATE_LIMIT_FACTOR: '0.0012' });
    const outcomes = [(await signIn()).refused, (await signIn()).refused];
    expect(outcomes).toEqual([null, 'over_request_rate_limit']);
  });

  test('signs out of this installation alone', async () => {
    const { signIn, server } = await started();
    const { auth, session } = await signIn();
    expect((await auth?.signOut({ scope: 'local' }))?.error).toBeNull();
    const headers = { Authorization: `Bearer ${session?.access_token}` };
    expect((await server.request('/api/auth/user', { headers })).status).toBe(401);
  });

  test('opens the account that has this address, with its password', async () => {
    const { server, signIn, accounts } = await started();
    const known = { email: 'maren@acme.example', password: PASSWORD, email_confirm: true };
    const { data } = (await server.accounts.admin?.createUser(known)) ?? {};
    const { user, auth } = await signIn();
    expect(user?.id).toBe(data?.user?.id);
    expect(await accounts()).toHaveLength(1);
    expect((await auth?.signInWithPassword(known))?.error).toBeNull();
  });

  test('a stranger who signed up with this address and never confirmed it has no way in', async () => {
    const { server, signIn } = await started();
    const strangers = { email: 'maren@acme.example', password: PASSWORD };
    await server.accounts.admin?.createUser({ ...strangers, user_metadata: { full_name: 'A Stranger' } });
    const { auth, profile } = await signIn();
    expect((await auth?.signInWithPassword(strangers))?.error?.code).toBe('invalid_credentials');
    expect(profile.full_name).toBe('maren');
  });

  test('an address that the provider has not confirmed opens nothing', async () => {
    const { server, people, signIn, accounts } = await started();
    await server.accounts.admin?.createUser({ email: 'maren@acme.example', password: PASSWORD, email_confirm: true });
    for (const claims of [{ email_verified: false }, { email_verified: undefined }, { email: undefined }]) {
      people.maren = { ...MAREN, ...claims };
      expect((await signIn()).refused).toBe('provider_email_needs_verification');
    }
    expect(await server.db.select().from(server.db.tables.authIdentities)).toEqual([]);
    expect(await accounts()).toHaveLength(1);
  });

  test('only the browser that began it finishes a sign-in, once, within ten minutes', async () => {
    const { browser, begun, pass } = await started();
    const backFrom = async (one: ReturnType<typeof browser>) => {
      const { begin } = await begun();
      let page = await one.open(begin);
      const state = [...one.cookies('localhost:3000').keys()][0]?.replace('groundwork-oidc-', '') ?? '';
      return { state, submit: async () => (page = await one.submit(page, { login: 'maren' })) };
    };
    const codeOf = (place: URL) =>
      place.searchParams.get('error_code') ?? new URLSearchParams(place.hash.slice(1)).get('error_code');

    // A state that was made up, and one of another browser.
    const here = browser();
    const { state } = await backFrom(here);
    const answer = (given: string) => new URL(`${OWN}/auth/v1/callback?code=abc&state=${given}`);
    expect(codeOf(await here.open(answer('made-up')))).toBe('bad_oauth_state');
    expect(codeOf(await browser().open(answer(state)))).toBe('bad_oauth_state');
    // A cookie that was changed.
    const jar = here.cookies('localhost:3000');
    const [name = '', sealed = ''] = [...jar][0] ?? [];
    const [head, body, seal] = sealed.split('.');
    const changed = Buffer.from(
      JSON.stringify({
        ...JSON.parse(Buffer.from(body ?? '', 'base64url').toString()),
        redirectTo: 'https://evil.example',
      }),
    );
    jar.set(name, [head, changed.toString('base64url'), seal].join('.'));
    const place = await here.open(answer(state));
    expect([place.origin, codeOf(place)]).toEqual([OWN, 'bad_oauth_state']);
    // A code that the provider never gave, which also uses the sign-in up.
    const other = browser();
    const second = await backFrom(other);
    expect(codeOf(await other.open(answer(second.state)))).toBe('bad_oauth_callback');
    expect(codeOf(await other.open(answer(second.state)))).toBe('bad_oauth_state');
    // Too late.
    const slow = browser();
    const third = await backFrom(slow);
    pass(601);
    expect(codeOf(await slow.open(answer(third.state)))).toBe('bad_oauth_state');
  });

  test('whoever cancels at the provider is told so, where they came from', async () => {
    const { browser, begun } = await started();
    const { begin } = await begun(`${BACK}?invitation=abc`);
    const one = browser();
    const place = await one.submit(await one.open(begin), { cancel: '1' });
    expect(place.pathname).toBe('/auth/callback');
    expect(Object.fromEntries(place.searchParams)).toMatchObject({ invitation: 'abc', error_code: 'access_denied' });
  });

  test('a provider that cannot be reached is told, and asked again the next time', async () => {
    const { server, provider, people, signIn } = await started();
    await provider.close();
    expect((await signIn()).refused).toBe('provider_unreachable');
    expect(server.logged.join()).toContain('ECONNREFUSED');
    const again = await startProvider(people, `${OWN}/auth/v1/callback`, Number(new URL(provider.issuer).port));
    onTestFinished(again.close);
    expect((await signIn()).refused).toBeNull();
  });

  test('another provider is none, and a client without a challenge gets the session itself', async () => {
    const { server, browser, begun } = await started();
    const unknown = await server.request('/auth/v1/authorize?provider=google');
    expect([unknown.status, (await unknown.json()).msg]).toEqual([
      400,
      'Unsupported provider: provider is not enabled',
    ]);
    expect((await (await server.request('/auth/v1/settings')).json()).external).toMatchObject({ 'custom:oidc': true });
    const { auth, begin } = await begun(BACK, 'implicit');
    const place = await browser().signIn(begin, 'maren');
    const fragment = new URLSearchParams(place.hash.slice(1));
    const [access_token, refresh_token] = [fragment.get('access_token') ?? '', fragment.get('refresh_token') ?? ''];
    expect((await auth.setSession({ access_token, refresh_token })).data.user?.email).toBe('maren@acme.example');
  });

  test('leads to no page that is not allowed', async () => {
    const { browser, begun } = await started();
    const { begin } = await begun('https://evil.example/');
    expect((await browser().signIn(begin, 'maren')).origin).toBe(OWN);
  });

  test('a banned person stays out', async () => {
    const { server, signIn } = await started();
    const { user } = await signIn();
    await server.accounts.admin?.updateUserById(user?.id ?? '', { ban_duration: '24h' });
    expect((await signIn()).refused).toBe('user_banned');
  });

  test('with OIDC_CREATE_PEOPLE=off an account is made for the invited alone', async () => {
    const { server, signIn, accounts, plant } = await started({ OIDC_CREATE_PEOPLE: 'off' });
    expect((await signIn()).refused).toBe('signup_disabled');
    expect((await signIn(`${BACK}?invitation=made-up`)).refused).toBe('signup_disabled');
    expect(await accounts()).toEqual([]);
    const organizationId = await plant.organization();
    const boss = await signedIn(server, { email: 'sue@super.example', isSuperAdmin: true });
    const invited = async (email: string) => {
      const { token } = await createInvitation(server.db, { organizationId, createdBy: boss.id, email });
      return `${BACK}?invitation=${token}`;
    };
    expect((await signIn(await invited('another@acme.example'))).refused).toBe('signup_disabled');
    expect((await signIn(await invited('maren@acme.example'))).user?.email).toBe('maren@acme.example');
  });

  test('OIDC_DOMAINS decides who may come for the first time', async () => {
    const { people, signIn } = await started({ OIDC_DOMAINS: 'Acme.example,other.example' });
    expect((await signIn()).refused).toBeNull();
    people.lena = { email: 'lena@evil-acme.example', email_verified: true };
    expect((await signIn(BACK, 'lena')).refused).toBe('email_address_not_authorized');
  });

  test('a claim names the organization by its slug, its name, or as the settings say', async () => {
    const { server, people, signIn, accounts, plant } = await started({
      OIDC_ORGANIZATION_CLAIM: 'organization',
      OIDC_ORGANIZATIONS: '{"4711":"acme"}',
    });
    const { organizations, auditLog } = server.db.tables;
    const acme = await plant.organization();
    await server.db.update(organizations).set({ slug: 'acme', name: 'Acme Inc.' }).where(eq(organizations.id, acme));
    const courseId = await plant.course({ organizationId: acme, isPublished: true });
    await server.db.insert(server.db.tables.autoEnrollments).values({ organizationId: acme, courseId });
    const arrive = async (sub: string, organization: unknown) => {
      people[sub] = { email: `${sub}@acme.example`, email_verified: true, organization };
      const { refused, profile } = await signIn(BACK, sub);
      return refused ?? profile.organization?.name ?? null;
    };
    expect(await arrive('a', 'acme')).toBe('Acme Inc.');
    expect(await arrive('b', 'Acme Inc.')).toBe('Acme Inc.');
    expect(await arrive('c', '4711')).toBe('Acme Inc.');
    expect(await arrive('d', ['everybody', 'acme'])).toBe('Acme Inc.');
    expect(await arrive('e', undefined)).toBeNull();
    expect(await server.db.select().from(server.db.tables.courseProgress)).toHaveLength(4);
    expect(await arrive('f', 'constructor')).toBe('organization_unknown');
    await server.db.update(organizations).set({ isActive: false }).where(eq(organizations.id, acme));
    expect(await arrive('g', 'acme')).toBe('organization_unknown');
    expect(await accounts()).toHaveLength(5);
    expect(server.logged.join()).toContain('organization is constructor');
    const joined = await server.db.select().from(auditLog).where(eq(auditLog.action, 'organization.person_joined'));
    expect(joined.map(({ organizationId }) => organizationId)).toEqual([acme, acme, acme, acme]);
  });

  test('a member of another organization stays there, and no role is lost', async () => {
    const { server, people, signIn, plant } = await started({ OIDC_ORGANIZATION_CLAIM: 'organization' });
    const { organizations } = server.db.tables;
    const [acme, other] = [await plant.organization(), await plant.organization()];
    await server.db.update(organizations).set({ slug: 'acme' }).where(eq(organizations.id, acme));
    const admin = { email: 'maren@acme.example', organizationId: other, isOrgAdmin: true };
    const { id } = await signedIn(server, admin);
    people.maren = { ...MAREN, organization: 'acme' };
    const { profile } = await signIn();
    expect(profile).toMatchObject({ id, organization_id: other, is_org_admin: true });
  });

  test('after two accounts were merged, the provider of the one opens the other', async () => {
    const { server, signIn } = await started();
    const { user } = await signIn();
    const boss = await signedIn(server, { email: 'sue@super.example', isSuperAdmin: true });
    const kept = await signedIn(server, { email: 'maren@home.example' });
    const actor = { id: boss.id, email: '', organizationId: null, isOrgAdmin: false, isSuperAdmin: true };
    const caller = { actor, ip: '', now: new Date(), today: '2026-11-26' };
    await mergePeople(server.db, caller, { from: user?.id ?? '', into: kept.id });
    expect((await signIn()).user?.id).toBe(kept.id);
  });
});
