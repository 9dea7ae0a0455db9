// What the documents promise and a machine can check: settings, commands, files, links, decisions.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { ARCHIVE_LIMIT_BYTES } from '#server/authoring/import/unpack.ts';
import { BODY_LIMIT_BYTES, LIST_BYTES } from '#server/http/validate.ts';
import { ENVIRONMENT_VARIABLES } from '#server/settings.ts';
import { DOCUMENT_LIMIT_BYTES, DOCUMENT_TYPES, MOST_DOCUMENTS, promisedDocumentType } from '#sync/contract/document.ts';
import {
  CAPTIONS_LIMIT_BYTES,
  CONVERTIBLE_EXTENSIONS,
  PICTURE_LIMIT_BYTES,
  VIDEO_EXTENSIONS,
  VIDEO_LIMIT_BYTES,
} from '#sync/contract/video.ts';
import { settingsTable } from '../docs/settings.ts';

const top = fileURLToPath(new URL('..', import.meta.url));
const read = (path: string) => readFileSync(join(top, path), 'utf8');
const isThere = (path: string) => existsSync(join(top, path));

const decisions = readdirSync(join(top, 'docs/decisions')).map((name) => `docs/decisions/${name}`);
const below = (folder: string) => readdirSync(join(top, folder)).map((name) => join(folder, name));
const documents = [
  ...[...readdirSync(top), ...below('docs'), ...below('docs/operations')].filter((name) => name.endsWith('.md')),
  'sync/SPEC.md',
];

/** What of `found` is missing in the documents, each with the document that names it. */
const missing = (find: (document: string, text: string) => string[]) =>
  [...documents, ...decisions].flatMap((document) =>
    find(document, read(document)).map((what) => `${document}: ${what}`),
  );

test('the README has at most 8 KB, SECURITY.md 6, and performance.md 8 beside the tables that commands write', () => {
  const written = /<!-- (budgets|load) -->.*?<!-- \/\1 -->/gs;
  expect(Buffer.byteLength(read('README.md'))).toBeLessThanOrEqual(8 * 1024);
  expect(Buffer.byteLength(read('SECURITY.md'))).toBeLessThanOrEqual(6 * 1024);
  expect(Buffer.byteLength(read('docs/performance.md').replaceAll(written, ''))).toBeLessThanOrEqual(8 * 1024);
});

test('docs/operations/settings.md has the table that `npm run docs:settings` writes', () => {
  const [, table = ''] = read('docs/operations/settings.md').split(/<!-- \/?settings -->\n/);
  expect(table).toBe(settingsTable());
});

test('every variable that the server reads says what it does and its default', () => {
  const named = [...settingsTable().matchAll(/^\| ([A-Z_]+) \| .+ \| .+\. \|$/gm)].map(([, name]) => name);
  expect(named).toEqual(ENVIRONMENT_VARIABLES);
});

test('.env.example names the same variables, in their order, and sets none', () => {
  const lines = read('.env.example').split('\n');
  expect(lines.flatMap((line) => /^# ?([A-Z_]+)=/.exec(line)?.[1] ?? [])).toEqual(ENVIRONMENT_VARIABLES);
  expect(lines.filter((line) => line && !line.startsWith('#'))).toEqual([]);
});

test('a shell reads each line of .env.example as it stands there', () => {
  const lines = [...read('.env.example').matchAll(/^# ([A-Z_]+)=(.*)$/gm)];
  const script = `set -a\n${lines.map(([, name, value]) => `${name}=${value}`).join('\n')}\nenv`;
  const set = execFileSync('sh', ['-c', script], { encoding: 'utf8' }).split('\n');
  const meant = lines.map(([, name, value = '']) => `${name}=${value.replace(/^'(.*)'$/, '$1')}`);
  expect(meant.filter((line) => !set.includes(line))).toEqual([]);
});

test('the example of nginx names the versions of TLS, of which none is out of use', () => {
  expect(read('deploy/nginx.conf')).toMatch(/^\tssl_protocols TLSv1\.2 TLSv1\.3;$/m);
});

test('docs/operations/settings.md names every kind of file that is taken, and the largest', () => {
  const [, table = ''] = read('docs/operations/settings.md').split('<!-- files -->');
  const rows = new Map(
    table
      .split('<!-- /files -->')[0]
      ?.split('\n')
      .map((row) => [row.split(' | ')[0], row]),
  );
  const told = (name: string) => rows.get(`| ${name}`) ?? '';
  const inMb = (bytes: number) => `| ${bytes / 1024 ** 2} MB |`;
  const inGb = (bytes: number, unit: number) => `| ${bytes / unit} GB`;
  expect(told('video of a lesson')).toContain(`| ${VIDEO_EXTENSIONS.join(', ')} ${inGb(VIDEO_LIMIT_BYTES, 1024 ** 3)}`);
  expect(told('further ones, where ffmpeg is')).toContain(`| ${CONVERTIBLE_EXTENSIONS.join(', ')} |`);
  expect(told('picture of a course')).toContain(inMb(PICTURE_LIMIT_BYTES));
  const documents = told(`document of a lesson, up to ${MOST_DOCUMENTS}`);
  expect(documents).toContain(inMb(DOCUMENT_LIMIT_BYTES));
  const kinds = documents.split(' | ')[1]?.split(', ') ?? [];
  expect(kinds.map((kind) => promisedDocumentType(`x.${kind}`))).toEqual(DOCUMENT_TYPES);
  expect(told('captions')).toContain(inMb(CAPTIONS_LIMIT_BYTES));
  expect(told('course')).toContain(inGb(ARCHIVE_LIMIT_BYTES, 1e9));
  expect(told('list of people')).toContain(inMb(LIST_BYTES));
  expect(told('questions of a quiz')).toContain(inMb(BODY_LIMIT_BYTES));
});

test('CI runs the two commands of the README and nothing else', () => {
  expect(read('README.md')).toMatch(/^npm ci && npm test /m);
  const script = read('.ci/run').split('\n');
  expect(script.filter((text) => /npm|node/.test(text))).toEqual(['npm ci && npm test']);
  expect(read('.github/workflows/ci.yml')).toContain('run: .ci/run');
});

test('every script that a document names exists', () => {
  const { scripts } = JSON.parse(read('package.json'));
  const named = (text: string) => [...text.matchAll(/npm run ([a-z0-9:]+)/g)].map(([, name = '']) => name);
  expect(missing((_, text) => named(text).filter((name) => !(name in scripts)))).toEqual([]);
});

test('every file that a document names exists', () => {
  const named = (text: string) =>
    [...text.matchAll(/`[^`\n]+`/g)].flatMap(
      ([words]) => words.match(/(?<![\w./-])(?:app|sync|server|tests|docs|content|\.ci|\.github)\/[\w./-]+/g) ?? [],
    );
  expect(missing((_, text) => named(text).filter((path) => !isThere(path)))).toEqual([]);
});

/** Names of other programs and standards, of shell functions that a page defines, and stand-ins. */
const NOT_OURS = [
  ...[
    'AchievementCredential',
    'as_groundwork',
    'groundwork_queue_',
    'livenessProbe',
    'otp_disabled',
    'pg_dump',
    'provider_token',
  ],
  ...['readinessProbe', 'sb_publishable_', 'sb_secret_', 'serveStatic', 'share_target', 'the_code'],
];

/** The names of code in backticks, of those that no plain word looks like: toMemberRow, not member. */
const namesIn = (text: string) =>
  [...text.replaceAll(/```.*?```/gs, '').matchAll(/`[^`\n]+`/g)]
    .flatMap(([words]) => words.match(/(?<![\w./-])[a-z_$][\w$]*(?![\w/-]|\.\w)/gi) ?? [])
    .filter((name) => /[a-z][A-Z]|_[a-z]/.test(name) && !NOT_OURS.includes(name));

test('every name of code that a document has in backticks is in the code', { timeout: 60_000 }, () => {
  const listed = execFileSync('git', ['ls-files'], { cwd: top, encoding: 'utf8' }).split('\n');
  const isCode = (path: string) =>
    /\.(tsx?|m?[jt]s|json|ya?ml|sql|conf|css|html)$/.test(path) && !/lock|snapshot/.test(path);
  const code = listed.filter((path) => isCode(path) && path !== 'tests/documents.test.ts' && isThere(path));
  const text = code.map(read).join('\n');
  const isNowhere = (name: string) => !text.includes(name);
  expect(missing((_, words) => namesIn(words).filter(isNowhere))).toEqual([]);
  expect(namesIn('the function `toMemberRow(row)` of `x`').filter(isNowhere)).toEqual(['toMemberRow']);
});

test('every link between documents leads to a file', () => {
  const links = (text: string) => [...text.matchAll(/\]\(([^)#:\s]+)(?:#[^)]*)?\)/g)].map(([, to = '']) => to);
  const broken = (document: string, text: string) => links(text).filter((to) => !isThere(join(dirname(document), to)));
  expect(missing(broken)).toEqual([]);
});

test('every page of docs/decisions has a number of its own, at most 60 lines, and what it costs', () => {
  const numbers = decisions.map((path) => path.slice('docs/decisions/'.length).slice(0, 3));
  expect(new Set(numbers).size).toBe(numbers.length);
  const isFine = (text: string, number: string) =>
    text.startsWith(`# ${number}`) && text.trimEnd().split('\n').length <= 60 && text.includes('Price');
  expect(decisions.filter((path, n) => !isFine(read(path), numbers[n] ?? ''))).toEqual([]);
});

test('a page of docs/decisions says what holds, not which page it adds to or replaces', () => {
  const chain =
    /\b(adds? to|replace[sd]?( a part of)?|changes|changed by|superseded by|extends|continues) (decisions? )?\[?\d{3}\b/i;
  expect(decisions.filter((path) => chain.test(read(path)) || /^Decided on/m.test(read(path)))).toEqual([]);
});

test('docs/decisions.md lists every page once, by its title', () => {
  const listed = [...read('docs/decisions.md').matchAll(/^- \[(\d{3})\]\((.+)\) (.+)$/gm)];
  const lines = listed.map(([, number, path, title]) => `docs/${path} # ${number}: ${title}`);
  expect(lines.sort()).toEqual(decisions.map((path) => `${path} ${read(path).split('\n')[0]}`).sort());
});
