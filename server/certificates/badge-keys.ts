// The keys that sign badges (decision 019), beside the database. Public halves stay for good: a badge is proof for years.
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { exportJWK, generateKeyPair, importJWK } from 'jose';
import * as z from 'zod/mini';
import { BadgeKey } from '#sync/contract/badge.ts';
import { readKeys, readOrCreateKeys, replaceKeys } from '../key-file.ts';

const PART = z.string();
const Keys = z.object({
  /** The private key, which is the first of `keys`. */
  signing: z.object({
    kty: z.literal('RSA'),
    n: PART,
    e: PART,
    d: PART,
    p: PART,
    q: PART,
    dp: PART,
    dq: PART,
    qi: PART,
  }),
  keys: z.tuple([BadgeKey], BadgeKey),
});
type Keys = z.infer<typeof Keys>;

const fileIn = (dataDir: string) => ({
  path: join(dataDir, 'badge-keys.json'),
  shape: Keys,
  remedy: 'restore the file, or remove it, and no badge that was issued can be checked any longer',
});

// Read each time: a badge is rare, and no process has to be told of a new key.
const open = (dataDir: string) => readOrCreateKeys(fileIn(dataDir), newKeys);

/** The public halves, the newest first. */
export const readBadgeKeys = async (dataDir: string): Promise<BadgeKey[]> => (await open(dataDir)).keys;

/** What signs badges now. */
export async function readBadgeSigner(dataDir: string) {
  const { signing, keys } = await open(dataDir);
  return { kid: keys[0].kid, key: await importJWK(signing, 'RS256') };
}

/** Signs with a new key from now on; returns its id. */
export async function rotateBadgeKey(dataDir: string): Promise<string> {
  const file = fileIn(dataDir);
  const before = await readKeys(file);
  const { signing, keys } = await newKeys();
  await replaceKeys(file, { signing, keys: [...keys, ...(before?.keys ?? [])] });
  return keys[0].kid;
}

/** RSA, because every verifier of Open Badges must read RS256; other algorithms are up to it. */
async function newKeys(): Promise<Keys> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const signing = Keys.shape.signing.parse(await exportJWK(privateKey));
  const { kty, n, e } = signing;
  return { signing, keys: [{ kid: randomUUID(), kty, n, e, alg: 'RS256', use: 'sig' }] };
}
