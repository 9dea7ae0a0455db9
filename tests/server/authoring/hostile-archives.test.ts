// Archives that cost much more than they weigh: each is refused in a sentence, and nobody else waits for it.
import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { strToU8, type Zippable, zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { anAuthor } from '#tests/fixtures/authors.ts';
import { onEveryEngine } from '#tests/fixtures/db.ts';
import { startOn } from '#tests/fixtures/server.ts';

const COURSE = strToU8(
  'title: Ladders\ndescription: How to stand on them.\ncategory: safety\ninstructor: Ines\nminutes: 20\n',
);
const HEAD = '---\ntitle: Quiz\nminutes: 5\n---\n';
const WELCOME = strToU8('---\ntitle: Welcome\nminutes: 4\n---\nLook up first.\n');
const withHead = (fields: string) => strToU8(`---\n${fields}\n---\nLook up first.\n`);

const quoted = strToU8(`${HEAD}# Questions\n${'>\n'.repeat(500_000)}`);
const keys = Array.from({ length: 15_000 }, (_, at) => `key${at}: 1`).join('\n');
const flow = `title: {${Array.from({ length: 30_000 }, (_, at) => at).join(',')}}`;
const document = Buffer.concat([
  Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
  Buffer.from('%PDF-1.4\nstartxref\n0\n%%EOF\n'),
]);

const noise = Buffer.from(randomBytes(20_000).toString('hex'));

const HOSTILE: [what: string, files: Zippable, told: RegExp][] = [
  [
    'three lessons of 500,000 lines of nothing',
    { 'course.yaml': COURSE, '0001-x.md': quoted, '0002-x.md': quoted, '0003-x.md': quoted },
    /^This zip file unpacks to more than a hundred times its size\.$/,
  ],
  [
    'three such lessons beside what packs badly',
    {
      'course.yaml': COURSE,
      '0001-x.md': quoted,
      '0002-x.md': quoted,
      '0003-x.md': quoted,
      'raw.bin': randomBytes(60_000),
    },
    /^0001-x\.md:6: There are more than 10,000 lines below # Questions\.(\n|$)/,
  ],
  [
    'problems without end',
    { 'course.yaml': COURSE, '01-x.md': strToU8(`${HEAD}# Questions\n${'> \n'.repeat(9000)}`) },
    /\nAnd 8\d\d\d more\.$/,
  ],
  [
    'a head of many keys',
    { 'course.yaml': COURSE, '01-x.md': withHead(keys) },
    /^01-x\.md: The fields may have at most 30,000/,
  ],
  [
    'a head of numbers',
    { 'course.yaml': COURSE, '01-x.md': withHead(flow) },
    /^01-x\.md: The fields may have at most 30,000/,
  ],
  [
    'fields nested without end',
    { 'course.yaml': strToU8(`title: ${'['.repeat(90_000)}`), '01-x.md': WELCOME },
    /^course\.yaml/,
  ],
  [
    '1,200 files of zeros below the size at which one is judged alone',
    Object.fromEntries([
      ['course.yaml', COURSE],
      ['01-x.md', WELCOME],
      ...Array.from({ length: 1200 }, (_, at) => [`media/${at}.bin`, new Uint8Array(1_048_000)] as const),
    ]),
    /^This zip file unpacks to more than a hundred times its size\.$/,
  ],
  [
    'one file named as a picture and as a document',
    {
      'course.yaml': strToU8(`${Buffer.from(COURSE)}thumbnail: both.png\n`),
      '01-x.md': withHead('title: A\nminutes: 1\ndocuments:\n  - title: B\n    file: both.png'),
      'both.png': document,
    },
    /^01-x\.md:\d+: `documents\.1\.file`: The file both\.png is named as a picture too\.$/,
  ],
  [
    'texts beyond a book',
    {
      'course.yaml': COURSE,
      ...Object.fromEntries(Array.from({ length: 25 }, (_, at) => [`${at + 1}-x.md`, Buffer.alloc(1_000_000, noise)])),
    },
    /^The texts of this course take more than 20 MB\.$/,
  ],
];

onEveryEngine('a hostile archive', (openDb) => {
  const startServer = startOn(openDb);

  test.each(HOSTILE)('%s is refused in a sentence, and holds nobody up', async (_, files, told) => {
    const { server, origin, author } = await anAuthor(startServer);
    const body = zipSync(files) as Uint8Array<ArrayBuffer>;
    const delay = monitorEventLoopDelay({ resolution: 5 });
    delay.enable();
    const answer = await fetch(`${origin}/api/admin/courses/import`, { method: 'POST', headers: author.headers, body });
    delay.disable();
    const said = await answer.text();
    expect(said.length).toBeLessThan(120_000);
    expect(answer.status, said.slice(0, 300)).toBe(422);
    expect((JSON.parse(said) as { message: string }).message).toMatch(told);
    // Many times what it takes, and a hundredth of what it took in the server's own process.
    expect(delay.max / 1e6).toBeLessThan(1000);
    expect(readdirSync(server.deps.media.incoming)).toEqual([]);
  });

  test('what nobody names is not unpacked', async () => {
    const { server, origin, author, files } = await anAuthor(startServer);
    const noise = randomBytes(50_000);
    const body = zipSync({ 'course.yaml': COURSE, '01-x.md': WELCOME, 'raw.mov': noise }) as Uint8Array<ArrayBuffer>;
    server.deps.media.limits.organizationBytes = body.length + 10;
    const answer = await fetch(`${origin}/api/admin/courses/import`, { method: 'POST', headers: author.headers, body });
    expect(answer.status).toBe(201);
    expect(files()).toEqual([]);
  });
});
