// @vitest-environment happy-dom
// What the build for browsers puts in place of the package 'entities', beside that package.
import { decodeHTML as byPackage } from 'entities';
import { expect, test } from 'vitest';
import { decodeHTML } from '#app/ui/slim-entities.ts';

test.each([
  '&gt;&gt; MAREN: Tom &amp; Jerry&#39;s',
  '&#x27;one&#X27; &#8217; &nbsp;&copy;',
  'no reference: & &; &unknown; 20 < 30',
  '&amp;lt; is decoded once',
])('%s is decoded as the package does', (text) => {
  expect(decodeHTML(text)).toBe(byPackage(text));
});
