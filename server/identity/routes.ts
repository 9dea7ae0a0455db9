// The embedded auth service below /auth/v1, compatible on the wire with a hosted Supabase project.
import { type Context, Hono } from 'hono';
import * as z from 'zod/mini';
import { EMAIL_LIMIT, foldEmail, hasAddress, isInternal } from '#sync/contract/email.ts';
import type { Http, RateLimitRule } from '../deps.ts';
import { auditLog } from '../http/audit-log.ts';
import { adminRoutes, inviteHandler, requireSecretKey } from './admin-routes.ts';
import { AuthError, authErrorResponse, invalid } from './auth-error.ts';
import { proofOf, redirectOf, sessionOf, signingOf, validateAuthBody } from './auth-request.ts';
import { changeUser, spendNonce } from './change-user.ts';
import { knownDevice, rememberDevice } from './known-device.ts';
import { byNetwork, embeddedOf, limit, limitMails, serviceCaller, takeGuess, takePasswordGuess } from './limits.ts';
import { linkRoutes } from './links/routes.ts';
import { verifyRoutes } from './links/verify-routes.ts';
import { requirePasswordProof } from './password-rules.ts';
import { isRightPassword } from './passwords.ts';
import { endSessions, openSession, refreshSession, wireSession, wrongPassword } from './sessions.ts';
import { challengeFields, challengeOf, exchangeCode } from './two-step/challenge.ts';
import { factorRoutes } from './two-step/factor-routes.ts';
import { addressee, Email, factorsOf, isBanned, Metadata, noPhones, userByEmail, wireUser } from './users.ts';

// Calls of a signed-in person: read the user, change it, sign out.

const Scope = z.enum(['global', 'local', 'others']);
const CHANGES: RateLimitRule = { name: 'user changes', limit: 30, windowSeconds: 300 };
const Change = z.object({
  email: z.nullish(Email),
  password: z.nullish(z.string()),
  current_password: z.nullish(z.string()),
  data: z.nullish(Metadata),
  app_metadata: z.optional(z.unknown()),
  nonce: z.nullish(z.string()),
  ...challengeFields,
});

const userRoutes = new Hono<Http>()
  .get('/user', async (c) => {
    const { user } = await sessionOf(c);
    c.header('Cache-Control', 'no-store');
    return c.json(wireUser(user, await factorsOf(c.var.deps.db, user.id)));
  })
  .put('/user', async (c) => {
    const { db, now, env, queue } = c.var.deps;
    const { user, session } = await sessionOf(c);
    const { email, password, current_password, data, app_metadata, nonce, ...body } = await validateAuthBody(c, Change);
    await limit(c, CHANGES, user.id);
    if (app_metadata !== undefined) {
      throw new AuthError(403, 'not_admin', 'Updating app_metadata requires admin privileges');
    }
    const challenge = challengeOf(body);
    const isNewEmail = email && email !== user.email;
    const factors = await factorsOf(db, user.id);
    const mayChange = session.aal === 'aal2' || !factors.some(({ isVerified }) => isVerified);
    if (!mayChange && (password || isNewEmail)) {
      const words = 'AAL2 session is required to update email or password when MFA is enabled.';
      throw new AuthError(401, 'insufficient_aal', words);
    }
    if (isNewEmail) await limitMails(c, user.email, 'email_change');
    if (nonce) {
      // A new code can be asked for again and again, so its five tries do not limit the guesses alone.
      const guess = await takeGuess(c, `${user.id} by nonce`);
      await spendNonce(db, { user, nonce, now: now() });
      await guess.wasRight();
    } else if (typeof password === 'string' || (isNewEmail && isInternal(user.email))) {
      // A first address is confirmed by its own mailbox alone: a session that somebody left open must not be enough.
      await requirePasswordProof(c, { user, session, currentPassword: current_password ?? undefined });
    }
    const wanted = isNewEmail ? { email, redirectTo: redirectOf(c), challenge } : undefined;
    const change = { password: password ?? undefined, data: data ?? undefined, email: wanted };
    const request = { sessionId: session.id, ip: serviceCaller(c), at: now(), publicUrl: env.publicUrl, offer: env };
    const changed = await changeUser(db, { user, change, request });
    queue.wake('mails');
    c.header('Cache-Control', 'no-store');
    return c.json(wireUser(changed, factors));
  })
  .post('/logout', async (c) => {
    const { session } = await sessionOf(c);
    const scope = Scope.safeParse(c.req.query('scope') || 'global');
    if (!scope.success) throw invalid(`Unsupported logout scope ${JSON.stringify(c.req.query('scope'))}`);
    const { db, now } = c.var.deps;
    await endSessions(db, session, { scope: scope.data, ip: serviceCaller(c), at: now() });
    return c.body(null, 204);
  });

// POST /token: a session for a password or for a refresh token.

const PASSWORDS = byNetwork('password');
const REFRESHES = byNetwork('refresh', 1800);
const CODES = byNetwork('code');

const PasswordGrant = z.object({ ...addressee, password: z._default(z.string(), '') });
const NO_CODE = 'invalid request: both auth code and code verifier should be non-empty';
const Code = z.string(NO_CODE).check(z.minLength(1, NO_CODE));
const CodeGrant = z.object({ auth_code: Code, code_verifier: Code });
const RefreshGrant = z.object({ refresh_token: z.string('Refresh token is not valid') });

const tokenRoutes = new Hono<Http>().post('/token', async (c) => {
  c.header('Cache-Control', 'no-store');
  switch (c.req.query('grant_type')) {
    case 'password':
      return c.json(await signIn(c));
    case 'refresh_token':
      return c.json(await refresh(c));
    case 'pkce':
      return c.json(await exchange(c));
  }
  throw new AuthError(400, 'invalid_credentials', 'unsupported_grant_type');
});

async function signIn(c: Context<Http>) {
  const { db, now } = c.var.deps;
  const { email, phone, password } = await validateAuthBody(c, PasswordGrant);
  if (!email) throw phone ? noPhones(422, 'Phone logins are disabled') : invalid('missing email or phone');
  await limit(c, PASSWORDS);
  const account = foldEmail(email);
  const guess = await takePasswordGuess(c, { account, knownDevice: knownDevice(c, account) });
  const [user] = await userByEmail(db, email);
  const isRight = await isRightPassword(password, user?.passwordHash, () => c.req.raw.signal.aborted);
  if (!user || !isRight) {
    await guess.wasWrong();
    // Anybody may write here: not more than an address is long.
    // What the service calls somebody without an address says nothing to anybody.
    const details = hasAddress(account) ? { email: account.slice(0, EMAIL_LIMIT) } : {};
    const act = { action: 'account.sign_in_failed', actorId: user?.id ?? null, details };
    await auditLog(db, { ...act, ip: serviceCaller(c), at: now() });
    throw wrongPassword();
  }
  await guess.wasRight();
  if (isBanned(user, now())) throw new AuthError(400, 'user_banned', 'User is banned');
  if (!user.emailConfirmedAt) throw new AuthError(400, 'email_not_confirmed', 'Email not confirmed');
  rememberDevice(c, account);
  const proof = { ...proofOf(c, 'password'), passwordHash: user.passwordHash };
  return { ...(await wireSession(await openSession(db, user.id, proof), signingOf(c))), weak_password: null };
}

async function refresh(c: Context<Http>) {
  const { db, now, env } = c.var.deps;
  const { refresh_token } = await validateAuthBody(c, RefreshGrant);
  await limit(c, REFRESHES);
  const live = await refreshSession(db, refresh_token, { now: now(), ip: serviceCaller(c), lifetime: env.sessions });
  rememberDevice(c, live.user.email);
  return wireSession(live, signingOf(c));
}

async function exchange(c: Context<Http>) {
  const { auth_code: code, code_verifier: verifier } = await validateAuthBody(c, CodeGrant);
  await limit(c, CODES);
  return wireSession(await exchangeCode(c.var.deps.db, { code, verifier }, proofOf(c, 'otp')), signingOf(c));
}

// The hosted service's calls for what an installation does not offer, refused in its words; and what it says of its tokens.

export const identityRoutes = new Hono<Http>()
  .route('/', tokenRoutes)
  .route('/', userRoutes)
  .route('/', linkRoutes)
  .route('/', verifyRoutes)
  .route('/', factorRoutes)
  .route('/admin', adminRoutes)
  .post('/invite', requireSecretKey, inviteHandler)
  .post('/sso', () => {
    throw new AuthError(404, 'saml_provider_disabled', 'SAML 2.0 is disabled');
  })
  .get('/.well-known/openid-configuration', (c) => {
    const { issuer } = embeddedOf(c);
    c.header('Cache-Control', 'public, max-age=600');
    return c.json({
      issuer,
      jwks_uri: `${issuer}/.well-known/jwks.json`,
      response_types_supported: [],
      grant_types_supported: ['refresh_token'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['ES256'],
    });
  })
  .get('/.well-known/jwks.json', (c) => {
    c.header('Cache-Control', 'public, max-age=600');
    return c.json(embeddedOf(c).keys.jwks);
  })
  .get('/settings', (c) => {
    const { autoconfirm, provider } = c.var.deps.env;
    return c.json({
      external: { anonymous_users: false, email: true, phone: false, ...(provider && { [provider.id]: true }) },
      disable_signup: false,
      mailer_autoconfirm: autoconfirm,
      phone_autoconfirm: false,
      sms_provider: '',
      saml_enabled: false,
      passkeys_enabled: false,
    });
  })
  .get('/health', (c) => c.json({ name: 'Groundwork identity', version: c.var.deps.version }));

identityRoutes.onError(authErrorResponse);
