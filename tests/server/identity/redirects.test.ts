import { describe, expect, test } from 'vitest';
import { allowedRedirect } from '#server/identity/links/redirects.ts';
import { mailLink } from '#server/identity/links/send-link.ts';

const OWN = 'https://learn.example';
const places = {
  publicUrl: OWN,
  allowedRedirects: ['https://*.preview.example/auth/callback**', 'http://127.0.0.1:*/**', 'https://app.example/?'],
};

describe('where a link may lead', () => {
  test.each([
    ['https://learn.example/auth/callback?courseId=4', 'https://learn.example/auth/callback?courseId=4'],
    ['https://learn.example/x#access_token=stolen', 'https://learn.example/x'],
    ['https://LEARN.example', 'https://learn.example/'],
    ['https://one.preview.example/auth/callback?a=b', 'https://one.preview.example/auth/callback?a=b'],
    ['http://127.0.0.1:5173/auth/callback', 'http://127.0.0.1:5173/auth/callback'],
    ['https://app.example/x', 'https://app.example/x'],
  ])('%s is allowed', (wanted, place) => {
    expect(allowedRedirect(wanted, places)).toBe(place);
  });

  test.each([
    undefined,
    '',
    '/auth/callback',
    'http://learn.example/',
    'https://learn.example:8443/',
    'https://learn.example.evil.example/',
    'https://evil.example/https://learn.example/',
    'https://learn.example@evil.example/',
    'https://a:b@learn.example/',
    'https://learn.example\\@evil.example/',
    'https://learn.exam\nple/',
    'https://one.two.preview.example/auth/callback',
    'https://one.preview.example/other',
    'https://app.example/xy',
    'https://app.example//',
    'http://2130706433:80/x',
    'javascript:alert(1)//https://learn.example',
    'data:text/html,x',
    `https://learn.example/${'x'.repeat(2000)}`,
  ])('%j falls back to our own address', (wanted) => {
    expect(allowedRedirect(wanted, places)).toBe(OWN);
  });

  test('numeric addresses are allowed on this machine alone, whatever the list says', () => {
    const open = { publicUrl: OWN, allowedRedirects: ['http://**'] };
    expect(allowedRedirect('http://10.0.0.1/x', open)).toBe(OWN);
    expect(allowedRedirect('http://0x0a000001/x', open)).toBe(OWN);
    expect(allowedRedirect('http://[2001:db8::1]/x', open)).toBe(OWN);
    expect(allowedRedirect('http://[::1]:1/x', open)).toBe('http://[::1]:1/x');
  });

  test('on this machine the port is free', () => {
    const local = { publicUrl: 'http://localhost:3000', allowedRedirects: [] };
    expect(allowedRedirect('http://localhost:5173/auth', local)).toBe('http://localhost:5173/auth');
    expect(allowedRedirect('http://127.0.0.1:3000/auth', local)).toBe('http://localhost:3000');
  });
});

test('a mail for our own pages leads to the button, one for an app elsewhere to the verify call', () => {
  const linked = {
    kind: 'magiclink',
    token: 'abc',
    redirectTo: `${OWN}/auth?courseId=2&next=https://evil.example`,
  } as const;
  expect(mailLink(linked, OWN)).toBe(`${OWN}/auth/callback?token_hash=abc&type=magiclink&courseId=2`);
  const own = { ...linked, redirectTo: `${OWN}/auth/callback?next=%2Fcourse%2F2%3Ft%3D8` };
  expect(mailLink(own, OWN)).toBe(`${OWN}/auth/callback?token_hash=abc&type=magiclink&next=%2Fcourse%2F2%3Ft%3D8`);
  const elsewhere = { ...linked, redirectTo: 'https://app.example/x?invitation=1' };
  expect(mailLink(elsewhere, OWN)).toBe(
    `${OWN}/auth/v1/verify?token=abc&type=magiclink&redirect_to=${encodeURIComponent(elsewhere.redirectTo)}`,
  );
});
