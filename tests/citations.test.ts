// What is cited exists, and what is required is tested: rows and decisions of docs/requirements.md, rules of sync/SPEC.md,
// pages of docs/decisions.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const top = fileURLToPath(new URL('..', import.meta.url));
const read = (path: string) => readFileSync(join(top, path), 'utf8');
const below = (folder: string): string[] =>
  readdirSync(join(top, folder), { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path));

const all = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found = '']) => found);
const rows = all(read('docs/requirements.md'), /^- \*\*(R-[A-Z]\d+)\*\*/gm);
const known = new Set([
  ...rows,
  ...all(read('docs/requirements.md'), /^- \*\*(P-\d+)\*\*/gm),
  ...all(read('sync/SPEC.md'), /^- \*\*(Y\d+[a-z]?)\*\*/gm),
  ...all(read('sync/SPEC.md'), /\b(I\d+): /g),
  ...readdirSync(join(top, 'docs/decisions')).map((name) => `decision ${Number.parseInt(name, 10)}`),
]);

/** The ids at the beginning of test titles: `[H3, Y9]` names R-H3 and Y9. */
const titledIn = (text: string) =>
  all(text, /["'`]((?:\[[A-Z]\d+[a-z]?(?:[ ,]+[A-Z]\d+[a-z]?)*\]\s*)+)/g)
    .flatMap((tags) => tags.match(/[A-Z]\d+[a-z]?/g) ?? [])
    .map((id) => (id.startsWith('Y') ? id : `R-${id}`));

/** All that a text cites: ids, decisions by their number, and what looks like an id in parentheses. */
const citedIn = (text: string) => [
  ...titledIn(text),
  ...all(text, /(?<![\w-])(R-[A-Z]\d+|P-\d{1,2}|Y\d{1,2}[a-z]?)(?![\w-])/g),
  ...all(text, /\(((?:[^()\n]*, )?[A-Z]\d{1,2}(?:, [^()\n]*)?)\)/g).flatMap((items) =>
    items.split(', ').filter((item) => /^[A-Z]\d{1,2}$/.test(item)),
  ),
  ...all(text, /\bdecisions?\s+(\d+(?:(?:,| and| to)\s+\d+)*)/gi)
    .flatMap((list) => list.match(/\d+/g) ?? [])
    .map((number) => `decision ${Number(number)}`),
];

const files = [
  ...['app', 'server', 'sync', 'tests', 'docs'].flatMap(below),
  ...readdirSync(top),
  'content/README.md',
].filter(
  (path) => !path.includes('node_modules') && /\.(tsx?|mjs|md)$/.test(path) && path !== 'tests/citations.test.ts',
);

describe('citations', () => {
  test('name what exists', () => {
    const unknown = files.flatMap((path) =>
      [...new Set(citedIn(read(path)))].filter((id) => !known.has(id)).map((id) => `${path}: ${id}`),
    );
    expect(unknown, 'docs/requirements.md tells how to cite').toEqual([]);
  });

  test('every row of docs/requirements.md is named by a test', () => {
    const named = new Set(
      files.filter((path) => /\.(test|spec)\.tsx?$/.test(path)).flatMap((path) => titledIn(read(path))),
    );
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.filter((row) => !named.has(row))).toEqual([]);
  });

  test('are found in titles, in words and in parentheses', () => {
    expect(titledIn("test('[H3, H5] [Y9a] finds', () => {}); const place = list['[A1'];")).toEqual([
      'R-H3',
      'R-H5',
      'Y9a',
    ]);
    expect(citedIn('As R-M5 and P-16 say (A10, once), by Y18c; on A4 with the curve P-256.')).toEqual([
      'R-M5',
      'P-16',
      'Y18c',
      'A10',
    ]);
    expect(citedIn('See decisions 010, 16 and\n163, as\ndecision 7 has it; 12 decisions.')).toEqual(
      [10, 16, 163, 7].map((n) => `decision ${n}`),
    );
  });
});
