import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose';
import { Refusal } from '#sync/contract/refusal.ts';

const FRESH_MS = 600_000;
const COOL_DOWN_MS = 30_000;
const PATIENCE_MS = 5_000;

type KeySet = ReturnType<typeof createLocalJWKSet>;

/**
 * The public keys of a hosted project. The last good set is kept while the project cannot be reached,
 * so that people with good tokens go on working; an unknown key id asks again, at most every 30 seconds.
 */
export function hostedKeys(projectUrl: string, now: () => Date, ask: typeof fetch = fetch): JWTVerifyGetKey {
  let known: KeySet | undefined;
  let askedAt = Number.NEGATIVE_INFINITY;
  let asking: Promise<void> | undefined;

  async function load() {
    askedAt = now().getTime();
    const address = `${projectUrl}/auth/v1/.well-known/jwks.json`;
    const answer = await ask(address, { signal: AbortSignal.timeout(PATIENCE_MS) });
    if (answer.ok) known = createLocalJWKSet((await answer.json()) as JSONWebKeySet);
  }
  /** One request at a time; a failure leaves what is known. */
  function refresh(): Promise<void> {
    asking ??= load()
      .catch(() => undefined)
      .finally(() => {
        asking = undefined;
      });
    return asking;
  }

  const age = () => now().getTime() - askedAt;

  return async (header, token) => {
    if (!known && (asking || age() >= COOL_DOWN_MS)) await refresh();
    if (!known)
      throw new Refusal('unavailable', {}, 'The sign-in service cannot be reached right now. Please try again.');
    if (age() >= FRESH_MS) refresh().catch(() => undefined);
    try {
      return await known(header, token);
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey) || age() < COOL_DOWN_MS) throw error;
      await refresh();
      return known(header, token);
    }
  };
}
