// The person's sign-in: password sign-in, tokens for the engine and the api, and the end of a session that the auth service refuses.
import { Profile } from '#sync/contract/profile.ts';
import { SESSION_ENDING_CODES, type Session } from '#sync/contract/session.ts';
import { currentPerson, forgetCurrentPerson, noteProfile, readSession, rememberPerson } from '#sync/device.ts';
import type { SessionPort } from '#sync/ports.ts';
import { createApi } from '../api.ts';
import { loadConfig } from '../config.ts';
import { device } from '../device.ts';
import { announcePersonChange } from '../person-channel.ts';
import type { OpenAuthClient } from './auth-client.ts';

const REFRESH_PATIENCE_MS = 10_000;

let opened: Promise<OpenAuthClient> | undefined;

/** The auth client, loaded and opened once per page; rejects on a first start without a connection. */
export function authClient(): Promise<OpenAuthClient> {
  opened ??= openAndWatch().catch((error: unknown) => {
    opened = undefined;
    throw error;
  });
  return opened;
}

async function openAndWatch(): Promise<OpenAuthClient> {
  const [{ openAuthClient }, config] = await Promise.all([import('./auth-client.ts'), loadConfig()]);
  const client = openAuthClient(config);
  client.onAuthStateChange((event) => {
    // Not inside the callback: the client waits for its listeners.
    if (event === 'SIGNED_OUT') setTimeout(() => void endRefusedSession(), 0);
  });
  return client;
}

/** The auth service has refused the session for good: the person is nobody here until the next sign-in; their work stays. */
async function endRefusedSession(): Promise<void> {
  const person = await currentPerson(device);
  if (!person || (await readSession(device, person.userId))) return;
  await forgetCurrentPerson(device);
  announcePersonChange('expired');
}

function inTime<Value>(work: Promise<Value>, ms: number, late: Value): Promise<Value> {
  return Promise.race([work, new Promise<Value>((resolve) => setTimeout(resolve, ms, late))]);
}

async function storedSession(): Promise<Session | undefined> {
  const person = await currentPerson(device);
  return person && readSession(device, person.userId);
}

/**
 * Tokens straight from the device, never from the auth client's session call (Y21): an expired one is the server's to judge.
 * A refresh answers 'ended' only after a definite refusal by the auth service (Y22).
 */
export const sessionPort: SessionPort = {
  token: async () => (await storedSession())?.access_token ?? null,
  refresh: () =>
    inTime(
      refreshNow().catch(() => ({ kind: 'unreachable' as const })),
      REFRESH_PATIENCE_MS,
      { kind: 'unreachable' },
    ),
};

async function refreshNow(): ReturnType<SessionPort['refresh']> {
  const stored = await storedSession();
  if (!stored) return { kind: 'ended' };
  const client = await authClient();
  const { data, error } = await client.refreshSession({ refresh_token: stored.refresh_token });
  if (data.session) return { kind: 'token', token: data.session.access_token };
  return error?.code && SESSION_ENDING_CODES.has(error.code) ? { kind: 'ended' } : { kind: 'unreachable' };
}

/** Calls of the signed-in person. */
export const api = createApi({
  token: async () => (await sessionPort.token()) ?? undefined,
  refresh: async () => (await sessionPort.refresh()).kind === 'token',
});

/** Signs in and makes the person the current one of this device. Throws with the auth service's sentence. */
export async function signInWithPassword(email: string, password: string): Promise<void> {
  const client = await authClient();
  const { data, error } = await client.signInWithPassword({ email, password });
  if (error) throw error;
  const { user } = data.session;
  const metadataName: unknown = user.user_metadata.full_name;
  const name = typeof metadataName === 'string' && metadataName.trim() ? metadataName.trim() : email;
  await rememberPerson(device, { userId: user.id, name, email: user.email ?? email });
  await refreshProfile();
  announcePersonChange('signed-in');
}

/** Asks the server for the person's profile and keeps it on the device; without an answer the known one stays. */
export async function refreshProfile(): Promise<void> {
  const person = await currentPerson(device);
  if (!person) return;
  try {
    const profile = await api('/api/auth/user', { answer: Profile, on401: 'null' });
    if (!profile || profile.id !== person.userId) return;
    const name = profile.full_name?.trim() || person.name;
    await noteProfile(device, person.userId, { name, profile });
    announcePersonChange('profile');
  } catch {
    // Offline, or the server is busy: the profile is asked for again at the next start.
  }
}
