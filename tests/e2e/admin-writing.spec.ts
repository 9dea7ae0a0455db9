// A lesson's text as its author writes it (Z8): buttons and keys, preview, pictures, drafts that are never lost, two authors.
import type { Page } from '@playwright/test';
import type { Lesson } from '#sync/contract/lesson.ts';
import { COURSE, lessonPath, someLessons } from './content.ts';
import { expect, NETWORK_NOISE, statusNoise, test } from './fixtures.ts';
import { signIn } from './person.ts';
import { PASSWORD, type Product, SUPER_ADMIN } from './product.ts';

const writingPath = ({ courseId, id }: Lesson) => `/admin/courses/${courseId}/lessons/${id}`;
const area = (page: Page) => page.getByRole('textbox', { name: 'Text of the lesson' });
const preview = (page: Page) => page.getByRole('region', { name: 'Preview' });
const tool = (page: Page, name: string) =>
  page.getByRole('toolbar', { name: 'Formatting' }).getByRole('button', { name, exact: true });
const save = (page: Page) => page.getByRole('button', { name: 'Save Lesson' });
const says = (page: Page, words: string | RegExp) => page.getByRole('main').getByRole('status').getByText(words);
const toast = (page: Page, text: string | RegExp) =>
  page.getByRole('region', { name: /Notifications/, includeHidden: true }).getByText(text);
const offer = (page: Page) => page.getByText(/^You have unsaved text from /);

async function openText(page: Page, lesson: Lesson): Promise<void> {
  await page.goto(writingPath(lesson));
  await expect(page.getByRole('heading', { level: 1, name: lesson.title })).toBeVisible();
  await expect(area(page)).toBeVisible();
}

/** Saves the lesson from another device, without a browser. */
async function saveElsewhere(product: Product, lesson: Lesson, change: object): Promise<void> {
  const origin = `http://127.0.0.1:${product.port}`;
  const post = { method: 'POST', headers: { 'Content-Type': 'application/json' } };
  const body = JSON.stringify({ email: SUPER_ADMIN, password: PASSWORD });
  const signedIn = await fetch(`${origin}/auth/v1/token?grant_type=password`, { ...post, body });
  const { access_token: token } = (await signedIn.json()) as { access_token: string };
  const headers = { ...post.headers, Authorization: `Bearer ${token}` };
  const path = `${origin}/api/admin/lessons/${lesson.id}`;
  const answer = await fetch(path, { method: 'PUT', headers, body: JSON.stringify(change) });
  if (!answer.ok) throw new Error(`The other author was refused: ${answer.status} ${await answer.text()}`);
}

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

test('[Z8] an author writes with buttons and keys, sees it as learners do, saves it, and a learner reads it', async ({
  page,
  product,
  device,
}) => {
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

test('[Z8] a text that was not saved is asked about, outlives a crash, and is offered again', async ({
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

test('[Z8] of two authors the late one sees both versions and decides; what only the other changed stays', async ({
  page,
  product,
  noise,
}) => {
  noise.allow(statusNoise(409));
  const { text } = await someLessons(product);
  await signIn(page, SUPER_ADMIN);
  await openText(page, text);
  await area(page).fill('My words.');
  await saveElsewhere(product, text, { body: 'Their words.', title: 'Their title' });
  await save(page).click();
  const both = page.getByRole('alert', { name: 'Two versions' });
  await expect(both).toContainText('My words.');
  await expect(both).toContainText('Their words.');
  await expect(area(page)).toHaveValue('My words.');
  await both.getByRole('button', { name: 'Save mine over theirs' }).click();
  await expect(toast(page, 'Lesson updated')).toBeVisible();
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue('Their title');
  await expect(area(page)).toHaveValue('My words.');

  await area(page).fill('My second words.');
  await saveElsewhere(product, text, { body: 'Their second words.' });
  await save(page).click();
  await both.getByRole('button', { name: 'Take theirs' }).click();
  await expect(area(page)).toHaveValue('Their second words.');
  await page.getByRole('button', { name: 'Bring mine back' }).click();
  await expect(area(page)).toHaveValue('My second words.');
  await save(page).click();
  await expect(says(page, 'All changes saved')).toBeVisible();
});

test('[Z8] without a network the text is kept, and a server that fails is told in its words', async ({
  page,
  product,
  wire,
  noise,
}) => {
  noise.allow(NETWORK_NOISE, statusNoise(500));
  const { text } = await someLessons(product);
  await signIn(page, SUPER_ADMIN);
  await openText(page, text);
  await area(page).fill('Written in a cellar.');
  wire.cut();
  await save(page).click();
  await expect(toast(page, 'Error updating lesson')).toBeVisible();
  await expect(area(page)).toHaveValue('Written in a cellar.');
  await area(page).press('Control+End');
  await area(page).pressSequentially(' And more.');
  await expect(says(page, /kept on this device/)).toBeVisible();
  wire.mend();
  wire.answerOnce(`/api/admin/lessons/${text.id}`, { status: 500, body: {} });
  await save(page).click();
  await expect(toast(page, 'Failed to update lesson')).toBeVisible();
  await save(page).click();
  await expect(says(page, 'All changes saved')).toBeVisible();
  await page.reload();
  await expect(area(page)).toHaveValue('Written in a cellar. And more.');
});

test('[Z8] ten megabytes are refused whole with words, near the limit there is a count, and a long text types well', async ({
  page,
  product,
}) => {
  const { text } = await someLessons(product);
  await page.setViewportSize({ width: 1280, height: 900 });
  await signIn(page, SUPER_ADMIN);
  await openText(page, text);
  await area(page).fill('Mine.');
  const paste = (length: number) =>
    area(page).evaluate((element, size) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', 'x'.repeat(size));
      const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
      return element.dispatchEvent(event);
    }, length);
  expect(await paste(10 * 1024 * 1024)).toBe(false);
  await expect(toast(page, /What you pasted has 10,485,760 characters/)).toBeVisible();
  await expect(area(page)).toHaveValue('Mine.');
  expect(await paste(1000)).toBe(true);

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
      await new Promise((resolve) => setTimeout(resolve, 60));
    }
    return waits.sort((a, b) => a - b);
  });
  console.log(`From key to paint in 200,000 characters: ${slowest.map(Math.round).join(', ')} ms`);
  expect(slowest[4]).toBeLessThan(200);
  await area(page).press('End');
  await page.keyboard.insertText('more than ten');
  await expect(page.getByText(/^The text may have at most 200,000 characters/).first()).toBeVisible();
  await save(page).click();
  await expect(says(page, 'Not saved yet')).toBeVisible();
});

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
  await expect(area(page)).toHaveValue(/\n\n!\[A roof, half of it dark\]\(\/media\/[\w-]+#1600x800\)\n\n$/);
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
  const keptFiles = () =>
    reader.evaluate(async () => (await (await caches.open('groundwork-media')).keys()).map(({ url }) => url).join());
  await expect.poll(keptFiles).toContain(path);
  wire.cut();
  await reader.reload();
  await picture.scrollIntoViewIfNeeded();
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(1600);
  expect(await reader.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
});

test('[Z8] a lesson that is not there, and a course that cannot be read, say so', async ({ page, wire, noise }) => {
  noise.allow(statusNoise(500), statusNoise(404));
  await signIn(page, SUPER_ADMIN);
  await page.goto(`/admin/courses/${COURSE}/lessons/99999`);
  await expect(page.getByRole('heading', { level: 1, name: 'Lesson not found' })).toBeVisible();
  await page.getByRole('link', { name: 'Back to Lessons' }).click();
  await expect(page).toHaveURL(`/admin/courses/${COURSE}`);
  wire.answerOnce(`/api/admin/courses/${COURSE}/lessons`, { status: 500, body: {} });
  await page.goto(`/admin/courses/${COURSE}/lessons/99999`);
  await expect(page.getByRole('heading', { level: 1, name: 'Failed to fetch lessons' })).toBeVisible();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Lesson not found' })).toBeVisible();
});
