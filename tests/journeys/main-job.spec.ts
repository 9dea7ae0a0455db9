// The product's main job, end to end: work done without a network is in the database afterwards, exactly once.
import { COURSE, lessonPath, someLessons } from './content.ts';
import { operationsOf, unitsOf } from './database.ts';
import type { Device } from './device.ts';
import { outboxOf } from './device-data.ts';
import { expect, NETWORK_NOISE, test } from './fixtures.ts';
import { badgeSays, completedInCourse, keptVideo, openLesson, signIn, turnPageOf, watchToTheEnd } from './person.ts';
import { LEARNER, type Product } from './product.ts';
import type { Wire } from './wire.ts';

type Work = { textId: number; videoId: number };
type Stage = { tablet: Device; product: Product; wire: Wire };

/** Offline: reads a text, watches a video to its end, and loses power. Ends offline, with a browser started again. */
async function workWithoutNetwork({ tablet, product, wire }: Stage): Promise<Work> {
  const { page } = tablet;
  const { video, text } = await someLessons(product);
  await signIn(page);
  await page.goto(`/course/${COURSE}`);
  await openLesson(page, video);
  await keptVideo(page, video);
  await openLesson(page, text);

  wire.cut();
  await tablet.context.setOffline(true);
  await turnPageOf(page, text);
  await openLesson(page, video);
  await watchToTheEnd(page, 8);
  await expect(page.getByText('Lesson completed!', { exact: true })).toBeVisible();

  await tablet.killAndRestart();
  await tablet.context.setOffline(true);
  await tablet.page.goto(lessonPath(video));
  await expect(completedInCourse(tablet.page, video)).toBeVisible();
  await expect(completedInCourse(tablet.page, text)).toBeVisible();
  await badgeSays(tablet.page, '2 changes waiting');
  expect(await unitsOf(product, LEARNER)).toEqual([]);
  return { textId: text.id, videoId: video.id };
}

/** The revs that the answers to a lesson's operations gave it, in their order. */
function revsGiven(answers: string[], lessonId: number): number[] {
  const bodies: { changed?: boolean; unit?: { lessonId: number; rev: number } }[] = answers.map((text) =>
    JSON.parse(text),
  );
  const changes = bodies.flatMap(({ changed, unit }) => (changed && unit?.lessonId === lessonId ? [unit.rev] : []));
  return changes.sort((a, b) => a - b);
}

/** What the device did and what the server took are the same operations, and each moved its lesson by one. */
async function arrivedExactlyOnce({ tablet, product }: Stage, { textId, videoId }: Work): Promise<void> {
  const entries = await outboxOf(tablet.page);
  expect(new Set(entries.map(({ state }) => state))).toEqual(new Set(['done']));
  for (const lessonId of [textId, videoId]) expect(entries.map((entry) => entry.lessonId)).toContain(lessonId);
  const operations = await operationsOf(product, LEARNER);
  expect(operations.map(({ op_id }) => op_id)).toEqual(entries.map(({ opId }) => opId).sort());
  expect(new Set(operations.map(({ status }) => status))).toEqual(new Set([200]));

  const units = await unitsOf(product, LEARNER);
  const expected = [videoId, textId].map((lessonId) => {
    const revs = revsGiven(
      operations.map(({ answer }) => answer),
      lessonId,
    );
    expect(revs, 'one after the other, none twice').toEqual(revs.map((_, index) => index + 1));
    return { lesson_id: lessonId, status: 'completed', rev: revs.length };
  });
  expect(units).toEqual(expected.sort((a, b) => a.lesson_id - b.lesson_id));
  expect(units.find(({ lesson_id }) => lesson_id === textId)?.rev, 'one change of the text lesson').toBe(1);
}

test('[O3, O9] a text read and a video watched offline survive a killed browser and reach the database exactly once', {
  tag: '@core',
}, async ({ device, product, wire, noise }) => {
  noise.allow(NETWORK_NOISE);
  const stage = { tablet: await device(), product, wire };
  const work = await workWithoutNetwork(stage);

  wire.mend();
  await stage.tablet.context.setOffline(false);
  await badgeSays(stage.tablet.page, 'All work sent');
  await arrivedExactlyOnce(stage, work);
});

for (const [engine, name] of [
  ['sqlite', 'SQLite'],
  ['postgres', 'PostgreSQL'],
] as const) {
  test.describe(name, () => {
    test.use({ engine });

    test(`[O3, O9] an answer lost after the server committed changes nothing: the work is in ${name} exactly once`, {
      tag: '@core',
    }, async ({ device, product, wire, noise }) => {
      noise.allow(NETWORK_NOISE);
      const stage = { tablet: await device(), product, wire };
      const work = await workWithoutNetwork(stage);
      const { tablet } = stage;
      const before = await operationsOf(product, LEARNER);

      const lost = wire.loseAnswerTo('/api/');
      wire.mend();
      await tablet.context.setOffline(false);
      expect(await lost, 'the server had said yes').toBe(200);
      const known = new Set(before.map(({ op_id }) => op_id));
      const committed = (await operationsOf(product, LEARNER)).filter(({ op_id }) => !known.has(op_id));
      expect(committed.length).toBeGreaterThan(0);
      await badgeSays(tablet.page, /changes? waiting/);
      const unsent = (await outboxOf(tablet.page)).filter(({ state }) => state !== 'done').map(({ opId }) => opId);
      for (const { op_id } of committed) expect(unsent, 'the device does not know it').toContain(op_id);

      wire.mend();
      await tablet.page.reload();
      await badgeSays(tablet.page, 'All work sent');
      await arrivedExactlyOnce(stage, work);
      const operations = await operationsOf(product, LEARNER);
      expect(operations, 'sent twice, applied once').toEqual(expect.arrayContaining(committed));
      expect(operations).toHaveLength(before.length + unsent.length);
    });
  });
}
