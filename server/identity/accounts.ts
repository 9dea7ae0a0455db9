// How the server itself speaks to the auth service, embedded or hosted: by the same client, in the same words.

import { randomBytes } from 'node:crypto';
import { AuthClient, type AuthError } from '@supabase/supabase-js';
import { internalAddress } from '#sync/contract/email.ts';
import { Refusal } from '#sync/contract/refusal.ts';
import type { Accounts, UnconfirmedAccount } from '../deps.ts';
import type { Env } from '../env.ts';

interface Service {
  url: string;
  /** What a browser would send; with the secret key at hand that one is sent instead. */
  publishableKey: string;
  secretKey: string | undefined;
  ask: typeof fetch;
}

/** The clients of one auth service. `ask` is bound to our own app when the service is embedded. */
export function createAccounts({ url, publishableKey, secretKey, ask }: Service): Accounts {
  const key = secretKey ?? publishableKey;
  // A client for each call: one that signed someone in by mistake must not do the next person's work.
  const client = (more: Record<string, string> = {}) =>
    new AuthClient({
      url: `${url}/auth/v1`,
      headers: { apikey: key, Authorization: `Bearer ${key}`, ...more },
      fetch: ask,
      persistSession: false,
      autoRefreshToken: false,
      detectSessionInUrl: false,
    });
  const behalfOf = (ip: string) => client(secretKey ? { 'Sb-Forwarded-For': ip } : {});

  async function factorsOf(userId: string) {
    if (!secretKey) throw new Refusal('two_step_not_configured');
    const { mfa } = client().admin;
    const { data, error } = await mfa.listFactors({ userId });
    if (error) throw error.status === 404 ? new Refusal('user_not_found') : refusalOf(error);
    return { mfa, factors: data.factors };
  }

  return {
    admin: secretKey ? client().admin : undefined,

    async signUp({ email, password, data, redirectTo, ip }) {
      const options = { data, emailRedirectTo: redirectTo };
      const { data: made, error } = await behalfOf(ip).signUp({ email, password, options });
      if (error?.code === 'user_already_exists' || error?.code === 'email_exists') return 'exists';
      if (error) throw refusalOf(error);
      // Nobody is signed in by our own call: the browser does that with the password that was just chosen.
      if (made.session) return 'ready';
      // What the hosted service answers for an address with a confirmed account.
      return made.user?.identities?.length === 0 ? 'exists' : 'mailed';
    },

    async invite({ email, data, redirectTo, ip }) {
      if (!secretKey) {
        const options = { data, emailRedirectTo: redirectTo };
        const { error } = await behalfOf(ip).signInWithOtp({ email, options });
        if (error) throw refusalOf(error);
        return 'mailed';
      }
      const { data: made, error } = await behalfOf(ip).admin.generateLink({
        type: 'invite',
        email,
        options: { data, redirectTo },
      });
      if (error?.code === 'email_exists') return 'exists';
      if (error) throw refusalOf(error);
      const { hashed_token: token, email_otp: code, verification_type: type } = made.properties;
      return { token, code, type };
    },

    async linkFor({ id, name }) {
      if (!secretKey) throw new Refusal('cards_not_configured');
      const { admin } = client();
      const email = internalAddress(id);
      const { error } = await admin.createUser({ id, email, email_confirm: true, user_metadata: { full_name: name } });
      if (error && error.code !== 'email_exists') throw refusalOf(error);
      const { data, error: failure } = await admin.generateLink({ type: 'magiclink', email });
      if (failure) throw refusalOf(failure);
      // A project that gives ids of its own would open an account that nobody has learned with.
      if (data.user.id !== id) throw new Refusal('cards_not_configured');
      return { tokenHash: data.properties.hashed_token, type: data.properties.verification_type };
    },

    async endWaysIn(id) {
      if (!secretKey) throw new Refusal('cards_not_configured');
      // Both services end every session with a new password.
      const password = randomBytes(32).toString('base64url');
      const { error } = await client().admin.updateUserById(id, { password });
      if (error && error.status !== 404) throw refusalOf(error);
    },

    async newestFactor(userId) {
      const verified = (await factorsOf(userId)).factors.filter(({ status }) => status === 'verified');
      const times = verified.map(({ created_at }) => Date.parse(created_at));
      return times.length > 0 ? new Date(Math.max(...times)) : undefined;
    },

    async removeFactors(userId) {
      const { mfa, factors } = await factorsOf(userId);
      for (const { id } of factors) {
        const { error: failure } = await mfa.deleteFactor({ id, userId });
        if (failure && failure.status !== 404) throw refusalOf(failure);
      }
      return factors.filter(({ status }) => status === 'verified').length;
    },

    async unconfirmed() {
      if (!secretKey) return undefined;
      const { admin } = client();
      const found: UnconfirmedAccount[] = [];
      for (let page = 1; page <= PAGES_LOOKED_THROUGH; page += 1) {
        const { data, error } = await admin.listUsers({ page, perPage: ACCOUNTS_A_PAGE });
        if (error) throw refusalOf(error);
        for (const { id, email, email_confirmed_at, created_at } of data.users)
          if (email && !email_confirmed_at) found.push({ id, email, createdAt: new Date(created_at) });
        if (data.users.length < ACCOUNTS_A_PAGE) break;
      }
      return found;
    },

    async confirmAgain({ id, redirectTo, ip }) {
      if (!secretKey) throw new Refusal('user_not_found');
      const { data } = await client().admin.getUserById(id);
      if (!data.user?.email || data.user.email_confirmed_at) throw new Refusal('user_not_found');
      const { email } = data.user;
      const { error } = await behalfOf(ip).resend({ type: 'signup', email, options: { emailRedirectTo: redirectTo } });
      if (error) throw refusalOf(error);
      return email;
    },
  };
}

const ACCOUNTS_A_PAGE = 1000;
/** Services list the newest first, and nobody waits for the mail of an old sign-up. */
const PAGES_LOOKED_THROUGH = 10;

/** The service's refusal in our own words. A fault of our settings is not told to the client. */
function refusalOf(error: AuthError): Refusal {
  switch (error.code) {
    case 'weak_password':
      return new Refusal('validation_failed', { field: 'password' }, error.message);
    case 'validation_failed':
    case 'email_address_invalid':
    case 'email_address_not_authorized':
      return new Refusal('validation_failed', { field: 'email' }, error.message);
    case 'over_email_send_rate_limit':
    case 'over_request_rate_limit':
      return new Refusal('rate_limited', { retryAfterSeconds: 60 }, error.message);
    case 'signup_disabled':
    case 'email_provider_disabled':
      return new Refusal('sign_up_refused');
  }
  const words = 'The sign-in service cannot be reached right now. Please try again.';
  return new Refusal('unavailable', { retryAfterSeconds: 5 }, words);
}

/** The address of the service that this installation uses. */
export function serviceUrl(env: Env): string {
  return env.identity.kind === 'hosted' ? env.identity.url : env.publicUrl;
}
