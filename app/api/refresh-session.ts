// One refresh of the stored session by one POST. Not by the auth client: after a failure it answers from a cool-down of a
// minute, and work that waits would wait on although the network is back. The service worker refreshes by it, too (Y19).
import type { Config } from '#sync/contract/config.ts';
import { SESSION_ENDING_CODES, Session } from '#sync/contract/session.ts';
import type { SessionPort } from '#sync/ports.ts';
import { clearActiveUserWithoutSession, readActiveUser, readSession, replaceSession } from '#sync/store/device.ts';
import { announceActiveUser } from '../device/active-user-channel.ts';
import { device } from '../device/device.ts';
import { authErrorCode, guardedFetch } from './guarded-fetch.ts';

const REFRESH_PATIENCE_MS = 10_000;

/** 'refused' is the auth service's definite word that this session is over (Y22); 'nobody' has signed out meanwhile. */
type Refreshed = { kind: 'fresh'; session: Session } | { kind: 'refused' } | { kind: 'nobody' };

const held = (session: Session | undefined, without: 'refused' | 'nobody'): Refreshed =>
  session ? { kind: 'fresh', session } : { kind: without };

/** The session of the person who sits at the device; undefined for nobody. */
export async function storedSession(): Promise<Session | undefined> {
  const person = await readActiveUser(device);
  return person && readSession(device, person.userId);
}

/** A new session as it came; where the service names only its length, the end is counted from now. */
function readNewSession(body: unknown): Session {
  const answer = body as { expires_in?: unknown };
  const expires_at = Math.floor(Date.now() / 1000) + Number(answer.expires_in ?? 3600);
  return Session.parse({ expires_at, ...answer });
}

/**
 * Refreshes `stored`, a session of the device, and stores the new one, or removes it when it is refused for good; throws
 * when the auth service could not be reached or gave no definite word.
 */
async function refreshSession(
  stored: Session,
  { authUrl, publishableKey }: Pick<Config, 'authUrl' | 'publishableKey'>,
): Promise<Refreshed> {
  const response = await guardedFetch()(`${authUrl}/token?grant_type=refresh_token`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', apikey: publishableKey, Authorization: `Bearer ${publishableKey}` },
    body: JSON.stringify({ refresh_token: stored.refresh_token }),
    signal: AbortSignal.timeout(REFRESH_PATIENCE_MS),
  });
  const body: unknown = await response.json();
  if (response.ok) {
    const session = readNewSession(body);
    // Somebody may have signed out meanwhile, in this tab or another: then it stays so.
    return held(await replaceSession(device, stored, session), 'nobody');
  }
  const code = authErrorCode(body);
  if (code && SESSION_ENDING_CODES.has(code)) return held(await replaceSession(device, stored, null), 'refused');
  // Another tab or the worker has refreshed meanwhile: what failed is not the session any more.
  const now = await readSession(device, stored.user.id);
  if (now && now.refresh_token !== stored.refresh_token) return { kind: 'fresh', session: now };
  throw new Error(`The session could not be refreshed: ${response.status}`);
}

/**
 * A refresh as the engine asks for it, of the session that `read` finds. 'ended' only after a definite refusal by the auth
 * service (Y22): the person is nobody here until the next sign-in, their work stays. Never rejects.
 */
export async function refreshStored(
  read: () => Promise<Session | undefined>,
  config: () => Promise<Config>,
): ReturnType<SessionPort['refresh']> {
  try {
    const stored = await read();
    if (!stored) return { kind: 'ended' };
    const refreshed = await refreshSession(stored, await config());
    if (refreshed.kind === 'fresh') return { kind: 'token', token: refreshed.session.access_token };
    if (refreshed.kind === 'refused' && (await clearActiveUserWithoutSession(device))) announceActiveUser('expired');
    return { kind: 'ended' };
  } catch {
    return { kind: 'unreachable' };
  }
}
