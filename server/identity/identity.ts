// Who people are. Either the embedded service below /auth/v1 answers that, or a hosted project does (I1, I5, I6).
import { randomBytes } from 'node:crypto';
import { createLocalJWKSet } from 'jose';
import type { Db } from '../db/client.ts';
import type { Env } from '../env.ts';
import type { Actor } from '../http/actor.ts';
import { embeddedActors, hostedActors } from './actors.ts';
import { hostedKeys } from './hosted-keys.ts';
import type { SigningKeys } from './keys.ts';
import { createVerifier, type VerifyAccessToken } from './verify.ts';

/** What only the embedded service has. */
export interface Embedded {
  keys: SigningKeys;
  /** The key of the admin endpoints (I10). */
  secretKey: string;
  issuer: string;
}

export interface Identity {
  /** Present when the accounts are our own. */
  embedded: Embedded | undefined;
  /** The claims of a good access token, else a refusal. Does not ask whether the session still lives. */
  verify: VerifyAccessToken;
  /** The person behind an access token. Refuses bad tokens, ended sessions and banned people with 401. */
  whoHolds(token: string): Promise<Actor>;
}

interface IdentityParts {
  env: Env;
  db: Db;
  now: () => Date;
  /** The installation's own keys; undefined with a hosted service. */
  keys: SigningKeys | undefined;
}

export function createIdentity({ env, db, now, keys }: IdentityParts): Identity {
  const { identity } = env;
  if (identity.kind === 'hosted') {
    const issuer = `${identity.url}/auth/v1`;
    const publicKey = hostedKeys(identity.url, now);
    const verify = createVerifier({ issuer, publicKey, jwtSecret: identity.jwtSecret, now });
    const find = hostedActors(db);
    return { embedded: undefined, verify, whoHolds: async (token) => find(await verify(token)) };
  }
  if (!keys) throw new Error('The embedded service needs signing keys.');
  const issuer = `${env.publicUrl}/auth/v1`;
  const verify = createVerifier({ issuer, publicKey: createLocalJWKSet(keys.jwks), jwtSecret: undefined, now });
  const find = embeddedActors(db, now);
  const secretKey = identity.secretKey ?? randomBytes(32).toString('base64url');
  return {
    embedded: { keys, secretKey, issuer },
    verify,
    whoHolds: async (token) => find(await verify(token)),
  };
}
