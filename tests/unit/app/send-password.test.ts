import { expect, test } from 'vitest';
import { sendTyped } from '#app/api/send-password.ts';
import { SignUp } from '#sync/contract/sign-up.ts';

const DECOMPOSED = 'cafe\u0301 corner';
const COMPOSED = 'caf\u00e9 corner';

/** An auth service that compares passwords as they are sent, such as a hosted project. */
async function signIn(typed: string, kept: string) {
  const sent: string[] = [];
  const { error } = await sendTyped(typed, 'invalid_credentials', async (password) => {
    sent.push(password);
    return { error: password === kept ? null : { code: 'invalid_credentials' } };
  });
  return { sent, isIn: error === null };
}

test('a password is sent normalized, and as it was typed only when that one is wrong', async () => {
  expect(await signIn(DECOMPOSED, COMPOSED)).toEqual({ sent: [COMPOSED], isIn: true });
  expect(await signIn(COMPOSED, COMPOSED)).toEqual({ sent: [COMPOSED], isIn: true });
  expect(await signIn(DECOMPOSED, DECOMPOSED)).toEqual({ sent: [COMPOSED, DECOMPOSED], isIn: true });
  expect(await signIn('wrong', COMPOSED)).toEqual({ sent: ['wrong'], isIn: false });
});

test('a sign-up keeps the password normalized', () => {
  const typed = { email: 'lena@demo.example', fullName: 'Lena Learner', password: DECOMPOSED };
  expect(SignUp.parse(typed).password).toBe(COMPOSED);
});
