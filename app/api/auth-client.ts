import { AuthClient } from '@supabase/supabase-js';
import type { Config } from '#sync/contract/server.ts';
import { Session } from '#sync/contract/session.ts';
import { clearSession, readActiveUser, readSession, writeSession } from '#sync/store/device.ts';
import { device, localText, setLocalText } from '../device/device.ts';
import { guardedFetch } from './guarded-fetch.ts';
import { readNewSession } from './refresh-session.ts';
import { sendTyped } from './send-password.ts';

// The auth client knows one key, and a tablet holds several users: sessions are stored on the device, one per user.

/** The product's own key, under which the auth client asks for its session. */
const SESSION_KEY = 'groundwork.session';

/** The auth client's storage: sessions on the device, each under its user, and in local storage what links wait for (PKCE). */
function sessionStorageOnDevice() {
  let lastRead: string | undefined;
  return {
    async getItem(key: string): Promise<string | null> {
      if (key !== SESSION_KEY) return localText(key);
      const user = await readActiveUser(device);
      const session = user && (await readSession(device, user.userId));
      lastRead = session?.user.id;
      return session ? JSON.stringify(session) : null;
    },
    async setItem(key: string, text: string): Promise<void> {
      if (key !== SESSION_KEY) return void setLocalText(key, text);
      const given = Session.parse(JSON.parse(text));
      const stored = await readSession(device, given.user.id);
      // The client also writes a session that it has read, when the user of it has changed.
      const isNew = stored?.access_token !== given.access_token;
      const session = isNew ? readNewSession(given) : { ...given, expires_at: stored.expires_at };
      lastRead = session.user.id;
      await writeSession(device, session.user.id, session);
    },
    async removeItem(key: string): Promise<void> {
      if (key !== SESSION_KEY) return void setLocalText(key, null);
      // Only the session that was last read here: another user may have become active meanwhile.
      if (lastRead) await clearSession(device, lastRead);
    },
  };
}

/** The embedded service is named by its path alone. */
const serviceUrl = ({ authUrl }: Config) => new URL(authUrl, location.origin).href;

export type OpenAuthClient = InstanceType<typeof AuthClient>;

/** Proves by a sign-in of this moment who is here, beside their session; `end` ends it. Throws the auth service's error. */
export async function proveIdentity(config: Config, who: { email: string; password: string }) {
  const key = config.publishableKey;
  const headers = { apikey: key, Authorization: `Bearer ${key}` };
  const options = { storageKey: 'groundwork.proof', persistSession: false, autoRefreshToken: false };
  const client = new AuthClient({ url: serviceUrl(config), headers, ...options });
  const { data, error } = await sendTyped(who.password, 'invalid_credentials', (password) =>
    client.signInWithPassword({ ...who, password }),
  );
  if (error) throw error;
  return { token: data.session.access_token, mfa: client.mfa, end: () => client.signOut({ scope: 'local' }) };
}

/** The auth part of the Supabase client, for the auth service of this installation. Loaded for signing in or out. */
export function openAuthClient(config: Config): OpenAuthClient {
  return new AuthClient({
    url: serviceUrl(config),
    headers: { apikey: config.publishableKey, Authorization: `Bearer ${config.publishableKey}` },
    storageKey: SESSION_KEY,
    storage: sessionStorageOnDevice(),
    fetch: guardedFetch(),
    // Our own mails and templates carry a token that works in any browser; other links bring a code for this one alone.
    flowType: 'pkce',
    detectSessionInUrl: false,
    // session.ts refreshes: the client's own refresh blocks for 25 s without a network and then waits a minute.
    autoRefreshToken: false,
  });
}
