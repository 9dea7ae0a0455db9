// A course comes back from the zip of its files as it was, and a bad zip is refused with the name of what is wrong in it.
import { readdirSync } from 'node:fs';
import { and, eq } from 'drizzle-orm';
import { gzipSync, strToU8, unzipSync, type Zippable, zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { SAMPLE_COURSES, seedSampleContent } from '#server/commands/bootstrap-content.ts';
import { anAuthor } from '#tests/fixtures/authors.ts';
import { onEveryEngine } from '#tests/fixtures/db.ts';
import { startOn } from '#tests/fixtures/server.ts';
import { signedIn } from '#tests/fixtures/signed-in.ts';
import { aVideo } from '#tests/fixtures/videos.ts';

const COURSE = `title: Ladders
description: How to stand on them.
category: safety
visibility: public
instructor: Ines Okafor
minutes: 20
`;
const LESSON = `---
title: Welcome
minutes: 4
---

Look **up** first.
`;
const VIDEO_LESSON = `---
title: Climb
minutes: 1
video: media/climb.mp4
---
`;
const GOOD = { 'course.yaml': strToU8(COURSE), '01-welcome.md': strToU8(LESSON) };
const WITH_VIDEO: Zippable = {
  ...GOOD,
  '02-climb.md': strToU8(VIDEO_LESSON),
  'media/climb.mp4': [aVideo(), { level: 0 }],
};
const FOUND_BY = { list: 'PK\x01\x02', local: 'PK\x03\x04' };

type Fields = { flags?: number; method?: number; packed?: number; size?: number };

/** The archive, with these fields of one of its files written over in the list at its end. */
function lying(files: Zippable, name: string, fields: Fields): Buffer {
  const zip = Buffer.from(zipSync(files));
  let at = zip.indexOf(FOUND_BY.list, 0, 'latin1');
  while (zip.toString('utf8', at + 46, at + 46 + zip.readUInt16LE(at + 28)) !== name)
    at = zip.indexOf(FOUND_BY.list, at + 4, 'latin1');
  if (fields.flags !== undefined) zip.writeUInt16LE(fields.flags, at + 8);
  if (fields.method !== undefined) zip.writeUInt16LE(fields.method, at + 10);
  if (fields.packed !== undefined) zip.writeUInt32LE(fields.packed, at + 20);
  if (fields.size !== undefined) zip.writeUInt32LE(fields.size, at + 24);
  return zip;
}

/** The archive with other bytes in place of these, everywhere. */
function replaced(files: Zippable, before: string, after: string): Buffer {
  return Buffer.from(Buffer.from(zipSync(files)).toString('latin1').replaceAll(before, after), 'latin1');
}

const HUGE = { packed: 3_000_000_000, size: 3_000_000_000 };
const TOO_MUCH = { packed: 4_100_000_000, size: 4_100_000_000 };
const X = strToU8('x');
const BOOM = { '02-boom.md': new Uint8Array(8_000_000) };
const MANIFEST = strToU8('<manifest xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_rootv1p2">');
const LEAVING = VIDEO_LESSON.replace('media/climb.mp4', '../../../media-ticket.key');
const CHOOSE = 'Please choose the zip file of a course.';
const NO_ZIP = `This is not a whole zip file. ${CHOOSE}`;
const LEADS_OUT = 'This path leads out of the folder of the course.';
const DAMAGED = 'This file is damaged in the zip file.';
const BAD_NAME = 'This name is in the zip file twice, or too long.';
const NO_NUMBER = 'The name must begin with the number of the lesson and -, such as 01-welcome.md.';
const METHOD = 'This file is compressed in a way that is not read here. Choose Deflate.';
const OTHER_ENDING = 'This file is missing. There is course.yml: rename it to course.yaml.';
const TWO =
  'There are several courses in this zip file: a/course.yaml, b/course.yaml. Import each in a zip file of its own.';
const MINUTES = '`minutes`: This must be minutes such as 4, or 4:30 with seconds, up to 1440.';
const STORED = { 'course.yaml': [strToU8(COURSE), { level: 0 }], '01-welcome.md': strToU8(LESSON) } satisfies Zippable;
const long = `${'n'.repeat(300)}.md`;
const deep = `${'a/'.repeat(50)}x.md`;
/** A good course with these files besides. */
const besides = (files: Zippable) => zipSync({ ...GOOD, ...files });
const only = (files: Record<string, string>) =>
  zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])));

const BAD: [what: string, zip: Uint8Array, told: string][] = [
  ['no zip', strToU8('{"a":1}'), NO_ZIP],
  ['nothing', new Uint8Array(0), NO_ZIP],
  ['half a zip', zipSync(GOOD).slice(0, 200), NO_ZIP],
  ['a path out', besides({ '../evil.md': X }), `../evil.md: ${LEADS_OUT}`],
  ['a path from the root', besides({ '/etc/evil': X }), `/etc/evil: ${LEADS_OUT}`],
  ['a path of Windows', besides({ 'a\\..\\evil': X }), `a/../evil: ${LEADS_OUT}`],
  ['a bomb', besides(BOOM), '02-boom.md: This file unpacks to more than a hundred times its size.'],
  ['a bomb that lies', lying({ ...GOOD, ...BOOM }, '02-boom.md', { size: 10 }), `02-boom.md: ${DAMAGED}`],
  [
    'more than 4 GB',
    lying({ ...WITH_VIDEO, 'more.mp4': aVideo() }, 'more.mp4', TOO_MUCH),
    'more.mp4: With this file the course takes more than 4 GB.',
  ],
  ['a file of which the most is missing', lying(WITH_VIDEO, 'media/climb.mp4', HUGE), `media/climb.mp4: ${DAMAGED}`],
  ['an encrypted file', lying(GOOD, '01-welcome.md', { flags: 1 }), '01-welcome.md: This file is encrypted.'],
  ['another compression', lying(GOOD, '01-welcome.md', { method: 14 }), `01-welcome.md: ${METHOD}`],
  ['a flipped bit', replaced(STORED, 'Ladders', 'Ledders'), `course.yaml: ${DAMAGED}`],
  [
    'a name twice',
    replaced({ ...GOOD, '02-welcome.md': strToU8(LESSON) }, '02-welcome', '01-welcome'),
    `01-welcome.md: ${BAD_NAME}`,
  ],
  ['a file that is a folder too', besides({ '01-welcome.md/x': X }), `01-welcome.md/x: ${BAD_NAME}`],
  ['a name too long', besides({ [long]: X }), `${long}: ${BAD_NAME}`],
  ['folders without end', besides({ [deep]: X }), `${deep}: ${BAD_NAME}`],
  [
    'too many files',
    only(Object.fromEntries(Array.from({ length: 2001 }, (_, at) => [`${at}.txt`, '']))),
    'This zip file has more than 2000 files.',
  ],
  [
    'another ending',
    only({ 'ladders/course.yml': COURSE, 'ladders/01-welcome.md': LESSON }),
    `ladders/course.yaml: ${OTHER_ENDING}`,
  ],
  ['two courses', only({ 'a/course.yaml': COURSE, 'a/01-a.md': LESSON, 'b/course.yaml': COURSE }), TWO],
  [
    'names with a number that are none of a lesson',
    besides({ '02 welcome.md': strToU8(LESSON), '03_welcome.md': strToU8(LESSON) }),
    `02 welcome.md: ${NO_NUMBER}\n03_welcome.md: ${NO_NUMBER}`,
  ],
  [
    'files that differ by case alone',
    zipSync({
      ...WITH_VIDEO,
      '02-climb.md': strToU8(VIDEO_LESSON.replace('climb.mp4', 'CLIMB.mp4')),
      'media/Climb.mp4': aVideo(),
    }),
    '02-climb.md:4: `video`: There is no file media/CLIMB.mp4.',
  ],
  [
    'a SCORM package',
    zipSync({ 'imsmanifest.xml': MANIFEST, 'course.js': X }),
    'This is a SCORM 1.2 package. It cannot be played here. Make lessons of its texts, videos and questions.',
  ],
  [
    'a backup of Moodle',
    gzipSync(strToU8('Moodle archive file index.')),
    'This is a Moodle backup. In Moodle, export its question bank as Moodle XML, and import that in a quiz.',
  ],
  ['no course', only({ '01-welcome.md': LESSON }), 'course.yaml: This file is missing.'],
  [
    'a missing video',
    besides({ '02-climb.md': strToU8(VIDEO_LESSON) }),
    '02-climb.md:4: `video`: There is no file media/climb.mp4.',
  ],
  [
    'a video that is none',
    zipSync({ ...WITH_VIDEO, 'media/climb.mp4': strToU8('words') }),
    '02-climb.md:4: `video`: The file media/climb.mp4 is not a video that browsers show.',
  ],
  [
    'a path out of a lesson',
    besides({ '02-climb.md': strToU8(LEAVING) }),
    '02-climb.md:4: `video`: The path ../../../media-ticket.key leads out of the folder of the course.',
  ],
  [
    'wrong fields',
    only({ 'course.yaml': COURSE.replace('title: Ladders\n', ''), '01-a.md': LESSON.replace('4', 'four') }),
    `course.yaml:1: \`title\`: This field is missing.\n01-a.md:3: ${MINUTES}`,
  ],
];

onEveryEngine('the import of a course', (openDb) => {
  const startServer = startOn(openDb);

  test('makes of each exported sample course the same course again, as a draft', async () => {
    const server = await startServer();
    await seedSampleContent(server.db, server.deps.media);
    const { courseModules } = server.db.tables;
    const hidden = async (courseId: number) => {
      const isHidden = and(eq(courseModules.courseId, courseId), eq(courseModules.isEnabled, false));
      return (await server.db.select().from(courseModules).where(isHidden)).length;
    };
    await server.db.update(courseModules).set({ isEnabled: false }).where(eq(courseModules.orderIndex, 1));
    expect(await hidden(1)).toBe(1);
    const origin = await server.listen();
    const { headers } = await signedIn(server, { isSuperAdmin: true });
    const exported = async (id: number) => {
      const asked = await fetch(`${origin}/api/admin/courses/${id}/export`, { method: 'POST', headers });
      const { url } = (await asked.json()) as { url: string };
      return new Uint8Array(await (await fetch(`${origin}${url}`)).arrayBuffer());
    };
    for (const [at, name] of SAMPLE_COURSES.entries()) {
      const zip = await exported(at + 1);
      const answer = await fetch(`${origin}/api/admin/courses/import`, { method: 'POST', headers, body: zip });
      expect(answer.status, name).toBe(201);
      const { course } = (await answer.json()) as { course: { id: number; isPublished: boolean } };
      expect(course.isPublished).toBe(false);
      expect(unzipSync(await exported(course.id)), name).toEqual(unzipSync(zip));
      expect(await hidden(course.id), name).toBe(await hidden(at + 1));
    }
    expect(readdirSync(server.deps.media.incoming), 'nothing is left behind').toEqual([]);
  });

  test('of an org admin belongs to their organization, from a folder of the archive that another program made', async () => {
    const { server, origin, author, organization } = await anAuthor(startServer);
    const files = Object.fromEntries(Object.entries(WITH_VIDEO).map(([name, file]) => [`ladders/${name}`, file]));
    const zip = zipSync({
      ...files,
      '__MACOSX/ladders/._course.yaml': strToU8('x'),
      'ladders/._01-x.md': strToU8('x'),
    });
    const { headers } = author;
    const answer = await fetch(`${origin}/api/admin/courses/import`, { method: 'POST', headers, body: zip });
    const { course } = (await answer.json()) as { course: { id: number } };
    expect(course).toMatchObject({ title: 'Ladders', visibility: 'organization', organizationId: organization });
    const { lessons, assets, auditLog } = server.db.tables;
    const made = await server.db
      .select()
      .from(lessons)
      .where(eq(lessons.courseId, course.id))
      .orderBy(lessons.orderIndex);
    expect(made).toMatchObject([{ title: 'Welcome', body: 'Look **up** first.' }, { title: 'Climb' }]);
    const [video] = await server.db
      .select()
      .from(assets)
      .where(eq(assets.id, made[1]?.assetId ?? ''));
    expect(video).toMatchObject({ fileName: 'climb.mp4', contentType: 'video/mp4', sizeBytes: aVideo().length });
    const told = and(eq(auditLog.action, 'course.imported'), eq(auditLog.subject, String(course.id)));
    expect(await server.db.select().from(auditLog).where(told)).toMatchObject([{ organizationId: organization }]);
  });

  test('is found by the names that people read, in archives of macOS and of old programs of Windows', async () => {
    const { origin, author } = await anAuthor(startServer);
    const lesson = strToU8(VIDEO_LESSON.replace('climb', 'Pr\u00fcfung'));
    const other = { 'course.yaml': strToU8(COURSE), '02-climb.md': lesson };
    const behind = (place: string, files: Zippable) =>
      Object.fromEntries(Object.entries(files).map(([name, file]) => [place + name, file]));
    const zips: Uint8Array[] = [
      zipSync({ ...other, 'media/Pru\u0308fung.mp4': aVideo() }),
      zipSync(behind('ladders\\', { ...other, 'media\\Pr\u00fcfung.mp4': aVideo() })),
      zipSync(
        behind('./', { 'COURSE.YAML': strToU8(COURSE), '02-climb.md': lesson, 'Media/PR\u00dcFUNG.MP4': aVideo() }),
      ),
      // In code page 437, as Windows packed it for decades.
      replaced({ ...other, 'media/Pr_fung.mp4': aVideo() }, 'Pr_fung.mp4', 'Pr\x81fung.mp4'),
    ];
    for (const [at, zip] of zips.entries()) {
      const sent = { method: 'POST', headers: author.headers, body: zip as Uint8Array<ArrayBuffer> };
      const answer = await fetch(`${origin}/api/admin/courses/import`, sent);
      expect(await answer.json(), String(at)).toMatchObject({ course: { title: 'Ladders' }, notes: [] });
    }
  });

  test('is refused with the name of what is wrong, and leaves nothing', async () => {
    const { server, origin, author, files } = await anAuthor(startServer);
    const { courses, assets } = server.db.tables;
    const before = files();
    for (const [what, zip, told] of BAD) {
      const sent = { method: 'POST', headers: author.headers, body: zip as Uint8Array<ArrayBuffer> };
      const answer = await fetch(`${origin}/api/admin/courses/import`, sent);
      expect(await answer.json(), what).toMatchObject({ code: 'course_files_wrong', message: told });
    }
    expect(files()).toEqual(before);
    expect(readdirSync(server.deps.media.incoming)).toEqual([]);
    expect(await server.db.select().from(courses)).toHaveLength(1);
    expect(await server.db.select().from(assets)).toEqual([]);
  });

  test('needs room for its media', async () => {
    const { server, origin, author, files } = await anAuthor(startServer);
    // What is sent fits, what it holds does not.
    const zip = zipSync({ ...WITH_VIDEO, 'media/climb.mp4': aVideo(50_000) });
    // Damaged, which would be told if a byte of the video were unpacked.
    const inVideo = Buffer.from(zip.buffer).indexOf('media/climb.mp4') + 20;
    zip[inVideo] = 255 - (zip[inVideo] ?? 0);
    server.deps.media.limits.organizationBytes = 20_000;
    const sent = { method: 'POST', headers: author.headers, body: zip };
    const answer = await fetch(`${origin}/api/admin/courses/import`, sent);
    expect(await answer.json()).toMatchObject({ code: 'media_quota_exceeded' });
    expect(files()).toEqual([]);
    expect(await server.db.select().from(server.db.tables.courses)).toHaveLength(1);
  });
});
