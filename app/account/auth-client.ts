import { AuthClient } from '@supabase/supabase-js';
import type { Config } from '#sync/contract/config.ts';
import { guardedFetch } from './guarded-fetch.ts';
import { SESSION_KEY, sessionStorageOnDevice } from './stored-session.ts';

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
