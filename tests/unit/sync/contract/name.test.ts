import { expect, test } from 'vitest';
import { cleanName } from '#sync/contract/name.ts';

test.each([
  ['controls', 'Maren\u0000\u0007\u001b[31m Holt\u009f', 'Maren[31m Holt'],
  ['overrides and isolates of direction', '\u202egnp.exe\u202c \u2066x\u2069', 'gnp.exe x'],
  ['a mark of byte order and tags', '\ufeffMaren\u{e0041}\u{e007f}', 'Maren'],
  ['ends of lines', ' Maren\r\nHolt\u2028\tjun. ', 'Maren Holt jun.'],
])('a name loses %s', (_, name, clean) => {
  expect(cleanName(name)).toBe(clean);
});

test.each(['\u200b\u200b', '\u200d', '\u3164\u3164', '\u2800 \u2800', '\u0301\u0302', '\u00ad\u2060'])(
  'a name of nothing but %j is empty',
  (name) => {
    expect(cleanName(name)).toBe('');
  },
);

test.each(['علی\u200cرضا', 'רות\u200f', 'Zoë 👩\u200d🚒', 'O’Neil-Żak', 'Two  spaces'])('%j stays as it is', (name) => {
  expect(cleanName(name)).toBe(name);
});
