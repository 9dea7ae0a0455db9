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

/** The call, its body, status, code and sentence of the answer, and who asks: `own` is a signed-in person, whose id stands for `:id`. */
type Row = [call: string, body: object | undefined, is: string, as?: string];

const ROWS: Record<string, Row[]> = {
  'token calls': [
    ['POST /token', {}, '400 invalid_credentials unsupported_grant_type'],
    ['POST /token?grant_type=magic', {}, '400 invalid_credentials unsupported_grant_type'],
    ['POST /token?grant_type=password', { password: 'x' }, '400 validation_failed missing email or phone'],
    [
      'POST /token?grant_type=password',
      { phone: '+4912345', password: 'x' },
      '422 phone_provider_disabled Phone logins are disabled',
    ],
    ['POST /token?grant_type=password', { email: EMAIL }, '400 invalid_credentials Invalid login credentials'],
    ['POST /token?grant_type=refresh_token', {}, '400 validation_failed Refresh token is not valid'],
    [
      'POST /token?grant_type=refresh_token',
      { refresh_token: 'wat' },
      '400 validation_failed Refresh token is not valid',
    ],
  ],
  'sign-ups and mails': [
    ['POST /signup', {}, '422 anonymous_provider_disabled Anonymous sign-ins are disabled'],
    [
      'POST /signup',
      { phone: '+4912345', password: PASSWORD },
      '400 phone_provider_disabled Phone signups are disabled',
    ],
    ['POST /signup', { email: EMAIL }, '400 validation_failed Signup requires a valid password'],
    [
      'POST /signup',
      { email: 'xx:;x@x.x', password: PASSWORD },
      '400 validation_failed Unable to validate email address: invalid format',
    ],
    [
      'POST /signup',
      { email: `${'a'.repeat(250)}@test.example`, password: PASSWORD },
      '400 validation_failed An email address is too long',
    ],
    ['POST /otp', {}, '400 validation_failed One of email or phone must be set'],
    ['POST /otp', { phone: '+4912345' }, '400 phone_provider_disabled Unsupported phone provider'],
    ['POST /recover', {}, '400 validation_failed Password recovery requires an email'],
    [
      'POST /resend',
      { email: EMAIL, type: 'wat' },
      '400 validation_failed Missing one of these types: signup, email_change, sms, phone_change',
    ],
    ['POST /resend', { type: 'signup' }, '400 validation_failed Type provided requires an email address'],
  ],
  verifying: [
    ['POST /verify', {}, '400 validation_failed Verify requires a verification type'],
    ['POST /verify', { type: 'signup' }, '400 validation_failed Verify requires either a token or a token hash'],
    [
      'POST /verify',
      { type: 'signup', token: '123456' },
      '400 validation_failed Only an email address or phone number should be provided on verify',
    ],
    [
      'POST /verify',
      { type: 'signup', token_hash: 'x', email: EMAIL },
      '400 validation_failed Only the token_hash and type should be provided',
    ],
    ['POST /verify', { type: 'wat', token_hash: 'x' }, '400 validation_failed Invalid email verification type'],
    ['POST /verify', { type: 'signup', token_hash: 'x' }, '403 otp_expired Email link is invalid or has expired'],
    [
      'POST /verify',
      { type: 'signup', token: '123456', email: EMAIL },
      '403 otp_expired Token has expired or is invalid',
    ],
  ],
  'the own account': [
    ['GET /user', undefined, '401 no_authorization This endpoint requires a valid Bearer token'],
    ['GET /user', undefined, '403 bad_jwt invalid claim: missing sub claim', `Bearer ${KEY}`],
    ['POST /logout?scope=wat', undefined, '400 validation_failed Unsupported logout scope "wat"', 'own'],
  ],
  authenticators: [
    ['POST /factors', {}, '400 validation_failed factor_type needs to be totp, phone, or webauthn', 'own'],
    [
      'POST /factors',
      { factor_type: 'phone', phone: '+4912345' },
      '422 mfa_phone_enroll_not_enabled MFA enroll is disabled for Phone',
      'own',
    ],
    [
      'POST /factors',
      { factor_type: 'webauthn' },
      '422 mfa_webauthn_enroll_not_enabled MFA enroll is disabled for WebAuthn',
      'own',
    ],
    ['POST /factors/wat/verify', {}, '404 validation_failed factor_id must be an UUID', 'own'],
    ['DELETE /factors/:id', undefined, '404 mfa_factor_not_found Factor not found', 'own'],
    ['DELETE /admin/users/:id/factors/wat', undefined, '404 validation_failed factor_id must be an UUID', ADMIN],
  ],
  'the secret key’s calls': [
    ['GET /admin/users', undefined, '403 not_admin User not allowed', `Bearer ${KEY}`],
    ['POST /admin/users', {}, '400 validation_failed Cannot create a user without either an email or phone', ADMIN],
    [
      'POST /admin/users',
      { id: 'wat', email: 'new@test.example' },
      '400 validation_failed ID must conform to the uuid v4 format',
      ADMIN,
    ],
    ['POST /invite', {}, '400 validation_failed An email address is required', ADMIN],
    [
      'POST /admin/generate_link',
      { type: 'wat', email: EMAIL },
      '400 validation_failed Invalid email action link type requested: wat',
      ADMIN,
    ],
    [
      'POST /admin/generate_link',
      { type: 'recovery', email: 'nobody@test.example' },
      '404 user_not_found User with this email not found',
      ADMIN,
    ],
    [
      'DELETE /admin/users/:id',
      { should_soft_delete: true },
      '400 validation_failed Soft deletion is not supported: nothing was deleted',
      ADMIN,
    ],
  ],
  'what this service does not offer': [
    [
      'GET /authorize?provider=google',
      undefined,
      '400 validation_failed Unsupported provider: provider is not enabled',
    ],
    ['POST /sso', { domain: 'x.example' }, '404 saml_provider_disabled SAML 2.0 is disabled'],
  ],
};

onEveryEngine('the answers of the hosted service', (openDb) => {
  const startServer = startOn(openDb);
  const started = (variables = {}) => startServer({ variables: { SUPABASE_SECRET_KEY: SECRET, ...variables } });

  async function ask(server: TestServer, { call, body, as }: { call: string; body?: object | undefined; as?: string }) {
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
      for (const [call, body, is, as = ''] of rows) {
        const asked = { call: call.replace(':id', own.id), body, as: as === 'own' ? `Bearer ${own.bearer}` : as };
        const answer = await ask(server, asked);
        const { code, message, ...rest } = await answer.json();
        expect([call, body, `${answer.status} ${code} ${message}`, rest]).toEqual([call, body, is, {}]);
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
