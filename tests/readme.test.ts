// The README is a promise; what of it a machine can check is checked here.
import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ENVIRONMENT_VARIABLES } from '#server/env.ts';

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');
const readme = read('README.md');

test('the table of the README names exactly the variables that the server reads', () => {
  const [, table = ''] = readme.split('<!-- configuration -->');
  const rows = table.split('<!-- /configuration -->')[0]?.split('\n') ?? [];
  const named = rows.flatMap((row) => (row.startsWith('| ') ? (row.match(/\b[A-Z]{3,}(_[A-Z]+)*\b/g) ?? []) : []));
  const mentioned = new Set(named.filter((name) => ENVIRONMENT_VARIABLES.includes(name)));
  expect([...mentioned].sort()).toEqual([...ENVIRONMENT_VARIABLES].sort());
  const firstColumn = rows.flatMap((row) => row.split('|')[1]?.match(/\b[A-Z]{3,}(_[A-Z]+)*\b/g) ?? []);
  expect(firstColumn.filter((name) => !ENVIRONMENT_VARIABLES.includes(name))).toEqual([]);
});

test('CI runs the test line of the README and nothing else', () => {
  const [line] = readme.match(/npm ci && npm test/) ?? [];
  expect(line).toBe('npm ci && npm test');
  const script = read('.ci/run').split('\n');
  expect(script.filter((text) => /npm|node/.test(text))).toEqual(['npm ci && npm test']);
});

test('every script that the README names exists', () => {
  const { scripts } = JSON.parse(read('package.json'));
  const named = [...readme.matchAll(/npm run ([a-z:]+)/g)].map((match) => match[1]);
  expect(named.filter((name) => !(name && name in scripts))).toEqual([]);
});

test('every file that the README points at exists', () => {
  const paths = [...readme.matchAll(/(?:`|\()((?:app|sync|server|tests|docs|\.ci)\/[\w./-]+)(?:`|\))/g)].map(
    (match) => match[1] ?? '',
  );
  expect(paths.filter((path) => !existsSync(new URL(`../${path}`, import.meta.url)))).toEqual([]);
});
