// How the server itself speaks to the auth service, embedded or hosted: by the same client, in the same words (I6).
import { AuthClient } from '@supabase/supabase-js';
import type { Env } from '../env.ts';

/** `admin` makes and changes accounts with the secret key; undefined for a hosted project whose secret key is not set. */
export interface Accounts {
  admin: InstanceType<typeof AuthClient>['admin'] | undefined;
}

interface Service {
  url: string;
  secretKey: string | undefined;
  ask: typeof fetch;
}

/** The clients of one auth service. `ask` is bound to our own app when the service is embedded. */
export function createAccounts({ url, secretKey, ask }: Service): Accounts {
  if (!secretKey) return { admin: undefined };
  const client = new AuthClient({
    url: `${url}/auth/v1`,
    headers: { apikey: secretKey, Authorization: `Bearer ${secretKey}` },
    fetch: ask,
    persistSession: false,
    autoRefreshToken: false,
    detectSessionInUrl: false,
  });
  return { admin: client.admin };
}

/** The address of the service that this installation uses. */
export function serviceUrl(env: Env): string {
  return env.identity.kind === 'hosted' ? env.identity.url : env.publicUrl;
}
