import { AuthClient } from '@supabase/supabase-js';
import type { Config } from '#sync/contract/config.ts';
import { Session } from '#sync/contract/session.ts';
import { clearSession, readActiveUser, readSession, writeSession } from '#sync/store/device.ts';
import { device } from '../device/device.ts';
import { guardedFetch } from './guarded-fetch.ts';

// Where the auth client keeps its session: on the device, one per person, so that a service worker and the next cold start
// read the same one. The auth client knows a single key and never learns that a tablet holds several people.

/** The product's own key, under which the auth client asks for its session. */
const SESSION_KEY = 'groundwork.session';

/** The storage of the auth client: reads the current person's session, writes each under the person it belongs to. */
function sessionStorageOnDevice() {
  let lastRead: string | undefined;
  return {
    async getItem(key: string): Promise<string | null> {
      if (key !== SESSION_KEY) return null;
      const person = await readActiveUser(device);
      const session = person && (await readSession(device, person.userId));
      lastRead = session?.user.id;
      return session ? JSON.stringify(session) : null;
    },
    async setItem(key: string, text: string): Promise<void> {
      if (key !== SESSION_KEY) return;
      const session = Session.parse(JSON.parse(text));
      lastRead = session.user.id;
      await writeSession(device, session.user.id, session);
    },
    async removeItem(key: string): Promise<void> {
      // Only the session that was last seen here: meanwhile another person may have become the current one.
      if (key === SESSION_KEY && lastRead) await clearSession(device, lastRead);
    },
  };
}

export type OpenAuthClient = InstanceType<typeof AuthClient>;

/** The Supabase client's auth part, speaking to whichever service the installation uses. Loaded where somebody signs in or out. */
export function openAuthClient(config: Config): OpenAuthClient {
  return new AuthClient({
    url: config.authUrl,
    headers: { apikey: config.publishableKey, Authorization: `Bearer ${config.publishableKey}` },
    storageKey: SESSION_KEY,
    storage: sessionStorageOnDevice(),
    fetch: guardedFetch(),
    flowType: 'implicit',
    detectSessionInUrl: false,
    // Ours is session.ts: the client's own blocks 25 s without a network, and then waits a minute.
    autoRefreshToken: false,
  });
}
