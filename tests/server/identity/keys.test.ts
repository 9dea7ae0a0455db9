import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jwtVerify, SignJWT } from 'jose';
import { expect, onTestFinished, test } from 'vitest';
import { loadSigningKeys, publicKeyIn, rereadSigningKeys, rotateSigningKey } from '#server/identity/keys.ts';

function folder() {
  const path = mkdtempSync(join(tmpdir(), 'groundwork-keys-'));
  onTestFinished(() => rmSync(path, { recursive: true }));
  return path;
}

test('the signing key is created once, readable by the server alone', async () => {
  const dataDir = folder();
  const first = await loadSigningKeys(dataDir);
  expect(statSync(join(dataDir, 'identity-keys.json')).mode & 0o777).toBe(0o600);
  expect((await loadSigningKeys(dataDir)).kid).toBe(first.kid);
  expect(first.jwks.keys).toEqual([
    expect.objectContaining({ kid: first.kid, kty: 'EC', crv: 'P-256', alg: 'ES256', use: 'sig' }),
  ]);
  expect(first.jwks.keys[0]).not.toHaveProperty('d');
});

test('processes that start together share one key and leave nothing behind', async () => {
  const dataDir = folder();
  const keys = await Promise.all(Array.from({ length: 5 }, () => loadSigningKeys(dataDir)));
  expect(new Set(keys.map(({ kid }) => kid)).size).toBe(1);
  expect(readdirSync(dataDir)).toEqual(['identity-keys.json']);
});

test('a rotation keeps the previous key and drops the one before it', async () => {
  const dataDir = folder();
  const { kid: first } = await loadSigningKeys(dataDir);
  const second = await rotateSigningKey(dataDir);
  const third = await rotateSigningKey(dataDir);
  const { kid, jwks } = await loadSigningKeys(dataDir);
  expect(kid).toBe(third);
  expect(jwks.keys.map((key) => key.kid)).toEqual([third, second]);
  expect(second).not.toBe(first);
  expect(statSync(join(dataDir, 'identity-keys.json')).mode & 0o777).toBe(0o600);
});

test.each(['', '{}', '{"keys":[]}', '{"keys":[{"kid":"a"}]}'])(
  'a damaged key file %j stops the start with a sentence',
  async (text) => {
    const dataDir = folder();
    writeFileSync(join(dataDir, 'identity-keys.json'), text);
    await expect(loadSigningKeys(dataDir)).rejects.toThrow(/^The signing keys in .* are damaged/);
  },
);

test('a running process takes up a rotated key with the first token that it signed, and refuses strangers', async () => {
  const dataDir = folder();
  const [running, restarted] = [await loadSigningKeys(dataDir), await loadSigningKeys(dataDir)];
  const verify = async (token: string) => jwtVerify(token, publicKeyIn(dataDir, running));
  const signedBy = ({ kid, signingKey }: typeof running) =>
    new SignJWT().setProtectedHeader({ alg: 'ES256', kid }).sign(signingKey);
  const before = await signedBy(running);
  const kid = await rotateSigningKey(dataDir);
  await rereadSigningKeys(dataDir, restarted);
  expect(restarted.kid).toBe(kid);
  expect((await verify(await signedBy(restarted))).protectedHeader.kid).toBe(kid);
  expect(running).toMatchObject({ kid, jwks: restarted.jwks });
  await verify(before);
  await expect(verify(await signedBy(await loadSigningKeys(folder())))).rejects.toThrow('no applicable key');
});

test('a key file that is gone or damaged leaves a running process with the keys that it has', async () => {
  const dataDir = folder();
  const running = await loadSigningKeys(dataDir);
  const { kid } = running;
  const file = join(dataDir, 'identity-keys.json');
  rmSync(file);
  await rereadSigningKeys(dataDir, running);
  writeFileSync(file, '{');
  await expect(rereadSigningKeys(dataDir, running)).rejects.toThrow('damaged');
  expect(running.kid).toBe(kid);
});
