// The keys that sign access tokens: made at the first start, stored beside the database, readable by the server's user alone.

import { createHmac, randomUUID } from 'node:crypto';
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createLocalJWKSet, errors, exportJWK, generateKeyPair, importJWK, type JWTVerifyGetKey } from 'jose';
import * as z from 'zod/mini';
import type { SigningKeys } from '../deps.ts';
import { StartupError } from '../env.ts';

const FILE = 'identity-keys.json';
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

/** Reads the keys of this installation, or creates them. Several processes may start at once: the first file wins. */
export async function loadSigningKeys(dataDir: string): Promise<SigningKeys> {
  const path = join(dataDir, FILE);
  let keys = await readKeys(path);
  if (!keys) {
    const draft = await writePrivately(path, [await newKey()]);
    await link(draft, path).catch((error) => {
      if (error.code !== 'EEXIST') throw error;
    });
    await rm(draft);
    keys = await readKeys(path);
  }
  if (!keys) throw new StartupError(`The file ${path} cannot be read back.`);
  return signingKeysOf(keys, path);
}

/** Takes up a key that was made since (`rotate-signing-key`). Without a file the known keys stay. */
export async function rereadSigningKeys(dataDir: string, known: SigningKeys): Promise<void> {
  const path = join(dataDir, FILE);
  const keys = await readKeys(path);
  if (keys && keys[0]?.kid !== known.kid) Object.assign(known, await signingKeysOf(keys, path));
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
  const path = join(dataDir, FILE);
  const [previous] = (await readKeys(path)) ?? [];
  const current = await newKey();
  await rename(await writePrivately(path, previous ? [current, previous] : [current]), path);
  return current.kid;
}

async function readKeys(path: string): Promise<PrivateKey[] | undefined> {
  const text = await readFile(path, 'utf8').catch((error) => {
    if (error.code === 'ENOENT') return undefined;
    throw new StartupError(`The signing keys in ${path} cannot be read (${error.code}).`);
  });
  if (text === undefined) return undefined;
  try {
    return KeyFile.parse(JSON.parse(text)).keys;
  } catch {
    throw new StartupError(
      `The signing keys in ${path} are damaged; restore the file, or remove it to sign everyone out.`,
    );
  }
}

async function writePrivately(path: string, keys: PrivateKey[]): Promise<string> {
  const draft = `${path}.${randomUUID()}`;
  await writeFile(draft, `${JSON.stringify({ keys }, null, 2)}\n`, { mode: 0o600, flag: 'wx' });
  return draft;
}

async function newKey(): Promise<PrivateKey> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  return PrivateKey.parse({ ...(await exportJWK(privateKey)), kid: randomUUID() });
}

function publicHalf({ kid, kty, crv, x, y }: PrivateKey) {
  return { kid, kty, crv, x, y, alg: 'ES256', use: 'sig', key_ops: ['verify'] };
}
