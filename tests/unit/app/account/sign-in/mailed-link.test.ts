import { expect, test } from 'vitest';
import { readMailedLink, withoutLink } from '#app/account/sign-in/mailed-link.ts';

test.each([
  ['?token_hash=abc&type=signup&courseId=4', '', { kind: 'link', tokenHash: 'abc', type: 'signup' }],
  ['?courseId=4', '#token_hash=abc&type=signup', { kind: 'link', tokenHash: 'abc', type: 'signup' }],
  ['', '#token_hash=abc&type=nonsense', { kind: 'refused', reason: 'validation_failed' }],
  ['?token_hash=abc&type=nonsense', '', { kind: 'refused', reason: 'validation_failed' }],
  ['?token_hash=abc', '', { kind: 'refused', reason: 'validation_failed' }],
  [
    '',
    '#access_token=a&refresh_token=r&type=recovery',
    { kind: 'tokens', accessToken: 'a', refreshToken: 'r', type: 'recovery' },
  ],
  ['', '#error=access_denied&error_code=otp_expired', { kind: 'refused', reason: 'otp_expired' }],
  ['?error=access_denied', '', { kind: 'refused', reason: '' }],
  ['?code=c1', '', { kind: 'code', code: 'c1' }],
  ['', '#message=Confirm+the+other+address', { kind: 'first-of-two' }],
  ['?courseId=4', '#access_token=a', { kind: 'none' }],
  ['', '', { kind: 'none' }],
])('[A6] the address %s%s brings what it says', (search, hash, link) => {
  expect(readMailedLink(search, hash)).toEqual(link);
});

test('[A6] nothing of the link stays in the address, everything else does', () => {
  expect(withoutLink('?token_hash=abc&type=signup&courseId=4&invitation=x')).toBe('?courseId=4&invitation=x');
  expect(withoutLink('?token_hash=abc&type=signup')).toBe('');
});
