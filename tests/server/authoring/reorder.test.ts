// Putting the lessons of a course in another order.
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { groupLessons, type Outline, orderIndexesOf } from '#sync/contract/authoring.ts';
import { onEveryEngine } from '#tests/fixtures/db.ts';
import { openOutline } from '#tests/fixtures/outline.ts';
import { processorMs } from '#tests/fixtures/processor-time.ts';

const inOrder = (ids: (number | undefined)[]) => ids.map((lessonId, n) => ({ lessonId, orderIndex: n + 1 }));

onEveryEngine('reordering', (openDb) => {
  test('[U5] every module begins at its first index again, and the lessons outside behind the last one', async () => {
    const { lay, outline, reorder, placesIn, acts, courseId, db } = await openOutline(openDb);
    // The indexes of the sample course (P-9): seven modules, and two lessons beyond.
    const ends = [0, 4, 8, 13, 18, 23, 27, 31];
    const ranges = ends.slice(1).map((end, n): [number, number] => [(ends[n] ?? 0) + 1, end]);
    const { lessons: ids } = await lay(ranges, [1, 3, 4, 5, 6, 14, 30, 40, 45]);
    const before = await outline();
    const orders = orderIndexesOf(
      groupLessons(before).map((group) => ({ ...group, lessons: [...group.lessons].reverse() })),
    );
    const after = await reorder(orders, 0);
    expect(placesIn(after)).toEqual(['1 L4', '2 L3', '3 L1', '5 L6', '6 L5', '14 L14', '28 L30', '40 L45', '41 L40']);
    expect(after.lessons.map(({ id, orderIndex }) => ({ lessonId: id, orderIndex }))).toEqual(orders);
    expect(after.outlineRev).toBe(1);
    expect((await reorder(orders, 1)).outlineRev).toBe(1);
    expect((await acts()).map(({ action, subject }) => [action, subject])).toEqual([
      ['lessons.reordered', String(courseId)],
    ]);
    // Another index inside the module asks for the same order: what is kept is by the rules.
    const spread = orders.map((one) => (one.lessonId === ids[6] ? { ...one, orderIndex: 31 } : one));
    expect(placesIn(await reorder(spread))).toEqual(placesIn(after));
    const { lessons } = db.tables;
    expect(await db.select().from(lessons).where(eq(lessons.rev, 0))).toHaveLength(9);
  });

  test('[U5] without modules the lessons begin at their smallest index', async () => {
    const { lay, reorder, placesIn } = await openOutline(openDb);
    const {
      lessons: [a, b, c],
    } = await lay([], [1, 2, 3]);
    expect(placesIn(await reorder(inOrder([c, a, b])))).toEqual(['1 L3', '2 L1', '3 L2']);
  });

  test('[U5] a foreign, missing or doubled lesson is refused, and nothing changes', async () => {
    const { lay, plant, places, refused, author, courseAt, courseId } = await openOutline(openDb);
    const {
      lessons: [a, b, c],
    } = await lay([[1, 2]], [1, 2, 3]);
    const foreign = await plant.lesson(await plant.course());
    const deleted = await plant.lesson(courseId, { orderIndex: 4, retiredAt: new Date() });
    const asked = (orders: unknown) => refused(author, 'PUT', `${courseAt}/lessons/reorder`, { lessonOrders: orders });
    const wrong: [unknown, string][] = [
      [inOrder([b, a, foreign]), '422 order_not_whole lessonOrders.2.lessonId'],
      [inOrder([b, a, c, foreign]), '422 order_not_whole lessonOrders.3.lessonId'],
      [inOrder([b, a, c, deleted]), '422 order_not_whole lessonOrders.3.lessonId'],
      [inOrder([b, a]), '422 order_not_whole lessonOrders'],
      [inOrder([b, a, a]), '422 order_not_whole lessonOrders.2.lessonId'],
      [[...inOrder([b, a]), { lessonId: c, orderIndex: 2 }], '422 order_not_whole lessonOrders.2.orderIndex'],
      [
        [a, b].map((lessonId) => ({ lessonId, orderIndex: 1 })).concat({ lessonId: c, orderIndex: 3 }),
        '422 order_not_whole lessonOrders.1.orderIndex',
      ],
      // The third is outside the module.
      [inOrder([b, c, a]), '422 order_not_whole lessonOrders.2.orderIndex'],
      [[{ lessonId: a, orderIndex: 0 }], '400 validation_failed lessonOrders.0.orderIndex'],
      [[{ lessonId: a, orderIndex: 1.5 }], '400 validation_failed lessonOrders.0.orderIndex'],
      [[{ lessonId: 'a', orderIndex: 1 }], '400 validation_failed lessonOrders.0.lessonId'],
      [[], '400 validation_failed lessonOrders'],
      [undefined, '400 validation_failed lessonOrders'],
    ];
    for (const [orders, answer] of wrong) expect(await asked(orders)).toBe(answer);
    expect(await places()).toEqual(['1 L1', '2 L2', '3 L3']);
  });

  test('[U5] an outdated reorder is refused, and nothing changes', async () => {
    const { lay, reorder, add, send, places, author, courseAt } = await openOutline(openDb);
    const {
      lessons: [a, b],
    } = await lay([], [1, 2]);
    await reorder(inOrder([b, a]), 0);
    const body = { lessonOrders: inOrder([a, b]), seenRev: 0 };
    const late = await send(author, 'PUT', `${courseAt}/lessons/reorder`, body);
    expect([late.status, late.body.code, late.body.outlineRev]).toEqual([409, 'outline_changed', 1]);
    await add({ title: 'New' });
    const without = { lessonOrders: inOrder([a, b]), seenRev: 1 };
    expect((await send(author, 'PUT', `${courseAt}/lessons/reorder`, without)).status).toBe(409);
    expect(await places()).toEqual(['1 L2', '2 L1', '3 New']);
  });

  test('[U5] three hundred lessons are turned round and read in no time', async () => {
    const { lay, reorder, outline, courseId, plant } = await openOutline(openDb);
    const { lessons } = await lay([[1, 150]], []);
    for (let n = 1; n <= 300; n += 1) lessons.push(await plant.lesson(courseId, { orderIndex: n, title: `L${n}` }));
    const turned = [...lessons.slice(0, 150).reverse(), ...lessons.slice(150).reverse()];
    await outline();
    const start = processorMs();
    const after: Outline = await reorder(inOrder(turned));
    const took = processorMs() - start;
    expect(after.lessons.map(({ id }) => id)).toEqual(turned);
    // A round trip for each lesson would take far longer than this on PostgreSQL.
    expect(took).toBeLessThan(1000);
  });
});
