// The questions of an admin who answers for 300 people, each answered from Overview in at most four clicks.
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { openDatabase } from '#server/db/client.ts';
import { addDays, dayOf } from '#sync/contract/due.ts';
import { planter } from '#tests/fixtures/plant.ts';
import { openAs } from './admin-steps.ts';
import { expect, test } from './fixtures.ts';
import { organizationId } from './members.ts';
import { ORG_ADMIN, type Product } from './product.ts';

const MOST_CLICKS = 4;
const PEOPLE = 300;
const OVERDUE = 60;
const HANGING = 8;
const DAY_MS = 86_400_000;
const ago = (days: number) => new Date(Date.now() - days * DAY_MS);
const TODAY = dayOf(new Date(), 'UTC');

const nameOf = (at: number) => `Person ${String(at).padStart(3, '0')}`;
const BAD_QUESTION = 'Where is the meter read?';

/** 300 people in a course of their organization: 60 overdue, 8 hanging at its quiz, 3 with a certificate that runs out. */
async function seedPeople(product: Product): Promise<void> {
  const db = await openDatabase(`file:${join(product.dataDir, 'groundwork.db')}`);
  const { profiles, courseProgress, quizAttempts, quizFigures, certificates, tablets } = db.tables;
  const plant = planter(db);
  const home = await organizationId(product);
  const course = await plant.course({
    ...{ title: 'Site safety', organizationId: home, visibility: 'organization', validMonths: 12 },
  });
  await plant.lesson(course, { orderIndex: 1, title: 'Before you enter' });
  const quiz = await plant.lesson(course, { orderIndex: 2, title: 'Quiz: Site safety' });
  const easy = await plant.question(quiz, [true, false], {
    questionText: 'What is worn on the head?',
    updatedAt: ago(9),
  });
  const bad = await plant.question(quiz, [true, false], {
    questionText: BAD_QUESTION,
    orderIndex: 2,
    updatedAt: ago(9),
  });

  const people = Array.from({ length: PEOPLE }, (_, at) => ({ id: randomUUID(), name: nameOf(at + 1) }));
  await db.insert(profiles).values(
    people.map(({ id, name }) => ({
      ...{ id, email: `${id}@people.example`, fullName: name, nameKey: name.toLowerCase(), organizationId: home },
    })),
  );
  const done = { percent: 100, status: 'completed' as const, completedAt: ago(340) };
  await db.insert(courseProgress).values(
    people.map(({ id }, at) => ({
      ...{ userId: id, courseId: course, isAssigned: true, enrolledAt: ago(350), lastActivityAt: ago(3) },
      ...(at < OVERDUE ? { dueOn: addDays(TODAY, -2) } : at < OVERDUE + HANGING ? {} : done),
    })),
  );
  const hanging = people.slice(OVERDUE, OVERDUE + HANGING);
  const failed = { lessonId: quiz, score: 50, passed: false, quizVersion: 'v1', submittedAt: ago(3) };
  const [right = 0] = easy.answers;
  const [, wrong = 0] = bad.answers;
  await db
    .insert(quizAttempts)
    .values(hanging.map(({ id }) => ({ ...failed, userId: id, answers: { [easy.id]: [right], [bad.id]: [wrong] } })));
  await db.insert(quizFigures).values(
    hanging.map(({ id }) => ({
      ...{ userId: id, lessonId: quiz, attempts: 1, passed: 0, scoreSum: 50, durationMsSum: 0, timedAttempts: 0 },
      ...{ lastAttemptAt: ago(3), firstAttemptAt: ago(3), firstPassed: false },
    })),
  );
  await db.insert(certificates).values(
    people.slice(-3).map(({ id, name }, at) => ({
      ...{ id: randomUUID(), serial: `GW-0000-000${at}`, userId: id, courseId: course, learnerName: name },
      ...{ courseTitle: 'Site safety', issuedAt: ago(340), validUntil: addDays(TODAY, 20 + at) },
    })),
  );
  await db.insert(tablets).values({
    ...{ id: randomUUID(), organizationId: home, deviceId: randomUUID(), name: 'Van 3', words: 'van 3 chrome' },
    ...{ browser: 'Chrome on Android', version: '1.0.0', people: 2, unsent: 4, oldestUnsentAt: ago(20) },
    lastContactAt: ago(1),
  });
  await db.close();
}

/** Opens Overview and counts the clicks from there on; one too many fails. */
async function fromOverview(page: Page): Promise<(target: Locator) => Promise<void>> {
  await page.goto('/admin');
  let clicks = 0;
  return async (target) => {
    clicks += 1;
    expect(clicks, 'clicks from Overview').toBeLessThanOrEqual(MOST_CLICKS);
    await target.click();
  };
}

test('[M1, M5] an admin of 300 people gets each answer in at most four clicks from Overview', async ({
  page,
  product,
}) => {
  await seedPeople(product);
  await openAs({ page }, { as: ORG_ADMIN, at: '/admin' });
  const dialog = page.getByRole('dialog');
  const row = (name: string) => page.getByRole('row').filter({ hasText: name });
  const button = (name: string | RegExp) => page.getByRole('button', { name });

  await test.step('who is overdue, and remind them all', async () => {
    const click = await fromOverview(page);
    await click(page.getByRole('link', { name: `Remind: ${OVERDUE} people overdue` }));
    await click(dialog.getByRole('button', { name: `Send ${OVERDUE} reminders` }));
    await expect(page.getByRole('status').filter({ hasText: `${OVERDUE} people` })).toBeVisible();
    const end = (await page.locator('main').boundingBox())?.height ?? 0;
    const length = await page.evaluate(() => document.documentElement.scrollHeight);
    expect(length, 'the page ends with what it shows').toBeLessThan(end + 200);
    await button(/^Jobs/).click();
    await expect(page.getByRole('dialog', { name: 'Jobs' })).toContainText(`${OVERDUE} emails waiting`);
    await page.goto('/admin');
    const attention = page.getByRole('region', { name: 'Needs attention' });
    await expect(attention.getByText(`${OVERDUE} emails waiting`)).toBeVisible();
    await expect(page.getByRole('region', { name: 'Emails' })).toContainText('No mail server is set up: emails wait');
  });

  await test.step('where one person hangs', async () => {
    const click = await fromOverview(page);
    await click(button(/^Search/));
    await page.keyboard.type(nameOf(OVERDUE + 1));
    await expect(dialog.getByRole('option').first()).toContainText(nameOf(OVERDUE + 1));
    await click(dialog.getByRole('option').first());
    await expect(page.getByRole('region', { name: 'Where they are stuck' })).toContainText('Quiz: Site safety');
  });

  await test.step('which question is bad, and edit it', async () => {
    const click = await fromOverview(page);
    await click(page.getByRole('link', { name: /Review: .* pass Quiz: Site safety/ }));
    const worst = page.getByRole('region', { name: 'Quiz: Site safety' }).locator('details').first();
    await expect(worst).toContainText(BAD_QUESTION);
    await expect(worst).toHaveAttribute('open', '');
    await click(page.getByRole('link', { name: 'Edit question 2' }));
    await expect(button('Edit question 2'), 'at the question itself').toBeFocused();
    await click(button('Edit question 2'));
    await dialog.getByLabel('Question', { exact: true }).fill('Where on the meter is the reading?');
    await click(dialog.getByRole('button', { name: /^Save/ }));
    await expect(page.getByRole('article', { name: 'Question 2' })).toContainText('Where on the meter');
  });

  await test.step('whose certificates run out next month, and renew them all', async () => {
    const click = await fromOverview(page);
    await click(page.getByRole('link', { name: /^Renew: 3 people have a certificate that expires/ }));
    await click(dialog.getByRole('button', { name: 'Renew' }));
    await button(/^Jobs/).click();
    await expect(page.getByRole('dialog', { name: 'Jobs' })).toContainText('3 of 3 renewed');
  });

  await test.step('which tablet has old unsent work', async () => {
    const click = await fromOverview(page);
    await click(page.getByRole('link', { name: 'See which: 1 device holds work that was not sent' }));
    await expect(row('Van 3')).toContainText('4 changes');
  });
});
