// The walks of docs/architecture.md, followed by the imports: a step that moved, or that nobody calls any more, fails here.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const top = fileURLToPath(new URL('..', import.meta.url));
const LONGEST = 8;

/** How a step is reached when no earlier step imports it: through a file, over rows, or as the answer to calls of the API. */
type Step = { file: string; through?: string; over?: string; calls: { method: string; path: string }[] };
type Walk = { title: string; steps: Step[] };

/** Reads the walks out of the section 'Five walks': a heading, and a numbered list whose points begin with a file. */
function walksIn(markdown: string): Walk[] {
  const section = markdown.split(/^## /m).find((text) => text.startsWith('Five walks')) ?? '';
  return section
    .split(/^### /m)
    .slice(1)
    .map((text) => {
      const [title = '', ...lines] = text.split('\n');
      return {
        title,
        steps: lines
          .join(' ')
          .split(/ (?=\d+\. )/)
          .filter((point) => /^\d+\. /.test(point.trim()))
          .map(readStep),
      };
    });
}

function readStep(point: string): Step {
  const file = /^\s*\d+\. `([^`]+)`/.exec(point)?.[1] ?? '';
  const [, through] = /^[^,]*, +through +`([^`]+)`/.exec(point) ?? [];
  const [, over] = /^[^,]*, +over +`([^`]+)`/.exec(point) ?? [];
  const calls = [...point.matchAll(/`(GET|POST|PUT|DELETE) (\/[^`]+)`/g)];
  return {
    file,
    ...(through && { through }),
    ...(over && { over }),
    calls: calls.map(([, method = '', path = '']) => ({ method: method.toLowerCase(), path })),
  };
}

const read = (path: string) => readFileSync(join(top, path), 'utf8');
const isThere = (path: string) => path !== '' && existsSync(join(top, path));

/** The project's own files that a file imports, by type, as a value, or when they are needed. */
function importsOf(path: string): string[] {
  const specifiers = [...read(path).matchAll(/\bfrom\s+'([^']+)'|\bimport\('([^']+)'\)/g)].map(
    ([, a, b]) => a ?? b ?? '',
  );
  return specifiers.flatMap((from) => {
    if (from.startsWith('#')) return [from.slice(1)];
    return from.startsWith('.') ? [normalize(join(dirname(path), from))] : [];
  });
}

/** The routes that a file of the server registers, such as 'get /media/:assetId/parts'. Constants are filled in. */
function routesIn(path: string): string[] {
  const text = read(path);
  const constants = new Map(
    [...text.matchAll(/const ([A-Z_]+) = ['`]([^'`]+)['`]/g)].map(([, name, value]) => [name, value]),
  );
  const filled = (route: string): string =>
    route.replace(/\$\{([A-Z_]+)\}/g, (whole, name: string) => filled(constants.get(name) ?? whole.replace('$', '')));
  return [...text.matchAll(/\.(get|post|put|delete)\(\s*(?:['`]([^'`]+)['`]|([A-Z_]+)),/g)].map(
    ([, method, route, name]) => `${method} ${filled(route ?? `\${${name}}`)}`,
  );
}

/** The last word of a path that is no parameter: what the caller has to say. */
const lastWord = (path: string) =>
  path
    .split('/')
    .filter((part) => part && !part.startsWith(':'))
    .at(-1) ?? '';

/** What is wrong with a walk, one sentence for each fault. */
function faultsOf({ steps }: Walk): string[] {
  const files = steps.flatMap(({ file, through, over }) => [file, through, over].filter((path) => path !== undefined));
  const missing = files.filter((path) => !isThere(path)).map((path) => `${path} is not there`);
  if (missing.length > 0) return missing;
  const long = steps.length > LONGEST ? [`${steps.length} files are more than ${LONGEST}`] : [];
  if (steps.length < 2) return ['a walk has at least two steps'];
  return [...long, ...steps.flatMap((step, n) => (n === 0 ? [] : faultsOfStep(step, steps.slice(0, n))))];
}

function faultsOfStep({ file, through, over, calls }: Step, before: Step[]): string[] {
  const known = before.flatMap((step) => [step.file, ...importsOf(step.file)]);
  if (calls.length > 0) {
    const routes = routesIn(file);
    return calls.flatMap(({ method, path }) => {
      const isAnswered = routes.some((route) =>
        [`/api`, `/media`].some((at) => route === `${method} ${path.replace(at, '')}`),
      );
      const callers = [...new Set(known)].filter((one) => isThere(one) && !one.startsWith('server/'));
      const isCalled = callers.some((one) => new RegExp(`\\b${lastWord(path)}\\b`).test(read(one)));
      return [
        ...(isAnswered ? [] : [`${file} does not answer ${method.toUpperCase()} ${path}`]),
        ...(isCalled ? [] : [`no step before ${file} calls ${path}`]),
      ];
    });
  }
  const link = through ?? over ?? file;
  const faults = known.includes(link) ? [] : [`no step before ${file} imports ${link}`];
  if (through && !importsOf(through).includes(file)) faults.push(`${through} does not import ${file}`);
  if (over && !importsOf(file).includes(over)) faults.push(`${file} does not import ${over}`);
  return faults;
}

describe('the walks of docs/architecture.md', () => {
  const walks = walksIn(read('docs/architecture.md'));

  test('there are the five that a newcomer asks for first', () => {
    expect(walks.map(({ title }) => title)).toEqual([
      'Remove a member',
      'Mark Complete',
      'Save a lesson',
      'Invite 30 people by CSV',
      'Accept an invitation',
    ]);
  });

  test.each(walks)('$title leads from file to file', (walk) => {
    expect(faultsOf(walk)).toEqual([]);
  });

  const planted = (...points: string[]) => {
    const list = points.map((point, n) => `${n + 1}. ${point}`).join('\n');
    const [walk] = walksIn(`## Five walks\n\n### Planted\n\n${list}\n`);
    return faultsOf(walk as Walk);
  };
  const start = '`sync/engine.ts` is where it begins,\n   on two lines.';

  test.each([
    ['a file that is gone', ['`sync/gone.ts` was here.'], 'sync/gone.ts is not there'],
    [
      'a file that nobody imports',
      ['`server/api.ts` is far away.'],
      'no step before server/api.ts imports server/api.ts',
    ],
    [
      'a file that does not pass it on',
      ['`server/api.ts`, through `sync/store/replica.ts`: far away.'],
      'sync/store/replica.ts does not import server/api.ts',
    ],
    [
      'rows that nobody shares',
      ['`server/api.ts`, over `sync/store/replica.ts`: far away.'],
      'server/api.ts does not import sync/store/replica.ts',
    ],
    [
      'a call that is not answered there',
      ['`server/media/routes.ts` answers `POST /api/sync`.'],
      'server/media/routes.ts does not answer POST /api/sync',
    ],
    [
      'a call that nobody makes',
      ['`server/organizations/routes.ts` answers `POST /api/enterprise/consume-invitation`.'],
      'no step before server/organizations/routes.ts calls /api/enterprise/consume-invitation',
    ],
  ])('a planted walk fails on %s', (_, points, fault) => {
    expect(planted(start, ...points)).toContain(fault);
  });

  test('a planted walk of nine files fails', () => {
    const steps = Array.from(
      { length: LONGEST },
      () => '`sync/remote/flush.ts`, through `sync/remote/remote-sync.ts`: again.',
    );
    expect(planted(start, ...steps)).toEqual(['9 files are more than 8']);
  });
});
