// The two ways of a new user on a phone: from a mailed invitation to the end of the first lesson, and a course from finding it
// to its certificate, worked through without a network. Nothing here is opened by an address but what a person opens so.
import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { askDatabase } from './database.ts';
import { expect, NETWORK_NOISE, test } from './fixtures.ts';
import { invite } from './invitations.ts';
import { badgeSays, signIn, watchToTheEnd } from './person.ts';
import type { Product } from './product.ts';
import { answerQuestion, keyOf } from './quiz-key.ts';

const PHONE = { width: 390, height: 844 };
const main = (page: Page) => page.getByRole('main');
const title = (page: Page) => page.getByRole('heading', { level: 1 });

test('a mailed invitation leads to the end of the first lesson in at most six taps, without typing', async ({
  device,
  product,
}) => {
  const { page } = await device(PHONE);
  const email = `${randomUUID().slice(0, 8)}@people.example`;
  let taps = 0;
  const tap = async (target: Locator) => {
    taps += 1;
    await target.click();
  };
  // The button in the email.
  taps += 1;
  await page.goto(`/invite?token=${invite(product, { email, maxUses: 1 })}`);
  await tap(main(page).getByRole('button', { name: 'Confirm and start' }));
  await tap(main(page).getByRole('link', { name: /^Start: lesson / }));
  await tap(main(page).getByRole('button', { name: 'Play', exact: true }).first());
  await watchToTheEnd(page, 8);
  await expect(main(page).getByText('Lesson completed!', { exact: true })).toBeVisible();
  const tags = main(page).getByText('Completed', { exact: true }).filter({ visible: true });
  await expect(tags, 'said once beside it').toHaveCount(1);
  await expect(main(page).getByRole('link', { name: 'Continue to Next Lesson' })).toBeInViewport();
  expect(taps).toBeLessThanOrEqual(6);
});

const TITLE = 'Growing an Inspection Business';
const LESSONS = [
  'See the Field as a Business',
  'Know What an Hour Costs You',
  'Price a Job and Write the Quote',
  'Choose Orders That Pay',
  'From One Client to the Next',
  'Quiz: Business Decisions',
];

/** Completes the lesson that is open as its kind wants it. */
async function take(page: Page, product: Product): Promise<void> {
  const lesson = (await title(page).textContent()) ?? '';
  const [row] = await askDatabase<{ id: number }>(product, 'select id from lessons where title = ?', lesson);
  const key = await keyOf(product, { id: row?.id ?? 0 });
  for (const [at, question] of key.entries()) {
    await answerQuestion(page, question);
    await page.getByRole('button', { name: at === key.length - 1 ? 'Review answers' : 'Next', exact: true }).click();
  }
  if (key.length > 0) await page.getByRole('button', { name: 'Submit', exact: true }).click();
  else if (await page.locator('video').isVisible()) {
    await watchToTheEnd(page, 8);
    await main(page).getByRole('link', { name: 'Continue to Next Lesson' }).click();
  } else await main(page).getByRole('button', { name: 'Continue', exact: true }).click();
}

test('[O2, O3, X3] a course is found, downloaded, worked through without a network and a kill, and its certificate shown', async ({
  device,
  product,
  wire,
  noise,
}) => {
  noise.allow(NETWORK_NOISE);
  const phone = await device(PHONE);
  await signIn(phone.page);
  await main(phone.page).getByLabel('Search courses').fill('business');
  await main(phone.page).getByRole('link', { name: TITLE }).first().click();
  await phone.page.getByRole('button', { name: /^Download for offline use/ }).click();
  await expect(main(phone.page).getByText('On this device', { exact: true }).first()).toBeVisible();

  wire.cut();
  await phone.context.setOffline(true);
  await main(phone.page)
    .getByRole('link', { name: /^Start: lesson 1/ })
    .click();
  for (const at of LESSONS.keys()) {
    const { page } = phone;
    await expect(title(page)).toHaveText(LESSONS[at] ?? '');
    await take(page, product);
    if (at === 1) {
      await expect(title(page), 'the tap was saved').toHaveText(LESSONS[2] ?? '');
      await phone.killAndRestart();
      await phone.context.setOffline(true);
      await phone.page.goto('/');
      await badgeSays(phone.page, '2 changes waiting');
      await main(phone.page).getByRole('link', { name: 'Continue', exact: true }).click();
    }
  }
  const { page } = phone;
  await expect(main(page).getByText('Saved. Your result appears when you are online.')).toBeVisible();
  await expect(main(page).getByText(/your certificate comes with the result/)).toBeVisible();

  wire.mend();
  await phone.context.setOffline(false);
  await main(page).getByRole('link', { name: 'View certificate' }).click({ timeout: 45_000 });
  const certificate = page.getByRole('article', { name: 'Certificate' });
  for (const words of ['Lena Learner', TITLE]) await expect(certificate).toContainText(words);
  await badgeSays(page, 'All work sent');
});
