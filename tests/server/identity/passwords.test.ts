import { argon2Sync } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { checkPassword } from '#server/identity/password-rules.ts';
import { hashPassword, isPasswordHash, isRightPassword } from '#server/identity/passwords.ts';

// At the real cost.
vi.unmock('node:crypto');

const COST = { memory: 64, passes: 1, parallelism: 1, tagLength: 32 };

test('a password is stored as argon2id in PHC form, each time with another salt', async () => {
  const [one, two] = await Promise.all([hashPassword('correct horse'), hashPassword('correct horse')]);
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z\d+/]{22}\$[A-Za-z\d+/]{43}$/);
  expect(one).not.toBe(two);
  expect(await isRightPassword('correct horse', one)).toBe(true);
  expect(await isRightPassword('Correct horse', one)).toBe(false);
});

test('a hash from elsewhere is accepted', async () => {
  // The reference implementation: echo -n password | argon2 somesalt -id -t 2 -k 65536 -p 1
  const hash = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc';
  expect(isPasswordHash(hash)).toBe(true);
  expect(await isRightPassword('password', hash)).toBe(true);
  expect(await isRightPassword('passwore', hash)).toBe(false);
});

test('a password whose sender has left is not compared, and the next one is', async () => {
  const hash = await hashPassword('correct horse');
  const left = isRightPassword('correct horse', hash, () => true);
  await expect(left).rejects.toMatchObject({ code: 'unavailable' });
  const later = Array.from({ length: 4 }, () => isRightPassword('correct horse', hash));
  expect(await Promise.all(later)).toEqual([true, true, true, true]);
});

test('without a hash, or with more than 72 bytes, no password is right', async () => {
  expect(await isRightPassword('anything', null)).toBe(false);
  expect(await isRightPassword('', undefined)).toBe(false);
  const hash = await hashPassword('');
  expect(await isRightPassword('é'.repeat(37), hash)).toBe(false);
  expect(isPasswordHash('$2b$10$abcdefghijklmnopqrstuu')).toBe(false);
  expect(await isRightPassword('x', '$2b$10$abcdefghijklmnopqrstuu')).toBe(false);
});

test('a password may be typed composed or decomposed, and an old one as it was typed then', async () => {
  const [composed, decomposed] = ['caf\u00e9 corner', 'cafe\u0301 corner'];
  expect(await isRightPassword(decomposed, await hashPassword(composed))).toBe(true);
  expect(await isRightPassword(composed, await hashPassword(decomposed))).toBe(true);
  expect(await isRightPassword('ｃａｆé corner', await hashPassword(composed))).toBe(true);
  expect(await isRightPassword('cafe corner', await hashPassword(composed))).toBe(false);
  const before = argon2Sync('argon2id', { message: decomposed, nonce: Buffer.from('somesaltsomesalt'), ...COST });
  const hash = `$argon2id$v=19$m=64,t=1,p=1$c29tZXNhbHRzb21lc2FsdA$${before.toString('base64').replace('=', '')}`;
  expect(await isRightPassword(decomposed, hash)).toBe(true);
});

test('nobody is told by the time of an answer who has an account, however a password is written', async () => {
  const runs = async (password: string, hash: string | null) => {
    const counted = vi.fn(() => false);
    expect(await isRightPassword(password, hash, counted)).toBe(false);
    return counted.mock.calls.length;
  };
  const hash = await hashPassword('correct horse');
  for (const wrong of ['caf\u00e9 corner', 'cafe\u0301 corner', 'e\u0301'.repeat(50)])
    expect(await runs(wrong, hash)).toBe(await runs(wrong, null));
});

test('a password is judged as it is kept', () => {
  // 8 characters as typed, 4 as kept; 75 bytes as typed, 50 as kept.
  expect(() => checkPassword('e\u0301'.repeat(4))).toThrow('at least 8 characters');
  // Each of these is two units of UTF-16.
  expect(() => checkPassword('\u{1f40e}'.repeat(7))).toThrow('at least 8 characters');
  expect(() => checkPassword('\u{1f40e}'.repeat(8))).not.toThrow();
  expect(() => checkPassword('ｐａｓｓｗｏｒｄ')).toThrow('easy to guess');
  expect(() => checkPassword('e\u0301'.repeat(25))).not.toThrow();
});
