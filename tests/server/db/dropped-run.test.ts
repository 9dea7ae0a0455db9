// A query in a unit of work runs only as `yield* run(...)`, a shared step only as `yield* step(...)`: forgotten, nothing
// happens and nothing complains. Neither the compiler nor Biome sees it, so this reads the sources.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const top = fileURLToPath(new URL('../../..', import.meta.url));

function serverSources(): { path: string; text: string }[] {
  const names = readdirSync(join(top, 'server'), { recursive: true, encoding: 'utf8' });
  const paths = names.filter((name) => /\.ts$/.test(name) && !name.endsWith('.d.ts')).map((name) => `server/${name}`);
  return paths.map((path) => ({ path, text: readFileSync(join(top, path), 'utf8') }));
}

const withoutComments = (text: string) =>
  text.replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ' ')).replace(/(^|\s)\/\/.*$/gm, '$1');

/** Names that are declared as generator functions: `function* addMember(`. */
const stepsIn = (text: string) => [...text.matchAll(/(?<!async )function\*\s+(\w+)/g)].map((match) => match[1] ?? '');

/** What is wrong in one file, each with its line; `steps` are the shared steps that it can call. */
function mistakesIn(text: string, steps: readonly string[]): string[] {
  const code = withoutComments(text);
  const found: string[] = [];
  const report = (at: number, what: string) => found.push(`line ${code.slice(0, at).split('\n').length}: ${what}`);
  const speaksOfUnits = /\brun\b[^;]*from '[^']*(db\/client|\.\/client|\.\/work)\.ts'/.test(code);
  // A step may also be handed to transact as it is: `transact((db) => put(db, ...))`.
  const called = [...(speaksOfUnits ? ['run'] : []), ...steps];
  for (const name of called) {
    for (const match of code.matchAll(new RegExp(`(?<![.\\w#])${name}\\(`, 'g'))) {
      const before = code.slice(0, match.index).trimEnd();
      const statement = before.slice(Math.max(...[';', '{', '}'].map((end) => before.lastIndexOf(end))) + 1);
      // `yield* (moved ? recount(db) : touch(db))` is one, too.
      if (/yield\*/.test(statement) || /(function\*|=>|return)$/.test(before)) continue;
      report(match.index, `${name}(...) without yield*`);
    }
  }
  if (speaksOfUnits) {
    for (const match of code.matchAll(/\byield\s+(run\b|(\w+\.)*(db|queries)\b)/g))
      report(match.index, 'yield without *');
  }
  const statement = /(?<=[;{}]\s*)(?:\w+\.)*(?:db|queries)\s*\.\s*(?:insert|update|delete|select)\(/g;
  for (const match of code.matchAll(statement)) report(match.index, 'a query that nothing runs');
  return found;
}

describe('dropped queries', () => {
  test('there are none in the server', () => {
    const sources = serverSources().filter(({ path }) => path !== 'server/db/unit-of-work.ts');
    expect(sources.length).toBeGreaterThan(10);
    const found = sources.flatMap(({ path, text }) => {
      const imported = sources.filter((other) => {
        const file = other.path.split('/').at(-1) ?? '';
        return other.path === path || text.includes(`/${file}'`);
      });
      const steps = [...new Set(imported.flatMap((other) => stepsIn(other.text)))];
      return mistakesIn(text, steps).map((mistake) => `${path} ${mistake}`);
    });
    expect(found).toEqual([]);
  });

  const planted = (body: string) => `import { run } from '../db/client.ts';
function* addMember(db: Queries): Steps<void> {
  yield* run(db.insert(members).values({}));
}
const answer = db.transact(function* (db) {
  ${body}
});`;

  test.each([
    ['a query in run, not yielded', 'run(db.update(things).set({}));'],
    ['its answer taken for granted', 'const rows = run(db.select().from(things));'],
    ['yielded without the star', 'yield run(db.delete(things));'],
    ['a bare query', 'db.insert(things).values({});'],
    ['a bare query over two lines', 'db\n    .insert(things).values({});'],
    ['a shared step, not yielded', 'addMember(db);'],
    ['a query yielded without run', 'yield db.delete(things);'],
  ])('the scan finds %s', (_what, body) => {
    expect(mistakesIn(planted(body), stepsIn(planted(body)))).not.toEqual([]);
  });

  test.each([
    ['a query as it should be', 'const [row] = yield* run(\n    db.select().from(things),\n  );'],
    ['a shared step as it should be', 'yield* addMember(db);'],
    ['a method called run', 'command.run(things);'],
    ['an awaited query', 'await db.delete(things);'],
  ])('the scan is content with %s', (_what, body) => {
    expect(mistakesIn(planted(body), stepsIn(planted(body)))).toEqual([]);
  });
});
