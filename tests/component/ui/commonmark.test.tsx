// @vitest-environment happy-dom
// The examples of the CommonMark specification without HTML, drawn by what draws the text of a lesson.
import { tests } from 'commonmark-spec';
import MarkdownIt from 'markdown-it';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { Markdown } from '#app/ui/markdown.tsx';

// The examples have pictures beside the page, which no lesson has.
vi.mock('#app/ui/picture-hosts.ts', () => ({ useAllowedPicture: () => 'anywhere' }));

/** Where we differ, by the number of the example. */
const DIFFERENCES: Record<number, string> = {
  596: 'a link has a scheme that a browser opens',
  598: 'a link has a scheme that a browser opens',
  599: 'a link has a scheme that a browser opens',
  601: 'a link has a scheme that a browser opens',
  602: 'a bare address is a link, as in GFM',
  606: 'a bare address is a link, as in GFM',
  608: 'a bare address is a link, as in GFM',
  611: 'a bare address is a link, as in GFM',
  612: 'a bare address is a link, as in GFM',
};

const parser = new MarkdownIt('commonmark');
const hasHtml = (markdown: string) =>
  parser
    .parse(markdown, {})
    .some(({ type, children }) =>
      [type, ...(children ?? []).map((one) => one.type)].some((name) => /^html/.test(name)),
    );

const written = (text: string) => text.replaceAll('→', '\t');
const examples = tests
  .map(({ number, section, markdown, html }) => ({ number, section, markdown: written(markdown), html: written(html) }))
  .filter(({ markdown }) => !hasHtml(markdown));

test('there are as many examples as in version 0.31.2', () => {
  expect(examples).toHaveLength(580);
});

test.each(examples)('example $number is drawn as specified: $section', ({ number, markdown, html }) => {
  const ours = normal(drawn(markdown));
  if (DIFFERENCES[number]) expect(ours).not.toBe(normal(html));
  else expect(ours).toBe(normal(html));
});

const drawn = (markdown: string) =>
  renderToStaticMarkup(<Markdown>{markdown}</Markdown>)
    .replace(/^<div class="prose">(.*)<\/div>$/s, '$1')
    .replaceAll('#in-text-', '#');

/** What we add for the page. */
const ADDED = / (?:dir|id|tabindex|rel|target|loading|decoding|class)="[^"]*"/gi;

/** Headings begin one level lower here, and what an element of HTML does not need may be there or not. */
const normal = (html: string) =>
  html
    .replace(ADDED, '')
    .replace(/<(\/?)h1>/g, '<$1h2>')
    .replace(/<(hr|br|img)([^>]*?)\s*\/?>/g, '<$1$2>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replace(/\n*(<\/?(?:p|h\d|ul|ol|li|blockquote|pre|hr|br)\b[^>]*>)\n*/g, '$1')
    .trim();
