// The keys that sign access tokens: made at the first start, stored beside the database, readable by the server's user alone.

import { createHmac, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { createLocalJWKSet, errors, exportJWK, generateKeyPair, importJWK, type JWTVerifyGetKey } from 'jose';
import * as z from 'zod/mini';
import type { SigningKeys } from '../deps.ts';
import { StartupError } from '../env.ts';
import { readKeys, readOrCreateKeys, replaceKeys } from '../key-file.ts';

const PrivateKey = z.object({
  kid: z.string(),
  kty: z.literal('EC'),
  crv: z.literal('P-256'),
  x: z.string(),
  y: z.string(),
  d: z.string(),
});
type PrivateKey = z.infer<typeof PrivateKey>;
const KeyFile = z.object({ keys: z.array(PrivateKey).check(z.minLength(1)) });

const fileIn = (dataDir: string) => ({
  path: join(dataDir, 'identity-keys.json'),
  shape: KeyFile,
  remedy: 'restore the file, or remove it to sign everyone out',
});

/** Reads the keys of this installation, or creates them. */
export async function loadSigningKeys(dataDir: string): Promise<SigningKeys> {
  const file = fileIn(dataDir);
  const { keys } = await readOrCreateKeys(file, async () => ({ keys: [await newKey()] }));
  return signingKeysOf(keys, file.path);
}

/** Takes up a key that was made since (`rotate-signing-key`). Without a file the known keys stay. */
export async function rereadSigningKeys(dataDir: string, known: SigningKeys): Promise<void> {
  const file = fileIn(dataDir);
  const { keys } = (await readKeys(file)) ?? { keys: [] };
  if (keys[0] && keys[0].kid !== known.kid) Object.assign(known, await signingKeysOf(keys, file.path));
}

/** The public key that a token names. Another process may have signed it with a key that this one has not read yet. */
export function publicKeyIn(dataDir: string, known: SigningKeys): JWTVerifyGetKey {
  return async (header, token) => {
    const find = () => createLocalJWKSet(known.jwks)(header, token);
    return find().catch(async (error) => {
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error;
      // What makes the file unreadable is logged each minute.
      await rereadSigningKeys(dataDir, known).catch(() => {});
      return find();
    });
  };
}

async function signingKeysOf(keys: PrivateKey[], path: string): Promise<SigningKeys> {
  const [current] = keys;
  if (!current) throw new StartupError(`The file ${path} holds no keys.`);
  const signingKey = await importJWK({ ...current, alg: 'ES256' }, 'ES256');
  if (signingKey instanceof Uint8Array) throw new StartupError(`The file ${path} does not hold ES256 keys.`);
  const deviceKey = createHmac('sha256', current.d).update('known devices').digest();
  return { kid: current.kid, signingKey, jwks: { keys: keys.map(publicHalf) }, deviceKey };
}

/** Signs with a new key from now on. Tokens of the previous key stay valid; the key before that is dropped. */
export async function rotateSigningKey(dataDir: string): Promise<string> {
  const file = fileIn(dataDir);
  const [previous] = (await readKeys(file))?.keys ?? [];
  const current = await newKey();
  await replaceKeys(file, { keys: previous ? [current, previous] : [current] });
  return current.kid;
}

async function newKey(): Promise<PrivateKey> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  return PrivateKey.parse({ ...(await exportJWK(privateKey)), kid: randomUUID() });
}

function publicHalf({ kid, kty, crv, x, y }: PrivateKey) {
  return { kid, kty, crv, x, y, alg: 'ES256', use: 'sig', key_ops: ['verify'] };
}
