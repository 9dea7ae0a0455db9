// The person's session: tokens for the engine and the api, kept fresh, and the end of one that the auth service refuses. The
// auth client is opened where somebody signs in or out, never to start a page.
import { Profile } from '#sync/contract/profile.ts';
import type { SessionPort } from '#sync/ports.ts';
import { noteProfile, readActiveUser } from '#sync/store/device.ts';
import { announceActiveUser } from '../device/active-user-channel.ts';
import { device } from '../device/device.ts';
import type { OpenAuthClient } from './auth-client.ts';
import { createApi } from './client.ts';
import { loadConfig } from './config.ts';
import { refreshStored, storedSession } from './refresh-session.ts';

const LOOK_EVERY_MS = 30_000;
const REFRESH_WHEN_LEFT_S = 90;

let opened: Promise<OpenAuthClient> | undefined;

/** The auth client, loaded and opened once per page; rejects on a first start without a connection. */
export function authClient(): Promise<OpenAuthClient> {
  opened ??= openOnce().catch((error: unknown) => {
    opened = undefined;
    throw error;
  });
  return opened;
}

async function openOnce(): Promise<OpenAuthClient> {
  const [{ openAuthClient }, config] = await Promise.all([import('./auth-client.ts'), loadConfig()]);
  return openAuthClient(config);
}

let refreshing: ReturnType<SessionPort['refresh']> | undefined;

/** One refresh at a time, whoever asks. */
function refresh(): ReturnType<SessionPort['refresh']> {
  refreshing ??= refreshStored(storedSession, loadConfig).finally(() => {
    refreshing = undefined;
  });
  return refreshing;
}

/**
 * Tokens straight from the device, never from the auth client's session call (Y21): an expired one is the server's to judge.
 * A refresh answers 'ended' only after a definite refusal by the auth service (Y22).
 */
export const sessionPort: SessionPort = {
  token: async () => (await storedSession())?.access_token ?? null,
  refresh,
};

/** Looks every 30 s whether the session of whoever sits here ends soon, and refreshes it then (A12); for the page's life. */
export function keepSessionFresh(): void {
  const look = async () => {
    if (document.visibilityState !== 'visible' || !navigator.onLine) return;
    const session = await storedSession();
    if (session && session.expires_at - Date.now() / 1000 <= REFRESH_WHEN_LEFT_S) await refresh();
  };
  const lookQuietly = () => look().catch(() => undefined);
  setInterval(lookQuietly, LOOK_EVERY_MS);
  void lookQuietly();
}

/** Calls of the signed-in person. */
export const api = createApi({
  token: async () => (await sessionPort.token()) ?? undefined,
  refresh: async () => (await sessionPort.refresh()).kind === 'token',
});

/** The bearer for a call whose progress is shown; `isFresh` asks for a new one after a 401. Undefined for nobody. */
export async function ownToken({ isFresh = false } = {}): Promise<string | undefined> {
  if (isFresh) await refresh();
  return (await sessionPort.token()) ?? undefined;
}

/** Asks the server for the person's profile and keeps it on the device; without an answer the known one stays. */
export async function refreshProfile(): Promise<void> {
  if (!(await readActiveUser(device))) return;
  try {
    const profile = await api('/api/auth/user', { answer: Profile, on401: 'null' });
    if (profile) await keepProfile(profile);
  } catch {
    // Offline, or the server is busy: the profile is asked for again at the next start.
  }
}

/** Keeps a fresh profile of whoever sits here, for this page and offline starts; another person's changes nothing. */
export async function keepProfile(profile: Profile): Promise<void> {
  const person = await readActiveUser(device);
  if (person?.userId !== profile.id) return;
  await noteProfile(device, person.userId, { name: profile.full_name?.trim() || person.name, profile });
  announceActiveUser('profile');
}
