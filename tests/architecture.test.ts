// The import law of the houses, executed: who may import whom, which packages a house may name, no cycles, no junk drawers.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const top = fileURLToPath(new URL('..', import.meta.url));
const HOUSES = ['app', 'sync', 'server', 'tests'] as const;

/** A file of the project by its path from the top, with the specifiers it imports. */
type Source = { path: string; imports: { from: string; typeOnly: boolean }[] };

/** Packages that each place may name; the longest matching folder decides. Workers and node built-ins are listed where allowed. */
const PACKAGES: Record<string, RegExp> = {
  'sync/contract': /^zod\/mini$/,
  sync: /^(zod\/mini|dexie)$/,
  server:
    /^(node:.*|hono(\/.*)?|@hono\/.*|drizzle-orm(\/.*)?|drizzle-kit|better-sqlite3|pg|jose|zod\/mini|zod\/v4\/.*|zod\/locales|@supabase\/supabase-js|nodemailer|pdfkit|vite)$/,
  app: /^(react(\/.*)?|react-dom(\/.*)?|@tanstack\/react-query|@radix-ui\/.*|lucide-react|markdown-to-jsx|@dnd-kit\/.*|virtual:pwa-register(\/.*)?|.*\.css)$/,
  'app/router.ts': /^react-router-dom$/,
  'app/storage-trouble.ts': /^fake-indexeddb$/,
  'app/live-query.ts': /^dexie(-react-hooks)?$/,
  'app/api.ts': /^hono\/client$/,
  'app/admin': /^papaparse$/,
  'app/account': /^(react|lucide-react|@supabase\/supabase-js)$/,
  'app/service-worker.ts': /^workbox-.*$/,
  'app/main.tsx': /^(react(\/.*)?|react-dom(\/.*)?|.*\.css)$/,
  'app/update-prompt.tsx': /^workbox-window$/,
  'app/icons': /^(node:.*|@playwright\/test)$/,
};

function filesBelow(folder: string): string[] {
  return readdirSync(join(top, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return entry.name === 'node_modules' ? [] : filesBelow(path);
    return /\.(ts|tsx|mjs)$/.test(entry.name) && !entry.name.endsWith('.d.ts') ? [path] : [];
  });
}

const IMPORT =
  /(?:^|\n)\s*(import|export)\s+(type\s+)?(?:[^'";]*?\sfrom\s+)?['"]([^'"]+)['"]|\bimport\(\s*(?:\/\*.*?\*\/\s*)?['"]([^'"]+)['"]\s*\)/g;

/** Reads the imports of one file's text. */
function importsOf(text: string): Source['imports'] {
  const code = text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');
  return [...code.matchAll(IMPORT)].map((match) => ({ from: match[3] ?? match[4] ?? '', typeOnly: Boolean(match[2]) }));
}

function sources(): Source[] {
  return HOUSES.flatMap(filesBelow).map((path) => ({
    path,
    imports: importsOf(readFileSync(join(top, path), 'utf8')),
  }));
}

/** The project's own file that a specifier names; undefined for a package. */
function ownTarget(path: string, from: string): string | undefined {
  if (from.startsWith('#')) return from.slice(1);
  if (from.startsWith('.')) return normalize(join(dirname(path), from)).replace(/\?.*$/, '');
  return undefined;
}

const house = (path: string) => path.split('/')[0];
const room = (path: string) => path.split('/').slice(0, 2).join('/');
const isRoom = (path: string) => path.split('/').length > 2;

/** Why `path` may not import `target`; undefined when it may. */
function brokenLaw(path: string, target: string, typeOnly: boolean): string | undefined {
  const from = house(path);
  if (from === 'tests') return undefined;
  if (path.startsWith('sync/contract/'))
    return target.startsWith('sync/contract/') ? undefined : 'the contract imports only itself';
  if (from === 'sync') return house(target) === 'sync' ? undefined : 'sync imports only sync';
  if (from === 'server') return brokenServerLaw(path, target);
  return brokenAppLaw(path, target, typeOnly);
}

function brokenServerLaw(path: string, target: string): string | undefined {
  if (target.startsWith('sync/contract/')) return undefined;
  if (house(target) !== 'server') return 'the server imports server and sync/contract';
  const composition = !isRoom(path);
  if (!composition && room(path) !== room(target) && /\/routes\.ts$/.test(target))
    return "a room calls another room's verbs, never its routes";
  return undefined;
}

function brokenAppLaw(path: string, target: string, typeOnly: boolean): string | undefined {
  if (house(target) === 'sync') return undefined;
  if (house(target) === 'server')
    return path === 'app/api.ts' && typeOnly ? undefined : 'only app/api.ts may name a type of the server';
  if (!isRoom(path) || !isRoom(target)) return undefined;
  if (room(path) === 'app/ui') return room(target) === 'app/ui' ? undefined : 'ui imports no room';
  if (room(target) === 'app/ui' || room(target) === room(path)) return undefined;
  const allowed = new Set(['app/lesson -> app/course', 'app/course -> app/catalog']);
  const isDoor = target === 'app/downloads/download-control.tsx';
  return isDoor || allowed.has(`${room(path)} -> ${room(target)}`)
    ? undefined
    : 'a room imports nothing of another room';
}

/** Every broken law in the given sources, one sentence each. */
function violations(files: Source[]): string[] {
  const found: string[] = [];
  for (const { path, imports } of files) {
    for (const { from, typeOnly } of imports) {
      if (from.startsWith('../dist/')) continue; // what the build made
      const target = ownTarget(path, from);
      const why = target === undefined ? forbiddenPackage(path, from) : brokenLaw(path, target, typeOnly);
      if (why) found.push(`${path} imports ${from}: ${why}`);
      if (target && house(target) !== house(path) && from.startsWith('.') && house(path) !== 'tests')
        found.push(`${path} imports ${from}: across houses use #${target}`);
    }
  }
  return found;
}

function forbiddenPackage(path: string, from: string): string | undefined {
  if (house(path) === 'tests') return undefined;
  const rules = Object.entries(PACKAGES).filter(([place]) => path === place || path.startsWith(`${place}/`));
  const exact = rules.filter(([, allowed]) => allowed.test(from));
  const strict = path.startsWith('sync/contract/') ? rules.filter(([place]) => place === 'sync/contract') : rules;
  return strict.some(([, allowed]) => allowed.test(from)) && exact.length > 0
    ? undefined
    : 'this house may not name this package';
}

/** The first import cycle among the project's own files, as a path of files. */
function cycle(files: Source[]): string[] | undefined {
  const graph = new Map(
    files.map(({ path, imports }) => [
      path,
      imports.filter((i) => !i.typeOnly).flatMap((i) => ownTarget(path, i.from) ?? []),
    ]),
  );
  const done = new Set<string>();
  const visit = (path: string, trail: string[]): string[] | undefined => {
    if (trail.includes(path)) return [...trail.slice(trail.indexOf(path)), path];
    if (done.has(path)) return undefined;
    done.add(path);
    for (const next of graph.get(path) ?? []) {
      const found = visit(next, [...trail, path]);
      if (found) return found;
    }
    return undefined;
  };
  for (const path of graph.keys()) {
    const found = visit(path, []);
    if (found) return found;
  }
  return undefined;
}

/** Functions that Safari 16.4, Firefox 128 or Chrome 111 lack, or that fail in one of them. */
const TOO_NEW =
  /\bAbortSignal\.any\b|\bResponse\.json\(|\.(withResolvers|fromAsync|groupBy|canParse|uniqueKeys|escape|try)\(|\bURL\.parse\(|\bDurationFormat\b|\brequestIdleCallback\b|(?<!\bz)\.(union|intersection|difference|isSubsetOf|isSupersetOf|isDisjointFrom)\(|(\.(keys|values|entries)\(\)|\.matchAll\([^()]*\))\s*\.(map|filter|flatMap|some|every|find|reduce|toArray|take|drop)\(/;

/** What a file of the app or the engine says that an old browser does not understand. */
function tooNewIn(text: string): string | undefined {
  const code = text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/\/\/.*$/gm, '');
  return TOO_NEW.exec(code)?.[0];
}

describe('the import law', () => {
  const files = sources();

  test('every import keeps to it', () => {
    expect(violations(files)).toEqual([]);
  });

  test('no file is part of an import cycle', () => {
    expect(cycle(files)).toBeUndefined();
  });

  test.each([
    ['sync/contract/course.ts', "import Dexie from 'dexie';"],
    ['sync/outbox.ts', "import { useState } from 'react';"],
    ['sync/outbox.ts', "import { may } from '#server/permissions.ts';"],
    ['server/catalog/courses.ts', "import { runPass } from '#sync/pass.ts';"],
    ['server/catalog/courses.ts', "import { routes } from '../progress/routes.ts';"],
    ['app/catalog/catalog-page.tsx', "import { Player } from '../lesson/video-player.tsx';"],
    ['app/catalog/catalog-page.tsx', "import type { Api } from '#server/api.ts';"],
    ['app/lesson/text-lesson.tsx', "import { Link } from 'react-router-dom';"],
    ['app/ui/button.tsx', "import { paths } from '../catalog/filters.ts';"],
    ['app/lesson/text-lesson.tsx', "const late = import('@supabase/supabase-js');"],
  ])('a planted violation in %s is caught: %s', (path, text) => {
    expect(violations([{ path, imports: importsOf(text) }])).toHaveLength(1);
  });

  test('a planted cycle is caught', () => {
    const planted = [
      { path: 'sync/a.ts', imports: importsOf("import { b } from './b.ts';") },
      { path: 'sync/b.ts', imports: importsOf("import { a } from './a.ts';") },
    ];
    expect(cycle(planted)).toEqual(['sync/a.ts', 'sync/b.ts', 'sync/a.ts']);
  });
});

describe('the house style that a machine can see', () => {
  const code = HOUSES.flatMap(filesBelow);

  test('no folder is a junk drawer and no barrel hides what is where', () => {
    const junk = /(^|\/)(utils?|helpers?|libs?|common|types|services|hooks)\//;
    expect(code.filter((path) => junk.test(path) || /\/index\.tsx?$/.test(path))).toEqual([]);
  });

  test('files are named in kebab-case', () => {
    expect(code.filter((path) => !/^[a-z0-9./-]+$/.test(path))).toEqual([]);
  });

  test('no file is longer than 300 lines', () => {
    const long = code.filter((path) => readFileSync(join(top, path), 'utf8').split('\n').length > 301);
    expect(long).toEqual([]);
  });

  test('the app and the engine call nothing that the oldest browsers lack', () => {
    const files = code.filter((path) => /^(app|sync)\//.test(path));
    const found = files.map((path) => [path, tooNewIn(readFileSync(join(top, path), 'utf8'))]);
    expect(found.filter(([, call]) => call)).toEqual([]);
  });

  test.each(['AbortSignal.any([a, b])', 'map.values().map(String)', 'Response.json({})', 'a.union(b)'])(
    'a planted call of %s is caught',
    (call) => expect(tooNewIn(call)).toBeDefined(),
  );

  test('no journey waits for a fixed time', () => {
    const journeys = code.filter((path) => path.startsWith('tests/e2e/'));
    expect(journeys.filter((path) => readFileSync(join(top, path), 'utf8').includes('waitForTimeout('))).toEqual([]);
  });

  test('no test is skipped or left alone', () => {
    const left = /\b(?:test|it|describe)\.(?:skip|only|todo|fixme)\b/;
    const tests = code.filter((path) => /\.(test|spec)\.tsx?$/.test(path) && path !== 'tests/architecture.test.ts');
    expect(tests.filter((path) => left.test(readFileSync(join(top, path), 'utf8')))).toEqual([]);
  });
});
