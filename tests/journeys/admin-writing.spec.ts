// A lesson's text as its author writes it (R-Z8): buttons and keys, preview, settings; and nothing written in it ever runs.
import type { Page } from '@playwright/test';
import { COURSE, lessonPath, someLessons } from './content.ts';
import { expect, test } from './fixtures.ts';
import { signIn } from './person.ts';
import { SUPER_ADMIN } from './product.ts';
import { area, offer, openText, preview, save, says, toast, tool } from './writing-steps.ts';

const HOSTILE = [
  '<script>window.hacked = 1</script>',
  '<img src=x onerror="window.hacked = 2">',
  '[tap me](javascript:window.hacked=3)',
  '[and me](data:text/html,<script>window.hacked=4</script>)',
  '![x](x" onerror="window.hacked=5)',
  '<iframe srcdoc="<script>parent.hacked=6</script>"></iframe>',
  '<svg onload="window.hacked=7"></svg>',
].join('\n\n');
const hacked = (page: Page) => page.evaluate(() => 'hacked' in window);

test('[Z8] an author writes with buttons and keys, sees it as learners do, saves it, and a learner reads it', {
  tag: '@core',
}, async ({ page, product, device }) => {
  const { text } = await someLessons(product);
  await page.setViewportSize({ width: 1280, height: 900 });
  await signIn(page, SUPER_ADMIN);
  await openText(page, text);

  await area(page).fill('');
  await area(page).pressSequentially('Roofs');
  await tool(page, 'Heading').click();
  await area(page).press('End');
  await area(page).pressSequentially('\n\nNever ');
  await page.keyboard.press('Control+b');
  await page.keyboard.insertText('alone');
  await expect(area(page)).toHaveValue('## Roofs\n\nNever **alone**');
  await page.keyboard.press('Control+z');
  await expect(area(page)).toHaveValue('## Roofs\n\nNever **bold**');
  await page.keyboard.press('Control+z');
  await expect(area(page)).toHaveValue('## Roofs\n\nNever ');
  await page.keyboard.press('Control+Shift+z');
  await page.keyboard.press('Control+Shift+z');
  await page.keyboard.press('End');
  await page.keyboard.insertText('\n\n- a lamp');
  await page.keyboard.press('Enter');
  await page.keyboard.insertText('a rope');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Control+k');
  await page.keyboard.insertText('https://law.example');
  await expect(area(page)).toHaveValue(
    '## Roofs\n\nNever **alone**\n\n- a lamp\n- a rope\n[link](https://law.example)',
  );
  await page.keyboard.press('Control+End');
  await tool(page, 'Table').click();
  await expect(preview(page).getByRole('heading', { level: 2, name: 'Roofs' })).toBeVisible();
  await expect(preview(page).getByRole('listitem')).toHaveText([/a lamp/, /a rope/]);
  await expect(preview(page).getByRole('table')).toBeVisible();
  await expect(preview(page).getByRole('link', { name: 'link' })).toHaveAttribute('href', 'https://law.example');
  await expect(preview(page).locator('strong')).toHaveText('alone');

  await page.getByLabel('Points').fill('1001');
  await page.keyboard.press('Control+s');
  await expect(page.getByText('Points must be a whole number from 0 to 1000.')).toBeVisible();
  await page.getByLabel('Points').fill('25');
  await page.getByLabel('Title', { exact: true }).fill('Roofs and ropes');
  await page.getByRole('button', { name: /^Use the reading time/ }).click();
  await expect(page.getByLabel('Minutes')).toHaveValue('1');
  await page.keyboard.press('Control+s');
  await expect(toast(page, 'Lesson updated')).toBeVisible();
  await expect(toast(page, 'The lesson has been successfully updated.')).toBeVisible();
  await expect(says(page, 'All changes saved')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'Roofs and ropes' })).toBeVisible();

  await page.reload();
  await expect(area(page)).toHaveValue(/^## Roofs\n\nNever \*\*alone\*\*/);
  await expect(offer(page)).toHaveCount(0);
  await expect(page.getByLabel('Points')).toHaveValue('25');
  await page.getByRole('link', { name: 'Back to Lessons' }).click();
  await expect(page).toHaveURL(`/admin/courses/${COURSE}`);

  const { page: reader } = await device({ width: 390, height: 844 });
  await signIn(reader);
  await reader.goto(lessonPath(text));
  await expect(reader.getByRole('heading', { level: 1, name: 'Roofs and ropes' })).toBeVisible();
  await expect(reader.getByRole('heading', { level: 2, name: 'Roofs' })).toBeVisible();
  await expect(reader.getByRole('listitem').filter({ hasText: 'a rope' })).toBeVisible();
});

test('[Z8] nothing that is written into a text runs, in the preview or at a learner', async ({
  page,
  product,
  wire,
}) => {
  const { text } = await someLessons(product);
  await page.setViewportSize({ width: 1280, height: 900 });
  await signIn(page, SUPER_ADMIN);
  await openText(page, text);
  await area(page).fill(`${HOSTILE}\n\n![far away](http://other.example/a.png)\n\nThe end.`);
  await expect(preview(page).getByText('The end.')).toBeVisible();
  await expect(preview(page).getByText('<script>window.hacked = 1</script>')).toBeVisible();
  await expect(preview(page).getByRole('note')).toContainText('http://other.example/a.png');
  await expect(preview(page).getByText('far away')).toBeVisible();
  await preview(page).getByText('tap me').click();
  await preview(page).getByText('and me').click();
  expect(await hacked(page)).toBe(false);
  await save(page).click();
  await expect(toast(page, 'Lesson updated')).toBeVisible();
  await page.goto(lessonPath(text));
  await expect(page.getByText('The end.')).toBeVisible();
  await page.getByText('tap me').click();
  expect(await hacked(page)).toBe(false);
  await expect(page).toHaveURL(`${wire.url}${lessonPath(text)}`);
  expect(await page.locator('main script, main iframe, main svg[onload], main [onerror]').count()).toBe(0);
});
