// The words of the interface: what screens, messages and emails say, without the words that nobody would say aloud.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'vite';
import { describe, expect, test } from 'vitest';

const top = fileURLToPath(new URL('..', import.meta.url));
/** Where sentences for people are written. */
const PLACES = ['app', 'server', 'sync'];
const BANNED =
  /\b(some|no)body\b|\bmend(s|ed|ing)?\b|\bfilms?\b|\bgo(es)? on\b|\bby itself\b|\bstands\b|\be-mail\b|\b(a|no|the) network\b|\bbears?\b|\bupon\b|\bso far\b|\bthe mail\b(?! server)|\ba mail\b|\bkind of act\b|\bdropped here\b|\bcannot be invited\b|\banew\b/i;

const filesBelow = (folder: string): string[] =>
  readdirSync(join(top, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && !path.endsWith('.d.ts'))
    .map((path) => `${folder}/${path}`);

/** The texts of a source: its strings, templates and JSX, without its comments. */
function textsOf(path: string, source: string): string[] {
  const texts: string[] = [];
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    const { type, value } = node as { type?: string; value?: unknown };
    if (type === 'ImportDeclaration') return;
    if ((type === 'Literal' || type === 'JSXText') && typeof value === 'string') texts.push(value);
    if (type === 'TemplateElement') texts.push((value as { raw: string }).raw);
    for (const child of Object.values(node)) visit(child);
  };
  visit(parseSync(path, source).program);
  return texts.map((text) => text.replaceAll(/\s+/g, ' ').trim());
}

const bannedIn = (path: string, source: string) =>
  textsOf(path, source).filter((text) => text.includes(' ') && BANNED.test(text));

describe('the words of the interface', () => {
  test.each(PLACES)('%s says nothing that people would not say', (place) => {
    const found = filesBelow(place).flatMap((path) =>
      bannedIn(path, readFileSync(join(top, path), 'utf8')).map((text) => `${path}: ${text}`),
    );
    expect(found).toEqual([]);
  });

  test('a planted sentence is found in strings, templates and JSX, and not in a comment', () => {
    const source =
      '// Nobody goes on.\nconst a = "Nobody is here"; const b = `It goes on`; const c = <p>Who goes\n on?</p>;';
    expect(bannedIn('planted.tsx', source)).toEqual(['Nobody is here', 'It goes on', 'Who goes on?']);
  });
});
