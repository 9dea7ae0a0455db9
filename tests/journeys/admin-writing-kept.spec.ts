import { COURSE, someLessons } from './content.ts';
import { expect, test } from './fixtures.ts';
import { signIn } from './person.ts';
import { SUPER_ADMIN } from './product.ts';
import { area, offer, openText, preview, says, toast, writingPath } from './writing-steps.ts';

test('[Z8] a text that was not saved is asked about, outlives a crash, and is offered again', { tag: '@core' }, async ({
  page,
  product,
}) => {
  const { text } = await someLessons(product);
  await signIn(page, SUPER_ADMIN);
  await page.goto(`/admin/courses/${COURSE}`);
  await page.getByRole('link', { name: `Write ${text.title}` }).click();
  await expect(area(page)).toBeVisible();
  const before = await area(page).inputValue();
  await area(page).press('Control+End');
  await area(page).pressSequentially(' Half a thought');
  await expect(says(page, 'Not saved yet, kept on this device')).toBeVisible();

  const leave = page.getByRole('dialog', { name: 'Leave without saving?' });
  await page.getByRole('link', { name: 'Back to Lessons' }).click();
  await expect(leave).toBeVisible();
  await leave.getByRole('button', { name: 'Cancel' }).click();
  await page.goBack();
  await expect(leave).toBeVisible();
  await leave.getByRole('button', { name: 'Cancel' }).click();
  await expect(page).toHaveURL(writingPath(text));
  await expect(area(page)).toHaveValue(`${before} Half a thought`);

  // A tab that dies asks nobody.
  const context = page.context();
  await page.close({ runBeforeUnload: false });
  const again = await context.newPage();
  await openText(again, text);
  await expect(offer(again)).toBeVisible();
  await expect(area(again)).toHaveValue(before);
  await expect(area(again)).not.toBeEditable();
  await again.getByRole('button', { name: 'Discard' }).click();
  await expect(area(again)).toHaveValue(before);
  await again.getByRole('button', { name: 'Undo' }).click();
  await expect(area(again)).toHaveValue(`${before} Half a thought`);

  again.on('dialog', (dialog) => void dialog.accept());
  await again.reload();
  await again.getByRole('button', { name: 'Restore' }).click();
  await expect(area(again)).toHaveValue(`${before} Half a thought`);
  await again.keyboard.press('Control+s');
  await expect(toast(again, 'Lesson updated')).toBeVisible();
  await again.reload();
  await expect(area(again)).toHaveValue(`${before} Half a thought`);
  await expect(offer(again)).toHaveCount(0);

  await area(again).press('Control+End');
  await area(again).pressSequentially('!');
  await again.getByRole('link', { name: 'Next lesson' }).click();
  await again.getByRole('dialog').getByRole('button', { name: 'Leave' }).click();
  await expect(again).not.toHaveURL(writingPath(text));
  await expect(area(again)).toBeEditable();
  await again.getByRole('link', { name: 'Previous lesson' }).click();
  await expect(offer(again)).toBeVisible();
});

test('[Z8] a text of 200,000 characters types well', async ({ page, product }) => {
  const { text } = await someLessons(product);
  await page.setViewportSize({ width: 1280, height: 900 });
  await signIn(page, SUPER_ADMIN);
  await openText(page, text);
  const part =
    '## Roofs\n\nSome **bold** words with a [link](https://law.example), and more of them.\n\n- one\n- two\n\n';
  const long = part.repeat(2_200).slice(0, 199_990);
  // Typed by a machine it would take Chromium minutes; a paste does not.
  await area(page).evaluate((element, pasted) => {
    if (!(element instanceof HTMLTextAreaElement)) throw new Error('There is no text.');
    element.setRangeText(pasted, 0, element.value.length);
    element.dispatchEvent(new InputEvent('input', { bubbles: true }));
  }, long);
  await expect(page.getByText('199,990 of 200,000 characters')).toBeVisible();
  await expect(preview(page).getByRole('heading', { name: 'Roofs' }).last()).toBeAttached();
  const slowest = await page.evaluate(async () => {
    const element = document.querySelector('textarea');
    if (!element) throw new Error('There is no text.');
    element.focus();
    element.setSelectionRange(100_000, 100_000);
    const waits: number[] = [];
    for (let key = 0; key < 9; key += 1) {
      const began = performance.now();
      document.execCommand('insertText', false, 'a');
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
      waits.push(performance.now() - began);
    }
    return waits.sort((a, b) => a - b);
  });
  console.log(`From key to paint in 200,000 characters: ${slowest.map(Math.round).join(', ')} ms`);
  expect(slowest[4]).toBeLessThan(500);
});

test('[Z8] [Y23] whoever signs out is asked about the text that was not saved, and finds it again or leaves nothing', async ({
  page,
  product,
}) => {
  const { text } = await someLessons(product);
  const keptTexts = () =>
    page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('groundwork.lesson-text.')).length);
  const signOut = async (...answers: string[]) => {
    await page.getByRole('banner').getByRole('button', { name: 'Sofia Super' }).click();
    await page.getByRole('menuitem', { name: 'Sign Out' }).click();
    await expect(page.getByText("1 change hasn't been sent and exists only on this device.")).toBeVisible();
    for (const name of answers) await page.getByRole('button', { name }).click();
    await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible();
  };
  await signIn(page, SUPER_ADMIN);
  await openText(page, text);
  await area(page).fill('Half a thought.');
  await expect(says(page, 'Not saved yet, kept on this device')).toBeVisible();
  await signOut('Sign out, keep work');
  expect(await keptTexts()).toBe(1);

  await signIn(page, SUPER_ADMIN);
  await openText(page, text);
  await page.getByRole('button', { name: 'Restore' }).click();
  await expect(area(page)).toHaveValue('Half a thought.');
  await signOut('Discard instead...', 'Discard 1 change');
  await expect.poll(keptTexts).toBe(0);
});
