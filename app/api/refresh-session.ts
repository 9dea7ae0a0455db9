// Refreshes the stored session with one POST. The auth client is not used: after a failure it fails for a minute without asking,
// and waiting work would keep waiting although the network is back. The service worker uses this as well (Y19).
import type { Config } from '#sync/contract/server.ts';
import { SESSION_ENDING_CODES, Session } from '#sync/contract/session.ts';
import type { SessionPort } from '#sync/ports.ts';
import { clearActiveUserWithoutSession, readActiveUser, readSession, replaceSession } from '#sync/store/device.ts';
import { announceActiveUser } from '../device/active-user-channel.ts';
import { device } from '../device/device.ts';
import { call, publicServer } from './client.ts';
import { authErrorCode, guardedFetch } from './guarded-fetch.ts';

const REFRESH_TIMEOUT_MS = 10_000;

/** 'refused': the auth service says definitely that the session is over (Y22). 'signed-out': the user has signed out meanwhile. */
type Refreshed = { kind: 'fresh'; session: Session } | { kind: 'refused'; isErased: boolean } | { kind: 'signed-out' };

const outcomeOf = (session: Session | undefined, without: Refreshed): Refreshed =>
  session ? { kind: 'fresh', session } : without;

/** The session of the active user; undefined for none. */
export async function storedSession(): Promise<Session | undefined> {
  const user = await readActiveUser(device);
  return user && readSession(device, user.userId);
}

/** Parses a session that was just issued. Its end is counted by this device's clock, which may be hours wrong. */
export function readNewSession(body: unknown): Session {
  const { expires_in, ...answer } = body as { expires_in?: unknown };
  const lifetime = Number(expires_in);
  const ends = lifetime > 0 ? { expires_at: Math.floor(Date.now() / 1000) + lifetime } : {};
  return Session.parse({ ...answer, expires_in, ...ends });
}

/** Refreshes a stored session; one that was refused for good is removed. Throws when there was no definite answer. */
async function refreshSession(
  stored: Session,
  { authUrl, publishableKey }: Pick<Config, 'authUrl' | 'publishableKey'>,
): Promise<Refreshed> {
  const response = await guardedFetch()(`${authUrl}/token?grant_type=refresh_token`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', apikey: publishableKey, Authorization: `Bearer ${publishableKey}` },
    body: JSON.stringify({ refresh_token: stored.refresh_token }),
    signal: AbortSignal.timeout(REFRESH_TIMEOUT_MS),
  });
  const body: unknown = await response.json();
  if (response.ok) {
    const session = readNewSession(body);
    // If the user has signed out meanwhile, in this tab or another, they stay signed out.
    return outcomeOf(await replaceSession(device, stored, session), { kind: 'signed-out' });
  }
  const code = authErrorCode(body);
  if (code && SESSION_ENDING_CODES.has(code)) {
    // Asked while the session is still here: a tab that found none would say 'signed out' before the reason is announced.
    const isErased = await wasErased(stored.user.id);
    return outcomeOf(await replaceSession(device, stored, null), { kind: 'refused', isErased });
  }
  // Another tab or the worker may have refreshed meanwhile: then a newer session is stored.
  const now = await readSession(device, stored.user.id);
  if (now && now.refresh_token !== stored.refresh_token) return { kind: 'fresh', session: now };
  throw new Error(`The session could not be refreshed: ${response.status}`);
}

/** Whether the account was erased; false also when the server cannot say. Their next sign-in would fail all the same. */
async function wasErased(userId: string): Promise<boolean> {
  try {
    const init = { signal: AbortSignal.timeout(REFRESH_TIMEOUT_MS) };
    return (await call(publicServer.erasures[':userId'].$get({ param: { userId } }, { init }))).erased;
  } catch {
    return false;
  }
}

/** Refreshes the session that `read` returns; 'ended' only after a definite refusal (Y22), and then nobody is active here. */
export async function refreshStored(
  read: () => Promise<Session | undefined>,
  config: () => Promise<Config>,
): ReturnType<SessionPort['refresh']> {
  try {
    const stored = await read();
    if (!stored) return { kind: 'ended' };
    const refreshed = await refreshSession(stored, await config());
    if (refreshed.kind === 'fresh') return { kind: 'token', token: refreshed.session.access_token };
    if (refreshed.kind === 'refused') {
      const { isErased } = refreshed;
      if (isErased) await device.people.update(stored.user.id, { erasedAt: new Date().toISOString() });
      // The notice of an erased account says more than that a session has ended.
      if (await clearActiveUserWithoutSession(device)) await announceActiveUser(isErased ? 'signed-out' : 'expired');
    }
    return { kind: 'ended' };
  } catch {
    return { kind: 'unreachable' };
  }
}
