// The import law of the houses, executed: who may import whom, which packages a house may name, no cycles, no junk drawers.
import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const top = fileURLToPath(new URL('..', import.meta.url));
const HOUSES = ['app', 'sync', 'server', 'content', 'tests'] as const;

/** A file of the project by its path from the top, with the specifiers it imports. */
type Source = { path: string; imports: { from: string; typeOnly: boolean }[] };

/** Packages that each place may name; the longest matching folder decides. Workers and node built-ins are listed where allowed. */
const PACKAGES: Record<string, RegExp> = {
  'sync/contract': /^zod\/mini$/,
  'sync/contract/captions.ts': /^entities$/,
  'sync/contract/foreign-file.ts': /^fflate$/,
  'sync/contract/lesson-text.ts': /^markdown-it(-footnote)?$/,
  sync: /^(zod\/mini|dexie|ts-fsrs)$/,
  server:
    /^(node:.*|hono(\/.*)?|@hono\/.*|drizzle-orm(\/.*)?|drizzle-kit|better-sqlite3|pg|jose|zod\/mini|zod\/v4\/.*|zod\/locales|@supabase\/supabase-js|nodemailer|openid-client|otpauth|prom-client|qr|fflate|yauzl|pdfkit|bidi-js|busboy|yaml|vite)$/,
  'server/words': /^(node:.*|@lingui\/message-utils\/compileMessage)$/,
  'server/media/picture-format.ts': /^image-size$/,
  app: /^(react(\/.*)?|react-dom(\/.*)?|@lingui\/(core|react)\/macro|@tanstack\/react-query|@radix-ui\/.*|lucide-react|@dnd-kit\/.*|virtual:pwa-register(\/.*)?|.*\.css)$/,
  'app/ui/router.ts': /^react-router-dom$/,
  'app/ui/language.ts': /^@lingui\/core$/,
  'app/ui/trans.tsx': /^@lingui\/(core|react\/server)$/,
  'app/device/storage-health.ts': /^fake-indexeddb$/,
  'app/device/live-query.ts': /^dexie(-react-hooks)?$/,
  'app/api/client.ts': /^hono\/client$/,
  'app/admin/quizzes': /^(entities|fflate|saxen)$/,
  'app/admin': /^(fflate|hucre\/xlsx|papaparse|tus-js-client|turndown)$/,
  'app/ui/write-spreadsheet.ts': /^hucre\/xlsx$/,
  'app/ui/qr-code.tsx': /^qr$/,
  'app/ui/read-code.ts': /^qr\/decode\.js$/,
  'app/learn/documents/pdf-view.tsx': /^pdfjs-dist\/.*$/,
  'app/learn/certificate/badge-link.ts': /^fflate$/,
  'app/api/auth-client.ts': /^@supabase\/supabase-js$/,
  'app/service-worker/service-worker.ts': /^workbox-.*$/,
  'app/shell/versions.ts': /^workbox-window$/,
  'app/main.tsx': /^(react(\/.*)?|react-dom(\/.*)?|.*\.css)$/,
  'content/tools': /^(node:.*|@playwright\/test)$/,
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

const house = (path: string) => path.split('/')[0] ?? '';

/**
 * The room of a file: the first folder of its house, and in the app's learn, account and admin the second one. A file that
 * stands directly in a house or in learn, account or admin belongs to that place itself.
 */
function room(path: string): string {
  const folders = path.split('/').slice(0, -1);
  return folders.slice(0, /^app\/(learn|account|admin)\//.test(path) ? 3 : 2).join('/');
}

/** The app's shared rooms, in the one direction in which they import each other. */
const SHARED = ['app/ui', 'app/device', 'app/api', 'app/shell'];

/** The same of administration. */
const SHARED_IN_ADMIN = ['forms', 'outline', 'lists', 'jobs', 'shell', 'overview'].map((name) => `app/admin/${name}`);

/** What else the rooms of the app share. The rooms of learn also share what stands in learn itself, and so on. */
const COMMON = new Set(['app/learn', 'app/account', ...SHARED_IN_ADMIN]);

/** The files through which other rooms may import a room of the app. */
const DOORS = new Set([
  'app/learn/course/course-heading.tsx',
  'app/learn/documents/documents.tsx',
  'app/learn/downloads/download-control.tsx',
  'app/learn/downloads/opens-now.tsx',
  'app/learn/downloads/use-on-device.ts',
  'app/learn/player/video-lesson.tsx',
  'app/learn/quiz/quiz-answers.ts',
  'app/learn/quiz/quiz-question.tsx',
  'app/learn/quiz/quiz-lesson.tsx',
  'app/learn/quiz/quiz-results.tsx',
  'app/account/shared-device/people-here.tsx',
  'app/account/shared-device/pin-dialog.tsx',
  'app/account/shared-device/pin-form.tsx',
  'app/account/shared-device/sign-out-dialog.tsx',
  'app/account/shared-device/sign-out.ts',
  'app/account/shared-device/switch-user.tsx',
  'app/account/shared-device/user-row.tsx',
  'app/account/shared-device/visitor-offer.tsx',
  'app/account/sign-in/change-email.tsx',
  'app/account/sign-in/change-password.tsx',
  'app/account/two-step/code-step.tsx',
  'app/account/two-step/two-step-card.tsx',
  'app/account/two-step/two-step.ts',
  'app/admin/insights/organization-quiz-page.tsx',
]);
/** Why `path` may not import `target`; undefined when it may. */
function brokenLaw(path: string, target: string, typeOnly: boolean): string | undefined {
  const from = house(path);
  if (from === 'tests') return undefined;
  if (path.startsWith('sync/contract/'))
    return target.startsWith('sync/contract/') ? undefined : 'the contract imports only itself';
  if (from === 'sync') return house(target) === 'sync' ? undefined : 'sync imports only sync';
  if (from === 'server') return brokenServerLaw(path, target);
  if (from === 'content') return house(target) === 'content' ? undefined : 'content imports only content';
  return brokenAppLaw(path, target, typeOnly);
}

function brokenServerLaw(path: string, target: string): string | undefined {
  if (target.startsWith('sync/contract/')) return undefined;
  if (house(target) !== 'server') return 'the server imports server and sync/contract';
  if (room(path) !== 'server' && room(path) !== room(target) && /(^|[/-])routes\.ts$/.test(target))
    return "a room calls another room's verbs, never its routes";
  if (target.startsWith('server/integrations/') && !['server', room(target)].includes(room(path)))
    return 'an integration listens to events, and no other room imports it';
  return undefined;
}

function brokenAppLaw(path: string, target: string, typeOnly: boolean): string | undefined {
  const [from, to] = [room(path), room(target)];
  if (from === 'app/ui' && house(target) === 'sync')
    return target.startsWith('sync/contract/') ? undefined : 'ui imports no room and no engine';
  if (house(target) === 'sync') return undefined;
  if (house(target) === 'server')
    return path === 'app/api/client.ts' && typeOnly
      ? undefined
      : 'only app/api/client.ts may name a type of the server';
  if (from === to || from === 'app' || target === 'app/paths.ts') return undefined;
  if (to === 'app') return "the app's root composes and is imported by nobody";
  if (SHARED.includes(from))
    return SHARED.includes(to) && SHARED.indexOf(to) < SHARED.indexOf(from)
      ? undefined
      : 'ui, device, api and shell import only what stands before them';
  if (SHARED.includes(to) || DOORS.has(target)) return undefined;
  if (SHARED_IN_ADMIN.includes(from) && to.startsWith('app/admin/'))
    return COMMON.has(to) && SHARED_IN_ADMIN.indexOf(to) < SHARED_IN_ADMIN.indexOf(from)
      ? undefined
      : 'what rooms of admin share imports only what stands before it';
  // What stands in admin itself puts the rooms of admin together.
  if (from === 'app/admin' && to.startsWith('app/admin/')) return undefined;
  return COMMON.has(to) && from !== to ? undefined : 'a room is imported through its door alone';
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
  const strict = path.startsWith('sync/contract/')
    ? rules.filter(([place]) => place.startsWith('sync/contract'))
    : rules;
  return strict.some(([, allowed]) => allowed.test(from)) && exact.length > 0
    ? undefined
    : 'this house may not name this package';
}

/** The first cycle in a graph, as a path of its nodes. */
function cycleIn(graph: Map<string, Set<string>>): string[] | undefined {
  const done = new Set<string>();
  const visit = (node: string, trail: string[]): string[] | undefined => {
    if (trail.includes(node)) return [...trail.slice(trail.indexOf(node)), node];
    if (done.has(node)) return undefined;
    done.add(node);
    for (const next of graph.get(node) ?? []) {
      const found = visit(next, [...trail, node]);
      if (found) return found;
    }
    return undefined;
  };
  for (const node of graph.keys()) {
    const found = visit(node, []);
    if (found) return found;
  }
  return undefined;
}

/** The first import cycle among the given files, types included; by `nameOf` also among groups of them, such as rooms. */
function cycle(files: Source[], nameOf = (path: string) => path): string[] | undefined {
  const graph = new Map<string, Set<string>>();
  for (const { path, imports } of files) {
    const from = nameOf(path);
    const targets = graph.get(from) ?? new Set();
    for (const { from: specifier } of imports) {
      const target = ownTarget(path, specifier);
      if (target && (nameOf(target) !== from || target === from)) targets.add(nameOf(target));
    }
    graph.set(from, targets);
  }
  return cycleIn(graph);
}

/** A room, or a file that belongs to a house itself: such files put rooms together, or are shared by all. */
const roomOrFile = (path: string) => (path.split('/').length === 2 ? path : room(path));

/** Functions that Safari 16.4, Firefox 128 or Chrome 111 lack, or that fail in one of them. */
const TOO_NEW =
  /\bAbortSignal\.any\b|\bResponse\.json\(|\.(withResolvers|fromAsync|groupBy|canParse|uniqueKeys|escape|try)(<[^()]*>)?\(|\bURL\.parse\(|\bDurationFormat\b|\brequestIdleCallback\b|(?<!\bz)\.(union|intersection|difference|isSubsetOf|isSupersetOf|isDisjointFrom)\(|(\.(keys|values|entries)\(\)|\.matchAll\([^()]*\))\s*\.(map|filter|flatMap|some|every|find|reduce|toArray|take|drop)\(/;

/** What a file of the app or the engine says that an old browser does not understand. */
function tooNewIn(text: string): string | undefined {
  const code = text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/\/\/.*$/gm, '');
  return TOO_NEW.exec(code)?.[0];
}

/** An address of the API that is written out: routes are named through the typed client, so that a renamed one does not compile. */
const addressOfApi = (text: string) => /['"`]\/api\b/.exec(text)?.[0];

describe('the import law', () => {
  const files = sources();

  test('every import keeps to it', () => {
    expect(violations(files)).toEqual([]);
  });

  test('no file and no room is part of an import cycle, not even by types', () => {
    const product = files.filter(({ path }) => !/^(tests|server\/db\/sample)\//.test(path));
    expect(cycle(product)).toBeUndefined();
    expect(cycle(product, roomOrFile)).toBeUndefined();
  });

  test.each([
    ['sync/contract/course.ts', "import Dexie from 'dexie';"],
    ['sync/outbox/outbox.ts', "import { useState } from 'react';"],
    ['sync/outbox/outbox.ts', "import { may } from '#server/permissions.ts';"],
    ['server/catalog/courses.ts', "import { flush } from '#sync/remote/flush.ts';"],
    ['server/catalog/courses.ts', "import { routes } from '../mail/routes.ts';"],
    ['server/catalog/courses.ts', "import { progressRoutes } from '../learning/progress-routes.ts';"],
    ['server/learning/submit-quiz.ts', "import { writeStatements } from '../integrations/xapi/write-statements.ts';"],
    ['content/tools/make-icons.ts', "import { readEnv } from '#server/env.ts';"],
    ['sync/contract/course.ts', "import { parse } from 'yaml';"],
    ['app/admin/lessons/lesson-form.tsx', "import { parse } from 'yaml';"],
    ['app/learn/home/catalog-page.tsx', "import { Player } from '../player/player.tsx';"],
    ['app/learn/home/catalog-page.tsx', "import { App } from '../../app.tsx';"],
    ['app/learn/home/catalog-page.tsx', "import type { Api } from '#server/api.ts';"],
    ['app/learn/lesson/text-lesson.tsx', "import { Link } from 'react-router-dom';"],
    ['app/learn/lesson/text-lesson.tsx', "const late = import('@supabase/supabase-js');"],
    ['app/admin/people/users-page.tsx', "import { CourseForm } from '../courses/course-form.ts';"],
    ['app/admin/lists/server-table.tsx', "import { JobDialog } from '../jobs/job-outcome.tsx';"],
    ['app/device/session.ts', "import { call } from '../api/client.ts';"],
    ['app/shell/frame.tsx', "const menu = import('../account/shared-device/user-menu.tsx');"],
    ['app/ui/button.tsx', "import { filters } from '../learn/home/filters.ts';"],
    ['app/ui/button.tsx', "import type { Engine } from '#sync/engine.ts';"],
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

  test('a planted cycle of rooms by types alone is caught', () => {
    const planted = [
      { path: 'server/mail/a.ts', imports: importsOf("import type { B } from '../audit/b.ts';") },
      { path: 'server/audit/c.ts', imports: importsOf("import type { D } from '../mail/d.ts';") },
    ];
    expect(cycle(planted)).toBeUndefined();
    expect(cycle(planted, roomOrFile)).toEqual(['server/mail', 'server/audit', 'server/mail']);
  });
});

/** What starts the server, composes it, or is imported by all rooms. */
const BESIDE_THE_ROOMS = [
  'api.ts',
  'build.mjs',
  'compose.ts',
  'deps.ts',
  'development.ts',
  'env.ts',
  'events.ts',
  'job-kinds.ts',
  'key-file.ts',
  'launch.mjs',
  'main.ts',
  'mistyped-settings.ts',
  'node-version.mjs',
  'permissions.ts',
  'queue-kinds.ts',
  'settings.ts',
  'start.mjs',
];

/** A class of Tailwind that names a side of the screen; styles, which charts and films use, may. */
const physicalIn = (text: string) =>
  /(?<=["'`\s:])-?(?:[mp][lr]-[\w[(]|(?:left|right)-(?:\d|\[|\(|auto|full|px)|(?:text|float|clear)-(?:left|right)\b|border-[lr]\b|rounded-(?:[lr]|[tb][lr])\b|scroll-[mp][lr]-)/.exec(
    text,
  )?.[0];

describe('the house style that a machine can see', () => {
  const code = HOUSES.flatMap(filesBelow);

  test('no folder is a junk drawer and no barrel hides what is where', () => {
    const junk = /(^|\/)(utils?|helpers?|libs?|common|types|services|hooks)\//;
    expect(code.filter((path) => junk.test(path) || /\/index\.tsx?$/.test(path))).toEqual([]);
  });

  test('a room of the server has 4 to 25 files, and beside the rooms stands only what starts, composes or carries them all', () => {
    const files = code.filter((path) => path.startsWith('server/') && !path.startsWith('server/db/migrations/'));
    const sizes = Map.groupBy(files, (path) => dirname(path));
    const wrong = [...sizes].filter(([folder, { length }]) => folder !== 'server' && (length < 4 || length > 25));
    expect(wrong.map(([folder, { length }]) => `${folder}: ${length}`)).toEqual([]);
    expect(sizes.get('server')?.map((path) => basename(path))).toEqual(BESIDE_THE_ROOMS);
  });

  test('files are named in kebab-case', () => {
    expect(code.filter((path) => !/^[a-z0-9./-]+$/.test(path))).toEqual([]);
  });

  test('no file is longer than 400 lines', () => {
    const long = code.filter((path) => readFileSync(join(top, path), 'utf8').split('\n').length > 401);
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

  test('the app writes no address of the API as text', () => {
    const files = code.filter((path) => path.startsWith('app/') && path !== 'app/api/client.ts');
    expect(files.filter((path) => addressOfApi(readFileSync(join(top, path), 'utf8')))).toEqual([]);
    expect(addressOfApi('fetch("/api/courses")')).toBeDefined();
  });

  test('only the guarded helper touches local and session storage', () => {
    const bare = /\b(localStorage|sessionStorage)\b/;
    const files = code.filter((path) => /^(app|sync)\//.test(path) && path !== 'app/device/device.ts');
    expect(files.filter((path) => bare.test(readFileSync(join(top, path), 'utf8')))).toEqual([]);
    expect(bare.test("sessionStorage.getItem('groundwork.invitation')")).toBe(true);
  });

  test('classes of the app name the sides by the direction of reading, but for the parts that are read from the left', () => {
    const files = code.filter((path) => path.startsWith('app/'));
    expect(files.filter((path) => physicalIn(readFileSync(join(top, path), 'utf8')))).toEqual([]);
    for (const planted of ['ml-2', 'md:-right-4', 'text-left', 'sm:border-l', 'rounded-tr-lg', 'pl-[3px]!'])
      expect(physicalIn(`className="flex ${planted} grow"`), planted).toBeDefined();
    expect(physicalIn('className="ms-2 start-0 border-s" style={{ left: 0 }} // left-hand')).toBeUndefined();
  });

  test('no journey waits for a fixed time', () => {
    const journeys = code.filter((path) => path.startsWith('tests/journeys/'));
    expect(journeys.filter((path) => readFileSync(join(top, path), 'utf8').includes('waitForTimeout('))).toEqual([]);
  });

  test('no test is skipped or left alone', () => {
    const left = /\b(?:test|it|describe)\.(?:skip|only|todo|fixme)\b/;
    const tests = code.filter((path) => /\.(test|spec)\.tsx?$/.test(path) && path !== 'tests/architecture.test.ts');
    expect(tests.filter((path) => left.test(readFileSync(join(top, path), 'utf8')))).toEqual([]);
  });
});
