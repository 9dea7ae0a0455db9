// The answers of the hosted service, call by call: status, code, sentence and shape. docs/auth-protocol.md names what differs.
import { describe, expect, test } from 'vitest';
import { onEveryEngine } from '#tests/fixtures/db.ts';
import { startOn, type TestServer } from '#tests/fixtures/server.ts';
import { signedIn } from '#tests/fixtures/signed-in.ts';

const SECRET = 'sb_secret_of_this_test';
const KEY = 'sb_publishable_of_this_test';
const VERSION = { 'X-Supabase-Api-Version': '2024-01-01' };
const EMAIL = 'maren@test.example';
const PASSWORD = 'correct horse';
const ADMIN = `Bearer ${SECRET}`;

interface Row {
  call: string;
  body?: object;
  /** The Authorization header; `own` is the token of a signed-in person, whose id stands for `:id`. */
  as?: string;
  is: [status: number, code: string, message: string];
}

const ROWS: Record<string, Row[]> = {
  'token calls': [
    { call: 'POST /token', body: {}, is: [400, 'invalid_credentials', 'unsupported_grant_type'] },
    { call: 'POST /token?grant_type=magic', body: {}, is: [400, 'invalid_credentials', 'unsupported_grant_type'] },
    {
      call: 'POST /token?grant_type=password',
      body: { password: 'x' },
      is: [400, 'validation_failed', 'missing email or phone'],
    },
    {
      call: 'POST /token?grant_type=password',
      body: { phone: '+4912345', password: 'x' },
      is: [422, 'phone_provider_disabled', 'Phone logins are disabled'],
    },
    {
      call: 'POST /token?grant_type=password',
      body: { email: EMAIL },
      is: [400, 'invalid_credentials', 'Invalid login credentials'],
    },
    {
      call: 'POST /token?grant_type=refresh_token',
      body: {},
      is: [400, 'validation_failed', 'Refresh token is not valid'],
    },
    {
      call: 'POST /token?grant_type=refresh_token',
      body: { refresh_token: 'wat' },
      is: [400, 'validation_failed', 'Refresh token is not valid'],
    },
  ],
  'sign-ups and mails': [
    { call: 'POST /signup', body: {}, is: [422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled'] },
    {
      call: 'POST /signup',
      body: { phone: '+4912345', password: PASSWORD },
      is: [400, 'phone_provider_disabled', 'Phone signups are disabled'],
    },
    {
      call: 'POST /signup',
      body: { email: EMAIL },
      is: [400, 'validation_failed', 'Signup requires a valid password'],
    },
    {
      call: 'POST /signup',
      body: { email: 'xx:;x@x.x', password: PASSWORD },
      is: [400, 'validation_failed', 'Unable to validate email address: invalid format'],
    },
    {
      call: 'POST /signup',
      body: { email: `${'a'.repeat(250)}@test.example`, password: PASSWORD },
      is: [400, 'validation_failed', 'An email address is too long'],
    },
    { call: 'POST /otp', body: {}, is: [400, 'validation_failed', 'One of email or phone must be set'] },
    {
      call: 'POST /otp',
      body: { phone: '+4912345' },
      is: [400, 'phone_provider_disabled', 'Unsupported phone provider'],
    },
    { call: 'POST /recover', body: {}, is: [400, 'validation_failed', 'Password recovery requires an email'] },
    {
      call: 'POST /resend',
      body: { email: EMAIL, type: 'wat' },
      is: [400, 'validation_failed', 'Missing one of these types: signup, email_change, sms, phone_change'],
    },
    {
      call: 'POST /resend',
      body: { type: 'signup' },
      is: [400, 'validation_failed', 'Type provided requires an email address'],
    },
  ],
  verifying: [
    { call: 'POST /verify', body: {}, is: [400, 'validation_failed', 'Verify requires a verification type'] },
    {
      call: 'POST /verify',
      body: { type: 'signup' },
      is: [400, 'validation_failed', 'Verify requires either a token or a token hash'],
    },
    {
      call: 'POST /verify',
      body: { type: 'signup', token: '123456' },
      is: [400, 'validation_failed', 'Only an email address or phone number should be provided on verify'],
    },
    {
      call: 'POST /verify',
      body: { type: 'signup', token_hash: 'x', email: EMAIL },
      is: [400, 'validation_failed', 'Only the token_hash and type should be provided'],
    },
    {
      call: 'POST /verify',
      body: { type: 'wat', token_hash: 'x' },
      is: [400, 'validation_failed', 'Invalid email verification type'],
    },
    {
      call: 'POST /verify',
      body: { type: 'signup', token_hash: 'x' },
      is: [403, 'otp_expired', 'Email link is invalid or has expired'],
    },
    {
      call: 'POST /verify',
      body: { type: 'signup', token: '123456', email: EMAIL },
      is: [403, 'otp_expired', 'Token has expired or is invalid'],
    },
  ],
  'the own account': [
    { call: 'GET /user', is: [401, 'no_authorization', 'This endpoint requires a valid Bearer token'] },
    { call: 'GET /user', as: `Bearer ${KEY}`, is: [403, 'bad_jwt', 'invalid claim: missing sub claim'] },
    {
      call: 'POST /logout?scope=wat',
      as: 'own',
      is: [400, 'validation_failed', 'Unsupported logout scope "wat"'],
    },
  ],
  authenticators: [
    {
      call: 'POST /factors',
      as: 'own',
      body: {},
      is: [400, 'validation_failed', 'factor_type needs to be totp, phone, or webauthn'],
    },
    {
      call: 'POST /factors',
      as: 'own',
      body: { factor_type: 'phone', phone: '+4912345' },
      is: [422, 'mfa_phone_enroll_not_enabled', 'MFA enroll is disabled for Phone'],
    },
    {
      call: 'POST /factors',
      as: 'own',
      body: { factor_type: 'webauthn' },
      is: [422, 'mfa_webauthn_enroll_not_enabled', 'MFA enroll is disabled for WebAuthn'],
    },
    {
      call: 'POST /factors/wat/verify',
      as: 'own',
      body: {},
      is: [404, 'validation_failed', 'factor_id must be an UUID'],
    },
    {
      call: 'DELETE /factors/:id',
      as: 'own',
      is: [404, 'mfa_factor_not_found', 'Factor not found'],
    },
    {
      call: 'DELETE /admin/users/:id/factors/wat',
      as: ADMIN,
      is: [404, 'validation_failed', 'factor_id must be an UUID'],
    },
  ],
  'the secret key’s calls': [
    { call: 'GET /admin/users', as: `Bearer ${KEY}`, is: [403, 'not_admin', 'User not allowed'] },
    {
      call: 'POST /admin/users',
      as: ADMIN,
      body: {},
      is: [400, 'validation_failed', 'Cannot create a user without either an email or phone'],
    },
    {
      call: 'POST /admin/users',
      as: ADMIN,
      body: { id: 'wat', email: 'new@test.example' },
      is: [400, 'validation_failed', 'ID must conform to the uuid v4 format'],
    },
    { call: 'POST /invite', as: ADMIN, body: {}, is: [400, 'validation_failed', 'An email address is required'] },
    {
      call: 'POST /admin/generate_link',
      as: ADMIN,
      body: { type: 'wat', email: EMAIL },
      is: [400, 'validation_failed', 'Invalid email action link type requested: wat'],
    },
    {
      call: 'POST /admin/generate_link',
      as: ADMIN,
      body: { type: 'recovery', email: 'nobody@test.example' },
      is: [404, 'user_not_found', 'User with this email not found'],
    },
    {
      call: 'DELETE /admin/users/:id',
      as: ADMIN,
      body: { should_soft_delete: true },
      is: [400, 'validation_failed', 'Soft deletion is not supported: nothing was deleted'],
    },
  ],
  'what this service does not offer': [
    {
      call: 'GET /authorize?provider=google',
      is: [400, 'validation_failed', 'Unsupported provider: provider is not enabled'],
    },
    { call: 'POST /sso', body: { domain: 'x.example' }, is: [404, 'saml_provider_disabled', 'SAML 2.0 is disabled'] },
  ],
};

onEveryEngine('the answers of the hosted service', (openDb) => {
  const startServer = startOn(openDb);
  const started = (variables = {}) => startServer({ variables: { SUPABASE_SECRET_KEY: SECRET, ...variables } });

  async function ask(server: TestServer, { call, body, as }: Pick<Row, 'call' | 'body' | 'as'>) {
    const [method = '', path = ''] = call.split(' ');
    const headers: Record<string, string> = {
      ...VERSION,
      apikey: KEY,
      ...(body && { 'Content-Type': 'application/json' }),
    };
    if (as) headers.Authorization = as;
    else delete headers.apikey;
    return server.request(`/auth/v1${path}`, { method, headers, body: body ? JSON.stringify(body) : null });
  }

  for (const [name, rows] of Object.entries(ROWS)) {
    test(name, async () => {
      const server = await started();
      const own = await signedIn(server);
      for (const row of rows) {
        const as = row.as === 'own' ? `Bearer ${own.bearer}` : row.as;
        const call = row.call.replace(':id', own.id);
        const answer = await ask(server, { ...row, call, ...(as !== undefined && { as }) });
        const { code, message, ...rest } = await answer.json();
        const what = [row.call, row.body];
        expect([...what, answer.status, code, message, rest]).toEqual([...what, ...row.is, {}]);
      }
    });
  }

  test('a soft deletion deletes nothing', async () => {
    const server = await started();
    const { id } = await signedIn(server);
    const call = `DELETE /admin/users/${id}`;
    expect((await ask(server, { call, as: ADMIN, body: { should_soft_delete: true } })).status).toBe(400);
    expect((await ask(server, { call: `GET /admin/users/${id}`, as: ADMIN })).status).toBe(200);
    expect((await ask(server, { call, as: ADMIN, body: { should_soft_delete: false } })).status).toBe(200);
    expect((await ask(server, { call: `GET /admin/users/${id}`, as: ADMIN })).status).toBe(404);
  });

  test('people are listed newest first', async () => {
    const server = await started();
    const { authUsers } = server.db.tables;
    const [a, b, c] = ['a@test.example', 'b@test.example', 'c@test.example'] as const;
    const day = (at: number) => new Date(2026, 0, at);
    await server.db.insert(authUsers).values([
      { email: b, createdAt: day(2) },
      { email: a, createdAt: day(3) },
      { email: c, createdAt: day(1) },
    ]);
    const { users } = await (await ask(server, { call: 'GET /admin/users', as: ADMIN })).json();
    expect(users.map(({ email }: { email: string }) => email)).toEqual([a, b, c]);
  });

  describe('the user', () => {
    test('says from the sign-up on who they are, and nothing of mails that were answered', async () => {
      const server = await started();
      const signUp = { email: EMAIL, password: PASSWORD, data: { full_name: 'Maren Holt' } };
      const fresh = await (await ask(server, { call: 'POST /signup', as: `Bearer ${KEY}`, body: signUp })).json();
      const said = {
        full_name: 'Maren Holt',
        email: EMAIL,
        email_verified: false,
        phone_verified: false,
        sub: fresh.id,
      };
      expect(fresh).toMatchObject({ role: 'authenticated', user_metadata: said });
      expect(fresh.identities).toMatchObject([
        { email: EMAIL, identity_data: said, last_sign_in_at: expect.any(String) },
      ]);
      expect(fresh.confirmation_sent_at).toBeTruthy();

      const link = (type: string) =>
        ask(server, { call: 'POST /admin/generate_link', as: ADMIN, body: { type, email: EMAIL, password: PASSWORD } });
      const verify = async (type: string) => {
        const { hashed_token: token_hash, ...user } = await (await link(type)).json();
        const answer = await ask(server, { call: 'POST /verify', body: { type, token_hash } });
        return { before: user, after: (await answer.json()).user };
      };
      const { after } = await verify('signup');
      expect(after.user_metadata).toEqual({ ...said, email_verified: true });
      expect(after.confirmation_sent_at).toBeUndefined();
      const recovery = await verify('recovery');
      expect(recovery.before.recovery_sent_at).toBeTruthy();
      expect(recovery.after.recovery_sent_at).toBeUndefined();
    });
  });

  test('a password’s session says that the password is not weak', async () => {
    const server = await started();
    const person = { email: EMAIL, password: PASSWORD, email_confirm: true };
    await ask(server, { call: 'POST /admin/users', as: ADMIN, body: person });
    const answer = await ask(server, { call: 'POST /token?grant_type=password', body: person });
    expect(await answer.json()).toMatchObject({ token_type: 'bearer', weak_password: null });
  });

  test('a wrong link leads a browser to the page that says so in words', async () => {
    const server = await started();
    const page = 'http://localhost:3000/auth/callback';
    const follow = async (query: string) => {
      const answer = await server.request(`/auth/v1/verify${query}`);
      return `${answer.status} ${decodeURIComponent((answer.headers.get('Location') ?? '').replaceAll('+', ' '))}`;
    };
    const told = (error: string, code: string, message: string) =>
      `303 ${page}#error=${error}&error_code=${code}&error_description=${message}&sb=`;
    const wrongType = told('invalid_request', 'validation_failed', 'Invalid email verification type');
    expect(await follow('?token=x&type=wat')).toBe(wrongType);
    expect(await follow('?token=x&type=constructor')).toBe(wrongType);
    const expired = told('access_denied', 'otp_expired', 'Email link is invalid or has expired');
    expect(await follow('?token=x&type=signup')).toBe(expired);
    expect(await follow('?token=x&type=signup&redirect_to=https://evil.example')).toBe(expired);
    const noType = told('invalid_request', 'validation_failed', 'Verify requires a verification type');
    expect(await follow('?token=x')).toBe(noType);
    const noToken = told('invalid_request', 'validation_failed', 'Verify requires a token or a token hash');
    expect(await follow('?type=signup')).toBe(noToken);
  });

  test('the service says what it offers and where its keys are', async () => {
    const server = await started();
    const settings = await (await ask(server, { call: 'GET /settings' })).json();
    expect(settings).toMatchObject({
      external: { email: true, phone: false, anonymous_users: false },
      disable_signup: false,
      mailer_autoconfirm: false,
      saml_enabled: false,
    });
    const openId = await (await ask(server, { call: 'GET /.well-known/openid-configuration' })).json();
    expect(openId).toMatchObject({ issuer: 'http://localhost:3000/auth/v1' });
    expect(openId.jwks_uri).toBe('http://localhost:3000/auth/v1/.well-known/jwks.json');
  });
});
