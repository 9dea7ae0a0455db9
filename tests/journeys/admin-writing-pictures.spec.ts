// Pictures in a lesson's text (R-Z8): from the author's device to a learner without a network.
import type { Page } from '@playwright/test';
import { COURSE, lessonPath, someLessons } from './content.ts';
import { ledgerOf } from './device-data.ts';
import { expect, NETWORK_NOISE, statusNoise, test } from './fixtures.ts';
import { signIn } from './person.ts';
import { SUPER_ADMIN } from './product.ts';
import { area, openText, preview, save, toast, tool } from './writing-steps.ts';

/** A picture of two colours, large enough to be made smaller. */
const PHOTO = { width: 2400, height: 1200 };
const photo = (page: Page) =>
  page.evaluate(async ({ width, height }) => {
    const canvas = document.createElement('canvas');
    canvas.width = width;
    canvas.height = height;
    const pen = canvas.getContext('2d');
    pen?.fillRect(0, 0, width / 2, height);
    return canvas.toDataURL('image/png').split(',')[1] ?? '';
  }, PHOTO);

test('[Z8] a picture is sent with its words, keeps its place, and is there for a learner without a network', async ({
  page,
  product,
  wire,
  device,
  noise,
}) => {
  noise.allow(NETWORK_NOISE);
  const { text } = await someLessons(product);
  await page.setViewportSize({ width: 1280, height: 900 });
  await signIn(page, SUPER_ADMIN);
  await openText(page, text);
  await area(page).fill(`${'Walk around the house.\n\n'.repeat(60)}`);
  await area(page).press('Control+End');
  const chosen = page.waitForEvent('filechooser');
  await tool(page, 'Picture').click();
  const buffer = Buffer.from(await photo(page), 'base64');
  await (await chosen).setFiles({ name: 'roof.png', mimeType: 'image/png', buffer });
  const dialog = page.getByRole('dialog', { name: 'Add a picture' });
  await dialog.getByLabel('What does the picture show?').fill('A roof, half of it dark');
  wire.answerOnce(`/api/admin/courses/${COURSE}/pictures`, { status: 500, body: {} });
  noise.allow(statusNoise(500));
  await dialog.getByRole('button', { name: 'Insert Picture' }).click();
  await expect(dialog.getByText('The picture could not be sent.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Insert Picture' }).click();
  await expect(dialog).toBeHidden();
  const withPicture = /\n\n!\[A roof, half of it dark\]\(\/media\/[\w-]+#1600x800\)\n\n$/;
  await expect(area(page)).toHaveValue(withPicture);
  // Typed, not set: the browser's own Undo knows it, and the person goes on writing.
  await expect(area(page)).toBeFocused();
  await page.keyboard.press('Control+z');
  await expect(area(page)).not.toHaveValue(withPicture);
  await page.keyboard.press('Control+Shift+z');
  await expect(area(page)).toHaveValue(withPicture);
  const shown = preview(page).getByRole('img', { name: 'A roof, half of it dark' });
  await shown.scrollIntoViewIfNeeded();
  await expect.poll(() => shown.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(1600);
  await save(page).click();
  await expect(toast(page, 'Lesson updated')).toBeVisible();

  // A picture that was pasted asks for its words too; a text file that calls itself a picture is refused.
  await area(page).evaluate((element) => {
    const clipboardData = new DataTransfer();
    clipboardData.items.add(new File(['no picture'], 'roof.png', { type: 'image/png' }));
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  });
  await dialog.getByRole('button', { name: 'Insert Picture' }).click();
  await expect(dialog.getByText('This file is not a picture that this browser can show.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  const { page: reader } = await device({ width: 390, height: 844 });
  await signIn(reader);
  await reader.goto(lessonPath(text));
  const picture = reader.getByRole('img', { name: 'A roof, half of it dark' });
  await expect(picture).toBeAttached();
  // Its place is free before it is here, and it is kept though nobody has scrolled to it.
  expect(await picture.evaluate((img) => img.getBoundingClientRect().height)).toBeGreaterThan(100);
  const [path] = /\/media\/[\w-]+/.exec(await area(page).inputValue()) ?? ['no picture'];
  await expect.poll(async () => (await ledgerOf(reader, path))?.isComplete).toBe(true);
  wire.cut();
  await reader.reload();
  await picture.scrollIntoViewIfNeeded();
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(1600);
  expect(await reader.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
});

test('[Z8] of two pictures each gets its words, and one Undo takes back both', async ({ page, product }) => {
  const { text } = await someLessons(product);
  await signIn(page, SUPER_ADMIN);
  await openText(page, text);
  await area(page).fill('Walk around the house.');
  const chosen = page.waitForEvent('filechooser');
  await tool(page, 'Picture').click();
  const buffer = Buffer.from(await photo(page), 'base64');
  await (await chosen).setFiles(
    ['roof', 'wall'].map((name) => ({ name: `${name}.png`, mimeType: 'image/png', buffer })),
  );
  const dialog = page.getByRole('dialog', { name: 'Add a picture' });
  for (const words of ['A roof', 'A wall']) {
    await expect(dialog.getByLabel('What does the picture show?')).toBeFocused();
    await expect(dialog.getByLabel('What does the picture show?')).toHaveValue('');
    await page.keyboard.type(words);
    await page.keyboard.press('Enter');
    if (words === 'A roof') await expect(dialog.getByLabel('What does the picture show?')).toHaveValue('');
  }
  await expect(dialog).toBeHidden();
  const both = /^Walk around the house\.\n\n!\[A roof\]\(\S+\)\n\n!\[A wall\]\(\S+\)\n\n$/;
  await expect(area(page)).toHaveValue(both);
  await expect(area(page)).toBeFocused();
  await page.keyboard.press('Control+z');
  await expect(area(page)).toHaveValue('Walk around the house.');
});
