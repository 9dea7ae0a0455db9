import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import type { Db } from '#server/db/client.ts';
import { HITS_LIMIT, indexLesson, LessonHits } from '#sync/contract/search.ts';
import { onEveryEngine } from '#tests/fixtures/db.ts';
import { planter } from '#tests/fixtures/plant.ts';
import { openRooms, type Rooms } from '#tests/fixtures/rooms.ts';

vi.mock('#sync/contract/search.ts', async (load) => {
  const search = await load<typeof import('#sync/contract/search.ts')>();
  return { ...search, indexLesson: vi.fn(search.indexLesson) };
});
/** The lessons that were read for the index since the last time. */
const indexed = () => {
  const ids = vi.mocked(indexLesson).mock.calls.map(([id]) => id);
  vi.mocked(indexLesson).mockClear();
  return ids;
};

const CAPTIONS = `WEBVTT

00:00.500 --> 00:04.000
Welcome to the kitchen.

1:
00:01:07.200 --> 00:01:12.000
Mind the <v Ines>señales</v> above
the doorway.
`;

onEveryEngine('the search inside lessons', (openDb) => {
  let db: Db;
  let rooms: Rooms;
  let plant: ReturnType<typeof planter>;
  let me: string;
  let courseId: number;
  let video: number;

  beforeAll(async () => {
    db = await openDb();
    rooms = await openRooms(db);
    plant = planter(db);
    me = await plant.person();
    courseId = await plant.course({ title: 'Scanning' });
    const assetId = await plant.asset({ captions: CAPTIONS, captionsRev: 1 });
    video = await plant.lesson(courseId, { title: 'Walk through', assetId });
    const body =
      '## Before you start\n\nOpen the doors. Keep the **tripod** away from [mirrors](https://x.example/glass).';
    await plant.lesson(courseId, { title: 'Set up', body, orderIndex: 2 });
    await plant.lesson(courseId, { title: 'Tripods and mirrors', description: 'What to carry.', orderIndex: 3 });
    await plant.lesson(courseId, { title: 'Gone', body: 'tripod', orderIndex: 4, retiredAt: new Date() });
  });

  const search = async (q: string, who = me) => {
    const told = await rooms.ask(who, `/api/search?q=${encodeURIComponent(q)}`);
    expect(told.status).toBe(200);
    return LessonHits.parse(told.body).lessons;
  };

  test('finds every word in any case and without accents, titles first, with the sentence', async () => {
    const hits = await search('MIRRORS tripod');
    expect(hits.map(({ title }) => title)).toEqual(['Tripods and mirrors', 'Set up']);
    expect(hits[1]).toMatchObject({
      courseId,
      courseTitle: 'Scanning',
      excerpt: 'Keep the tripod away from mirrors.',
      second: null,
    });
    expect(hits[0]?.excerpt).toBe('What to carry.');
    expect(await search('tripod kitchen')).toEqual([]);
  });

  test('finds what a video says, with its second', async () => {
    const [hit] = await search('senales doorway');
    expect(hit).toMatchObject({ lessonId: video, excerpt: 'Mind the señales above the doorway.', second: 67 });
  });

  test.each(['', 'x', '  ', '!?'])('finds nothing for %j', async (q) => {
    expect(await search(q)).toEqual([]);
  });

  test('does not find addresses, marks and what is retired', async () => {
    expect(await search('glass')).toEqual([]);
    expect(await search('gone')).toEqual([]);
  });

  test('finds a changed text and changed captions at once', async () => {
    const { lessons, assets } = db.tables;
    const lessonId = await plant.lesson(courseId, { title: 'Notes', body: 'An old ladder.', orderIndex: 5 });
    expect((await search('ladder')).map((hit) => hit.lessonId)).toEqual([lessonId]);
    await db.update(lessons).set({ body: 'A new rope.', rev: 1 }).where(eq(lessons.id, lessonId));
    expect(await search('ladder')).toEqual([]);
    expect((await search('rope')).map((hit) => hit.lessonId)).toEqual([lessonId]);
    const captions = CAPTIONS.replace('kitchen', 'cellar');
    await db.update(assets).set({ captions, captionsRev: 2 }).where(eq(assets.captionsRev, 1));
    expect((await search('cellar')).map((hit) => hit.lessonId)).toEqual([video]);
  });

  test('answers the best of many', async () => {
    const many = await plant.course();
    for (let n = 1; n <= HITS_LIMIT + 5; n += 1) await plant.lesson(many, { title: `Zebra ${n}`, orderIndex: n });
    expect(await search('zebra')).toHaveLength(HITS_LIMIT);
    expect((await search('zebra 25')).map(({ title }) => title)).toEqual(['Zebra 25']);
  });

  describe('of a private course', () => {
    test('is there only for whoever is enrolled, also when others match better', async () => {
      const privately = await plant.course({ visibility: 'private', title: 'Closed' });
      const lessonId = await plant.lesson(privately, { title: 'Heron', isPreview: true });
      const colleague = await plant.person();
      await plant.assign(colleague, privately);
      expect(await search('heron')).toEqual([]);
      expect((await search('heron', colleague)).map((hit) => hit.lessonId)).toEqual([lessonId]);
    });
  });

  test('beyond what memory holds, what was searched last is not read again', async () => {
    const body = `${'x'.repeat(11_000_000)} stork`;
    const readers = await Promise.all(
      [1, 2].map(async () => {
        const [who, closed] = [await plant.person(), await plant.course({ visibility: 'private' })];
        await plant.assign(who, closed);
        return { who, lessonId: await plant.lesson(closed, { body }) };
      }),
    );
    for (const { who, lessonId } of readers) {
      indexed();
      expect((await search('stork', who)).map((hit) => hit.lessonId)).toEqual([lessonId]);
      expect(indexed()).toEqual([lessonId]);
      await search('stork', who);
      expect(indexed()).toEqual([]);
    }
  });

  test('a query that is too long is refused by its name, and too many are refused', async () => {
    const long = await rooms.ask(me, `/api/search?q=${'a'.repeat(201)}`);
    expect(long).toMatchObject({ status: 400, body: { code: 'validation_failed', field: 'q' } });
    const hasty = await plant.person();
    const statuses: number[] = [];
    for (let n = 0; n < 125 && statuses.at(-1) !== 429; n += 1) {
      statuses.push((await rooms.ask(hasty, '/api/search?q=x')).status);
    }
    expect(statuses).toHaveLength(121);
  });
});
