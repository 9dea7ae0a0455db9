// Writes the table of docs/operations/settings.md from what stands above each variable in server/settings.ts:
// `npm run docs:settings`. tests/documents.test.ts compares the two.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { explain } from '../server/launch.mjs';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));
/** The table for a source: a row for each variable that tells its meaning and its default. */
export function settingsTable(source = readFileSync(at('../server/settings.ts'), 'utf8')): string {
  const told = source.matchAll(/\/\*\*((?:(?!\*\/).)*) Default:((?:(?!\*\/).)*)\.\s*\*\/\s+([A-Z_]+):/gs);
  const words = (comment = '') => comment.replaceAll(/\s*\n\s+\* ?/g, ' ').trim();
  const rows = [...told].map(([, meaning, value, name]) => `| ${name} | ${words(value)} | ${words(meaning)} |\n`);
  return `| variable | default | meaning |\n|---|---|---|\n${rows.join('')}`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  explain('Usage: npm run docs:settings\nWrites the table of docs/operations/settings.md.');
  const page = at('operations/settings.md');
  const table = /(?<=<!-- settings -->\n).*(?=<!-- \/settings -->)/s;
  writeFileSync(
    page,
    readFileSync(page, 'utf8').replace(table, () => settingsTable()),
  );
}
