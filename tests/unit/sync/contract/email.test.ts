import { expect, test } from 'vitest';
import { foldEmail, isEmail } from '#sync/contract/email.ts';

test.each([
  ['maren@test.example', 'maren@test.example'],
  [' Maren.Holt+Training@Test.Example ', 'maren.holt+training@test.example'],
  ["o'brien_1!#$%&*/=?^`{|}~-@test.example", "o'brien_1!#$%&*/=?^`{|}~-@test.example"],
  ['maren@Bücher.example', 'maren@xn--bcher-kva.example'],
  ['maren@straße.example', 'maren@xn--strae-oqa.example'],
  ['maren@例え.テスト', 'maren@xn--r8jz45g.xn--zckzah'],
  ['a@b.c', 'a@b.c'],
])('%s is an address, stored as %s', (written, stored) => {
  expect([isEmail(written), foldEmail(written), isEmail(stored)]).toEqual([true, stored, true]);
});

test.each([
  'nobody',
  '@test.example',
  'maren@',
  'maren@test',
  'maren@test.',
  'maren@.example',
  'maren@test..example',
  'maren@-test.example',
  'maren@test-.example',
  'maren@test.example.',
  'maren@127.0.0.1',
  'maren@[127.0.0.1]',
  'maren@test.123',
  '.maren@test.example',
  'maren.@test.example',
  'ma..ren@test.example',
  'xx:;x@x.x',
  'a b@test.example',
  'a@b@test.example',
  '"maren"@test.example',
  'Maren <maren@test.example>',
  'maren@test.example,other@test.example',
  'mären@test.example',
  'maren@test.example\r\nBcc: x@x.x',
  'maren@te/st.ü',
  'maren@te:1.ü',
  'maren@user@ü.example',
  'maren\0@test.example',
  `${'a'.repeat(65)}@test.example`,
  `maren@${'a'.repeat(64)}.example`,
  `maren@${'a.'.repeat(125)}example`,
  '',
])('%j is none', (text) => {
  expect(isEmail(text)).toBe(false);
});
