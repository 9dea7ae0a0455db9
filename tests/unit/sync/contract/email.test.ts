import { expect, test } from 'vitest';
import { emailField, foldEmail, isEmail, typedEmail } from '#sync/contract/email.ts';
import { processorMs } from '#tests/fixtures/processor-time.ts';

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

test.each([
  ['Anna Müller <anna@firma.example>', 'anna@firma.example'],
  ['"Müller, Anna" <Anna@firma.example>;', 'Anna@firma.example'],
  ['anna@firma.example\u200b', 'anna@firma.example'],
  ['\ufeffanna@firma\u00ad.example\u00a0', 'anna@firma.example'],
  ['mailto:anna@firma.example', 'anna@firma.example'],
  ['anna@firma.example,', 'anna@firma.example'],
  ['Anna', 'Anna'],
  ['a@x.example <b@x.example>', 'b@x.example'],
  ["'a@x.example'", 'a@x.example'],
  ['"a@x.example"', 'a@x.example'],
  ['(a@x.example)', 'a@x.example'],
  ['a@x.example:', 'a@x.example'],
  ['mailto:a@x.example?subject=x', 'a@x.example'],
  ['a＠x.example', 'a@x.example'],
])('%j is typed for %s', (text, address) => {
  expect(typedEmail(text)).toBe(address);
});

test('a request takes an address as it was typed, and refuses what is none', () => {
  const field = emailField('No address');
  expect(field.parse('Ada <Ada@x.example>')).toBe('ada@x.example');
  expect(field.safeParse('Ada <ada>').success).toBe(false);
  expect(field.safeParse('a@x.example; b@x.example').success, 'two').toBe(false);
});

test.each([
  ['marks behind it', `a@${','.repeat(500_000)}x`],
  ['signs within brackets', `<${'@'.repeat(500_000)}`],
  ['brackets', '< '.repeat(250_000)],
])('a text of a megabyte holds nobody up: %s', (_, text) => {
  const begun = processorMs();
  expect(isEmail(typedEmail(text))).toBe(false);
  for (const part of [text.slice(0, 599)]) expect(isEmail(typedEmail(part))).toBe(false);
  expect(processorMs() - begun).toBeLessThan(1000);
});
