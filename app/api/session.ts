// The active user's session: tokens for the engine and the API, refreshed in time, and ended when the auth service refuses it.
// The auth client is opened for signing in or out, never to start a page.
import { Profile } from '#sync/contract/profile.ts';
import type { SessionPort } from '#sync/ports.ts';
import { readActiveUser } from '#sync/store/device.ts';
import { announceActiveUser } from '../device/active-user-channel.ts';
import { device } from '../device/device.ts';
import type { OpenAuthClient } from './auth-client.ts';
import { call, createServer, nullOn401 } from './client.ts';
import { loadConfig } from './config.ts';
import { refreshStored, storedSession } from './refresh-session.ts';

const CHECK_EVERY_MS = 30_000;
const REFRESH_WHEN_LEFT_S = 90;

let opening: Promise<OpenAuthClient> | undefined;

/** The auth client, loaded and opened once per page; rejects on a first start without a connection. */
export function authClient(): Promise<OpenAuthClient> {
  opening ??= openOnce().catch((error: unknown) => {
    opening = undefined;
    throw error;
  });
  return opening;
}

/** Asks the auth service and returns its answer. Throws its error. */
export async function askAuth<Answer extends { error: Error | null }>(
  ask: (client: OpenAuthClient) => Promise<Answer>,
): Promise<Exclude<Answer, { error: Error }>> {
  const answer = await ask(await authClient());
  if (answer.error) throw answer.error;
  return answer as Exclude<Answer, { error: Error }>;
}

async function openOnce(): Promise<OpenAuthClient> {
  const [{ openAuthClient }, config] = await Promise.all([import('./auth-client.ts'), loadConfig()]);
  return openAuthClient(config);
}

let refreshing: ReturnType<SessionPort['refresh']> | undefined;

/** One refresh at a time, shared by all callers. */
function refresh(): ReturnType<SessionPort['refresh']> {
  refreshing ??= refreshStored(storedSession, loadConfig).finally(() => {
    refreshing = undefined;
  });
  return refreshing;
}

/** Tokens as the device has them (Y21), expired or not; 'ended' only after a definite refusal by the auth service (Y22). */
export const sessionPort: SessionPort = {
  token: async () => (await storedSession())?.access_token ?? null,
  refresh,
};

/** Checks every 30 s, for the page's lifetime, whether the active user's session ends soon, and then refreshes it (R-A12). */
export function keepSessionFresh(): void {
  const check = async () => {
    if (document.visibilityState !== 'visible' || !navigator.onLine) return;
    const session = await storedSession();
    if (session && session.expires_at - Date.now() / 1000 <= REFRESH_WHEN_LEFT_S) await refresh();
  };
  const checkQuietly = () => check().catch(() => undefined);
  setInterval(checkQuietly, CHECK_EVERY_MS);
  void checkQuietly();
}

const PROFILE_EVERY_MS = 240_000;

/** Asks for the profile every four minutes on a visible page, so that a role that was taken closes what it had opened. */
export function keepProfileFresh(): void {
  setInterval(() => document.visibilityState === 'visible' && void refreshProfile(), PROFILE_EVERY_MS);
}

/** Calls of the signed-in user. */
export const server = createServer({
  token: async () => (await sessionPort.token()) ?? undefined,
  refresh: async () => (await sessionPort.refresh()).kind === 'token',
});

/** The access token for a call whose progress is shown; `isFresh` refreshes it after a 401. Undefined for a visitor. */
export async function ownToken({ isFresh = false } = {}): Promise<string | undefined> {
  if (isFresh) await refresh();
  return (await sessionPort.token()) ?? undefined;
}

/** Fetches the user's profile and stores it on the device; without an answer, the stored one stays. */
export async function refreshProfile(): Promise<void> {
  if (!(await readActiveUser(device))) return;
  try {
    const profile = await call(server.auth.user.$get()).catch(nullOn401);
    if (profile) await keepProfile(Profile.parse(profile));
  } catch {
    // Offline, or the server is busy: the profile is fetched again at the next start.
  }
}

/** Stores a fresh profile of the active user, for this page and offline starts; ignores any other user's. */
export async function keepProfile(profile: Profile): Promise<void> {
  const user = await readActiveUser(device);
  if (user?.userId !== profile.id) return;
  await device.people.update(user.userId, {
    ...{ name: profile.full_name?.trim() || user.name, profile },
    // It may have changed elsewhere; of a person without an address it is their sign-in name.
    email: profile.email || user.email,
  });
  await announceActiveUser('profile');
}
