// Public lessons without signing in: the progress stays on the device, and is offered to whoever signs in next (R-S10, Y2).
import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import type { Lesson } from '#sync/contract/lesson.ts';
import { someLessons } from './content.ts';
import { operationsOf, unitsOf } from './database.ts';
import { outboxOf } from './device-data.ts';
import { expect, NETWORK_NOISE, test } from './fixtures.ts';
import { badgeSays, cameToRest, more, signIn, underWorker } from './person.ts';
import { LEARNER } from './product.ts';

const TITLE = /^You worked on \d lessons? before signing in$/;
const offer = (page: Page) => page.getByRole('region', { name: TITLE });
const choose = (page: Page, name: string) => offer(page).getByRole('button', { name }).click();
/** Completes a public text as anybody can. */
async function reads(page: Page, { courseId, id, title }: Lesson): Promise<void> {
  await page.goto(`/public-course/${courseId}/lesson/${id}`);
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await page.getByRole('button', { name: 'Mark Complete' }).click();
  await expect(more(page)).toBeVisible();
}

/** Watches the first seconds of a public video. */
async function watchesPart(page: Page, { courseId, id }: Lesson): Promise<void> {
  await page.goto(`/public-course/${courseId}/lesson/${id}`);
  const video = page.locator('video');
  await video.evaluate((element: HTMLVideoElement) => {
    element.muted = true;
    return element.play();
  });
  await expect.poll(() => video.evaluate((element: HTMLVideoElement) => element.currentTime)).toBeGreaterThan(3);
  await video.evaluate((element: HTMLVideoElement) => element.pause());
  await expect(page.getByRole('article').getByText('In progress', { exact: true }).first()).toBeVisible();
}

test('[S10, C4] what a visitor learned is kept, offered after the sign-in, and counts once when they say so', {
  tag: '@core',
}, async ({ page, product }) => {
  const { text, video } = await someLessons(product);
  await reads(page, text);
  await badgeSays(page, 'Kept on this device');
  await watchesPart(page, video);
  await page.goto(`/public-course/${text.courseId}`);
  await expect(page.getByText('Your progress is saved on this device only.')).toBeVisible();
  await expect(page.getByRole('img', { name: 'Waiting to be sent' })).toHaveCount(0);
  await page.getByRole('link', { name: 'Sign in or sign up' }).click();
  await expect(page).toHaveURL(`/auth?courseId=${text.courseId}`);

  await signIn(page);
  await expect(offer(page)).toContainText('You worked on 2 lessons before signing in');
  await expect(offer(page)).toContainText('1 completed, 1 in progress');
  await expect(offer(page)).toContainText('Add it only if it was you, Lena Learner.');
  expect(await unitsOf(product, LEARNER), 'nothing is given unasked').toEqual([]);
  await choose(page, 'Add to my account');
  await expect(page.getByText('2 lessons added to your account.', { exact: true })).toBeVisible();
  await badgeSays(page, 'All work sent');
  const units = await unitsOf(product, LEARNER);
  expect(units).toHaveLength(2);
  expect(units).toContainEqual({ lesson_id: text.id, status: 'completed', rev: 1 });
  expect(units).toContainEqual({ lesson_id: video.id, status: 'in_progress', rev: 1 });
  expect(await operationsOf(product, LEARNER)).toHaveLength(2);
  await page.reload();
  await cameToRest(page);
  await expect(offer(page)).toHaveCount(0);
  expect(await operationsOf(product, LEARNER)).toHaveLength(2);
});

test('[S10, A6] after a mailed sign-up with a course the person lands there, and is asked there', async ({
  page,
  product,
  mailbox,
}) => {
  const { text } = await someLessons(product);
  const email = `${randomUUID().slice(0, 8)}@people.example`;
  await reads(page, text);
  await page.getByRole('link', { name: 'Sign in or sign up' }).click();
  await page.getByLabel('Full Name').fill('Nina New');
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill('secret-1');
  await page.getByLabel('Confirm Password', { exact: true }).fill('secret-1');
  await page.getByRole('main').getByRole('button', { name: 'Sign Up', exact: true }).click();
  await expect(page.getByText(/^Check your email to confirm your account/)).toBeVisible();
  await page.goto(await mailbox.linkTo(email));
  await page.getByRole('button', { name: 'Confirm and sign in' }).click();
  await expect(page).toHaveURL(`/course/${text.courseId}`);
  await expect(offer(page)).toContainText('Nina New');
  await choose(page, 'Add to my account');
  await expect(page.getByText(/^1 of \d+ lessons$/)).toBeVisible();
  await expect.poll(() => unitsOf(product, email)).toEqual([{ lesson_id: text.id, status: 'completed', rev: 1 }]);
});

test('[S10, O1] without a network a known person sits down, accepts, and it is sent when there is one', async ({
  page,
  product,
  wire,
  noise,
}) => {
  noise.allow(NETWORK_NOISE);
  const { text, secondText } = await someLessons(product);
  await signIn(page);
  await page.goto('/auth/signin?add=true');
  // Nobody sits here for a moment, as after a session that the auth service ended; the person stays known.
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const opening = indexedDB.open('groundwork-device');
        opening.onsuccess = () => {
          const transaction = opening.result.transaction('settings', 'readwrite');
          transaction.objectStore('settings').delete('currentUserId');
          transaction.oncomplete = () => {
            opening.result.close();
            resolve();
          };
        };
      }),
  );
  await reads(page, text);
  await reads(page, secondText);
  await page.goto('/auth/signin');
  await underWorker(page);
  wire.cut();
  await page.getByRole('button', { name: /Lena Learner/ }).click();
  await choose(page, 'Add to my account');
  await badgeSays(page, '2 changes waiting');
  expect(await unitsOf(product, LEARNER)).toEqual([]);
  await page.goto(`/course/${text.courseId}`);
  await expect(page.getByText(/^2 of \d+ lessons$/), 'the course came along').toBeVisible();
  wire.mend();
  await badgeSays(page, 'All work sent');
  expect((await unitsOf(product, LEARNER)).map(({ lesson_id }) => lesson_id)).toEqual([text.id, secondText.id]);
  expect(await operationsOf(product, LEARNER)).toHaveLength(2);
});

test('[S10, Y2] killed between the two databases, nothing is lost, doubled or offered again', { tag: '@core' }, async ({
  device,
  product,
  noise,
}) => {
  noise.allow(/The visitor's progress could not be changed/);
  const { text, secondText } = await someLessons(product);
  const tablet = await device();
  // The visitor's side is written twice: the Yes, and the letting go. The second never happens: then the power is cut.
  // Answers that the page asked for as a visitor may still be written meanwhile, into other tables: they do not count.
  await tablet.page.addInitScript(() => {
    const real = IDBDatabase.prototype.transaction;
    let writes = 0;
    IDBDatabase.prototype.transaction = function (...wanted) {
      const cutAt = Number(localStorage.getItem('cut-at-write') ?? 0);
      const adopts = String(wanted[0]) === 'outbox,drafts,meta';
      if (cutAt > 0 && this.name === 'groundwork:visitor' && wanted[1] === 'readwrite' && adopts) {
        writes += 1;
        if (writes >= cutAt) throw new Error('The power is cut.');
      }
      return real.apply(this, wanted);
    };
  });
  await reads(tablet.page, text);
  await reads(tablet.page, secondText);
  await signIn(tablet.page);
  await expect(offer(tablet.page)).toBeVisible();
  await tablet.page.evaluate(() => localStorage.setItem('cut-at-write', '2'));
  await choose(tablet.page, 'Add to my account');
  await expect(tablet.page.getByText('Not added', { exact: true })).toBeVisible();
  expect(await outboxOf(tablet.page), "the person's side was written").toHaveLength(2);
  await tablet.killAndRestart();

  const { page } = tablet;
  await page.goto('/sync');
  await badgeSays(page, 'All work sent');
  await cameToRest(page);
  await expect(offer(page)).toHaveCount(0);
  await page.goto('/');
  await cameToRest(page);
  await expect(offer(page)).toHaveCount(0);
  expect(await outboxOf(page)).toHaveLength(2);
  expect((await unitsOf(product, LEARNER)).map(({ lesson_id, rev }) => [lesson_id, rev])).toEqual([
    [text.id, 1],
    [secondText.id, 1],
  ]);
  expect(await operationsOf(product, LEARNER)).toHaveLength(2);
  await page.goto(`/public-course/${text.courseId}/lesson/${text.id}`);
  await expect(more(page)).toBeVisible();
});
