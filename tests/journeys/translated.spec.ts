// A page that a translator of the browser rewrites at every change stays usable, and says each thing once.
import type { Page } from '@playwright/test';
import { lessonPath } from './content.ts';
import { expect, NETWORK_NOISE, test } from './fixtures.ts';
import { markComplete, openLesson, resetLesson, signIn } from './person.ts';
import { ORG_ADMIN } from './product.ts';
import { answerAll, answerQuestion, keyOf, lessonOfKind } from './quiz-key.ts';

/** Replaces each text by a copy in two `<font>`, at once and after each change, as translators do. */
const translate = (page: Page) =>
  page.addInitScript(() => {
    const isKept = 'font,script,style,textarea,option,title';
    const wrapAll = (root: Node) => {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      const texts: Text[] = [];
      while (walker.nextNode()) texts.push(walker.currentNode as Text);
      for (const text of texts) {
        if (!text.data.trim() || !text.parentElement || text.parentElement.closest(isKept)) continue;
        const outer = document.createElement('font');
        outer.appendChild(document.createElement('font')).append(text.data);
        text.replaceWith(outer);
      }
    };
    new MutationObserver(() => document.body && wrapAll(document.body)).observe(document, {
      childList: true,
      characterData: true,
      subtree: true,
    });
  });

const notShown = (page: Page) => page.getByText('This page could not be shown');

test('a quiz that was submitted offline shows its result, and counts the answers once', { tag: '@core' }, async ({
  page,
  product,
  wire,
  noise,
}) => {
  noise.allow(NETWORK_NOISE);
  const lesson = await lessonOfKind(product, 'quiz');
  const key = await keyOf(product, lesson);
  const [first] = key;
  if (!first) throw new Error('The sample quiz lost its questions.');
  await translate(page);
  await signIn(page);
  await page.goto(lessonPath(lesson));
  await expect(page.getByText('0 of 3 answered')).toBeVisible();
  await answerQuestion(page, first);
  await expect(page.getByText('1 of 3 answered')).toBeVisible();
  await answerAll(page, key);
  await expect(page.getByText(/\d of 3 answered/)).toHaveText(['3 of 3 answered']);
  wire.cut();
  await page.getByRole('button', { name: 'Submit', exact: true }).click();
  await expect(page.getByText(/graded/i).first()).toBeVisible();
  wire.mend();
  await expect(page.getByRole('heading', { name: 'Perfect Score!' })).toBeVisible({ timeout: 60_000 });
});

test('home, lessons and their parts go on', async ({ page, product }) => {
  const text = await lessonOfKind(product, 'text');
  const video = await lessonOfKind(product, 'video');
  await translate(page);
  await signIn(page);
  const search = page.getByRole('searchbox').first();
  await search.fill('zzz');
  await expect(page.getByText('No courses found')).toBeVisible();
  await search.fill('field');
  await expect(page.getByRole('heading', { name: 'Certified Field Inspector' }).first()).toBeVisible();
  await search.fill('');
  await openLesson(page, text);
  await markComplete(page);
  await resetLesson(page);
  await expect(page.getByRole('button', { name: 'Mark Complete' })).toBeVisible();
  await openLesson(page, video);
  await page.goto('/downloads');
  await page.goto('/sync');
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(notShown(page)).toHaveCount(0);
});

test('so do the lists and dialogs of administration', async ({ page }) => {
  await translate(page);
  await signIn(page, ORG_ADMIN);
  await page.goto('/admin/people');
  const rows = page.getByRole('table', { name: 'Users' }).locator('tbody tr');
  await expect(rows.filter({ hasText: 'Lena' })).toHaveCount(1);
  const search = page.getByRole('main').getByRole('searchbox').first();
  await search.fill('lena');
  await expect(rows).toHaveCount(1);
  await page.getByLabel('Select Lena Learner').check();
  await expect(page.getByRole('button', { name: /\(1\)/ }).first()).toBeVisible();
  await page.getByLabel('Select Lena Learner').uncheck();
  await search.fill('');
  await expect(rows).not.toHaveCount(1);
  await page.goto('/admin/groups');
  await page.getByRole('button', { name: 'New group' }).first().click();
  await page.getByRole('textbox', { name: 'Name' }).fill('North crew');
  await page.getByRole('button', { name: 'Create' }).click();
  await expect(page.getByRole('region', { name: 'North crew' })).toContainText('No one is in it yet');
  await page.goto('/admin/courses');
  await page.getByRole('button', { name: 'New Course' }).click();
  await page.getByRole('dialog').getByLabel('Title').fill('Roofs');
  await page.getByRole('button', { name: 'Create Course' }).click();
  await expect(page.getByRole('dialog')).toContainText(/at least|required|too short/i);
  await expect(notShown(page)).toHaveCount(0);
});
