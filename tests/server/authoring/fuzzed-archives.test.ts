// Mutations of all sample files, sent as courses: no answer but a success or a sentence, no crash, and nobody else waits.
// FUZZ_SECONDS says for how long (an hour in `npm run test:full`), FUZZ_SEED begins with the seed that a failure names.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { strToU8, type Zippable, zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { contentFolder, SAMPLE_COURSES } from '#server/commands/bootstrap-content.ts';
import { anAuthor } from '#tests/fixtures/authors.ts';
import { databasesOf } from '#tests/fixtures/db.ts';
import { FILMS } from '#tests/fixtures/ffmpeg.ts';
import { aPng } from '#tests/fixtures/picture.ts';
import { startOn } from '#tests/fixtures/server.ts';

const SECONDS = Number(process.env.FUZZ_SECONDS ?? 30);
const FIRST_SEED = Number(process.env.FUZZ_SEED ?? 1);

/** The same numbers for the same seed (mulberry32). */
function randomOf(seed: number) {
  let state = seed;
  return (below: number): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}
type Random = ReturnType<typeof randomOf>;

/** What parsers have stumbled over. */
const NASTY = [
  '---\n',
  '# Questions\n',
  '## ',
  '- [x] ',
  '> ',
  '{',
  '[',
  '&a ',
  '*a',
  '\0',
  '\ud800',
  '../',
  '\r',
  ': ',
  '"',
  'PK\x01\x02',
  '%PDF-',
  '-->',
];

function mutated(bytes: Uint8Array, random: Random): Uint8Array {
  let made = Buffer.from(bytes);
  for (let left = 1 + random(4); left > 0; left -= 1) {
    const at = random(made.length + 1);
    const length = random(64);
    const nasty = Buffer.from((NASTY[random(NASTY.length)] ?? '').repeat(1 + random(random(20) === 0 ? 20_000 : 3)));
    const changes = [
      () => Buffer.concat([made.subarray(0, at), nasty, made.subarray(at)]),
      () => Buffer.concat([made.subarray(0, at), made.subarray(at + length)]),
      () => Buffer.concat([made.subarray(0, at), made.subarray(at, at + length), made.subarray(at)]),
      () => made.subarray(0, at),
      () => Buffer.from(made.map((byte, index) => (index >= at && index < at + 4 ? random(256) : byte))),
    ];
    made = Buffer.from(changes[random(changes.length)]?.() ?? made);
  }
  return made;
}

/** The texts of a sample course, with the small films and documents of the tests in place of its own media. */
function samples(): Zippable[] {
  const film = readFileSync(join(FILMS, 'small.mp4'));
  const scans = readFileSync(join(import.meta.dirname, '../../fixtures/scans.pdf'));
  return SAMPLE_COURSES.map((name) => {
    const folder = join(contentFolder(), name);
    const texts = readdirSync(folder)
      .filter((file) => /\.(md|yaml)$/.test(file))
      .slice(0, 12);
    const named = (text: string) =>
      text
        .replace(/^video: .*$/gm, 'video: media/0')
        .replace(/^thumbnail: .*$/gm, 'thumbnail: media/1')
        .replace(/^( *-? *file): .*$/gm, '$1: media/3');
    return {
      ...Object.fromEntries(texts.map((file) => [file, strToU8(named(readFileSync(join(folder, file), 'utf8')))])),
      'course.yaml': strToU8(named(readFileSync(join(folder, 'course.yaml'), 'utf8'))),
      'media/0': film,
      'media/0.vtt': strToU8('WEBVTT\n\n00:00.000 --> 00:01.500\nWalk the path.\n'),
      'media/1': aPng(),
      'media/3': scans,
    };
  });
}

test(
  'mutations of the sample courses are stored, or refused in a sentence',
  async () => {
    const startServer = startOn(databasesOf('sqlite').openDb);
    const { server, origin, author } = await anAuthor(startServer);
    const courses = samples();
    const waits: number[] = [];
    let isOver = false;
    // Another request meanwhile, all the time: the loop of this process serves it.
    const asking = (async () => {
      while (!isOver) {
        const from = performance.now();
        await (await fetch(`${origin}/api/live`)).arrayBuffer();
        waits.push(performance.now() - from);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    })();
    const until = Date.now() + SECONDS * 1000;
    const told = { stored: 0, refused: 0 };
    for (let seed = FIRST_SEED; Date.now() < until; seed += 1) {
      const random = randomOf(seed);
      const files = { ...courses[random(courses.length)] } as Record<string, Uint8Array>;
      const names = Object.keys(files);
      for (let left = 1 + random(3); left > 0; left -= 1) {
        const name = names[random(names.length)] ?? '';
        files[name] = mutated(files[name] ?? new Uint8Array(), random);
      }
      const zip = zipSync(files, { level: 1 });
      const body = (random(4) === 0 ? mutated(zip, random) : zip) as Uint8Array<ArrayBuffer>;
      const answer = await fetch(`${origin}/api/admin/courses/import`, {
        method: 'POST',
        headers: author.headers,
        body,
      });
      const said = await answer.json();
      const isFine = answer.status === 201 || (answer.status === 422 && said.message.length > 10);
      expect(isFine, `FUZZ_SEED=${seed}: ${answer.status} ${JSON.stringify(said).slice(0, 500)}`).toBe(true);
      told[answer.status === 201 ? 'stored' : 'refused'] += 1;
    }
    isOver = true;
    await asking;
    expect(readdirSync(server.deps.media.incoming)).toEqual([]);
    expect(told.stored, JSON.stringify(told)).toBeGreaterThan(0);
    expect(told.refused).toBeGreaterThan(0);
    // Others use this machine too, so a few may be late for their sake; what blocks the loop makes many late, or one by far.
    const late = waits.filter((wait) => wait > 100);
    expect(late.length / waits.length, `${late.length} of ${waits.length} waits above 100 ms`).toBeLessThan(0.02);
  },
  SECONDS * 1000 + 120_000,
);
