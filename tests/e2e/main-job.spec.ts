// The product's main job, end to end: work done without a network is in the database afterwards, exactly once.
import { COURSE, lessonPath, someLessons } from './content.ts';
import { appliedOperations, unitsOf } from './database.ts';
import type { Device } from './device.ts';
import { expect, NETWORK_NOISE, test } from './fixtures.ts';
import { badgeSays, completedInCourse, keptVideo, openLesson, signIn, turnPageOf, watchToTheEnd } from './person.ts';
import { LEARNER, type Product } from './product.ts';
import type { Wire } from './wire.ts';

type Stage = { tablet: Device; product: Product; wire: Wire };

/** Offline: reads a text, watches a video to its end, and loses power. Ends offline, with a browser started again. */
async function workWithoutNetwork({ tablet, product, wire }: Stage): Promise<{ textId: number; videoId: number }> {
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
  await watchToTheEnd(page);
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

test('[O3, O9] a text read and a video watched offline survive a killed browser and reach the database exactly once', async ({
  device,
  product,
  wire,
  noise,
}) => {
  noise.allow(NETWORK_NOISE);
  const tablet = await device();
  const { textId, videoId } = await workWithoutNetwork({ tablet, product, wire });

  wire.mend();
  await tablet.context.setOffline(false);
  await badgeSays(tablet.page, 'All work sent');

  const units = await unitsOf(product, LEARNER);
  expect(units.map(({ lesson_id, status }) => [lesson_id, status])).toEqual([
    [videoId, 'completed'],
    [textId, 'completed'],
  ]);
  expect(units.find(({ lesson_id }) => lesson_id === textId)?.rev, 'one change of the text lesson').toBe(1);
});

for (const [engine, name] of [
  ['sqlite', 'SQLite'],
  ['postgres', 'PostgreSQL'],
] as const) {
  test.describe(name, () => {
    test.use({ engine });

    test(`[O3, O9] an answer lost after the server committed changes nothing: the work is in ${name} exactly once`, async ({
      device,
      product,
      wire,
      noise,
    }) => {
      noise.allow(NETWORK_NOISE);
      const tablet = await device();
      const { textId, videoId } = await workWithoutNetwork({ tablet, product, wire });

      const lost = wire.loseAnswerTo('/api/');
      wire.mend();
      await tablet.context.setOffline(false);
      expect(await lost, 'the server had said yes').toBe(200);
      const committed = { units: await unitsOf(product, LEARNER), operations: await appliedOperations(product) };
      expect(committed.units.length).toBeGreaterThan(0);
      await badgeSays(tablet.page, /changes? waiting/);

      wire.mend();
      await tablet.page.reload();
      await badgeSays(tablet.page, 'All work sent');
      const units = await unitsOf(product, LEARNER);
      expect(units.map(({ lesson_id, status }) => [lesson_id, status])).toEqual([
        [videoId, 'completed'],
        [textId, 'completed'],
      ]);
      const text = units.find(({ lesson_id }) => lesson_id === textId);
      expect(text, 'sent twice, applied once').toEqual(committed.units.find(({ lesson_id }) => lesson_id === textId));
      expect(text?.rev).toBe(1);
    });
  });
}
