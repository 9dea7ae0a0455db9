// What authors paste into a lesson's text, and what of it a learner reads.
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { someLessons } from './content.ts';
import { expect, test } from './fixtures.ts';
import { signIn } from './person.ts';
import { SUPER_ADMIN } from './product.ts';
import { area, openText, preview, toast } from './writing-steps.ts';

const clipboard = (program: string) =>
  readFileSync(new URL(`../fixtures/clipboard/${program}.html`, import.meta.url), 'utf8');

async function paste(page: Page, data: Record<string, string>) {
  await area(page).focus();
  await area(page).evaluate((element, data) => {
    const clipboardData = new DataTransfer();
    for (const [type, text] of Object.entries(data)) clipboardData.setData(type, text);
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, data);
}

test('[Z8] a text pasted from another program keeps its form, and one Undo takes it back', async ({
  page,
  product,
}) => {
  const { text } = await someLessons(product);
  await page.setViewportSize({ width: 1280, height: 900 });
  await signIn(page, SUPER_ADMIN);
  await openText(page, text);
  for (const program of ['docs', 'libreoffice', 'web', 'word']) {
    await area(page).fill('Before. ');
    await area(page).press('Control+End');
    await paste(page, { 'text/html': clipboard(program), 'text/plain': 'Before you climb' });
    // The picture inside that page is offered for upload.
    if (program === 'web')
      await page.getByRole('dialog', { name: 'Add a picture' }).getByRole('button', { name: 'Cancel' }).click();
    await expect(area(page)).toHaveValue(/^Before\. \n\n##? Before you climb\n\nWear a \*\*helmet\*\*/);
    await expect(preview(page).getByRole('heading', { name: 'Before you climb' })).toBeVisible();
    await expect(preview(page).getByRole('listitem').filter({ hasText: 'with a strap' }).first()).toBeVisible();
    await area(page).focus();
    await page.keyboard.press('Control+z');
    await expect(area(page)).toHaveValue('Before. ');
  }
  await expect(toast(page, 'Pictures not pasted').first()).toBeVisible();

  await area(page).fill('');
  await paste(page, { 'text/html': clipboard('excel'), 'text/plain': 'Room\tValue\nKitchen\t12' });
  await expect(preview(page).getByRole('table').getByRole('row')).toHaveText(['RoomValue', 'Kitchen12']);
  await area(page).fill('');
  await paste(page, { 'text/plain': 'Bring:\n•\tHelmet\n•\tBoots' });
  await expect(area(page)).toHaveValue('Bring:\n\n- Helmet\n- Boots\n\n');

  await area(page).fill('اقرأ هذا النص قبل العمل (مهم)!\n\n- واحد\n\n1. one');
  const arabic = preview(page).getByText('اقرأ هذا النص قبل العمل (مهم)!');
  await expect(arabic).toHaveCSS('direction', 'rtl');
  await expect(arabic).toHaveCSS('text-align', 'start');
  const item = preview(page).getByRole('listitem').filter({ hasText: 'واحد' });
  await expect(item).toHaveCSS('direction', 'rtl');
  await expect(preview(page).getByRole('list').first()).toHaveCSS('padding-right', '24px');
});
