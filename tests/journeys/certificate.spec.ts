// From the last lesson to a certificate that anybody can verify (R-X3, P-25).
import { readFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import decodeQR from 'qr/decode.js';
import { COURSE, lessonPath, lessonsOf, someLessons } from './content.ts';
import { completeAllBut, renamePerson } from './database.ts';
import { expect, NETWORK_NOISE, statusNoise, test } from './fixtures.ts';
import { badgeSays, markComplete, openLesson, resetLesson, signIn, underWorker } from './person.ts';
import { LEARNER, type Product } from './product.ts';

const CERTIFICATE = `/course/${COURSE}/certificate`;
const TITLE = 'Certified Field Inspector';
const SERIAL = /GW(-[0-9A-HJKMNP-TV-Z]{4}){3}/;

const sheet = (page: Page) => page.getByRole('article', { name: 'Certificate' });

/** What a camera reads from a drawn QR code. */
async function readCode(code: Locator): Promise<string> {
  const [marks, box] = [await code.innerHTML(), await code.getAttribute('viewBox')];
  const scale = 4;
  const width = scale * Number(box?.split(' ')[2]);
  const data = new Uint8ClampedArray(width * width * 3).fill(255);
  for (const [, x, y] of marks.matchAll(/M(\d+) (\d+)h1/g)) {
    for (let row = 0; row < scale; row += 1) {
      const start = ((scale * Number(y) + row) * width + scale * Number(x)) * 3;
      data.fill(0, start, start + scale * 3);
    }
  }
  return decodeQR({ width, height: width, data });
}

/** The learner has one text left; answers it. */
async function nearlyThere(product: Product) {
  const { text } = await someLessons(product);
  await completeAllBut(product, LEARNER, text);
  return text;
}

/** Completes the last lesson and opens the certificate; answers its serial. */
async function earn(page: Page, product: Product): Promise<string> {
  const text = await nearlyThere(product);
  await signIn(page);
  await openLesson(page, text);
  await markComplete(page);
  await page.goto(CERTIFICATE);
  await expect(sheet(page)).toBeVisible();
  return SERIAL.exec(await sheet(page).innerText())?.[0] ?? '';
}

test('[X3] the last lesson brings the certificate, reached from lesson, course and dashboard', {
  tag: '@core',
}, async ({ page, product }) => {
  const text = await nearlyThere(product);
  const last = (await lessonsOf(product)).at(-1);
  await signIn(page);
  await page.goto(`/course/${COURSE}`);
  await expect(page.getByText('96%', { exact: true }).first()).toBeVisible();
  await expect(page.getByRole('link', { name: 'View certificate' })).toBeHidden();
  await openLesson(page, text);
  await markComplete(page);
  if (last) await page.goto(lessonPath(last));
  await page.getByText('Course completed! Great job!').waitFor();
  await page.getByRole('link', { name: 'View certificate' }).click();
  for (const words of ['Certificate of Completion', 'Lena Learner', TITLE, SERIAL, /\w+ \d+, 20\d\d/]) {
    await expect(sheet(page)).toContainText(words);
  }
  await page.goto(`/course/${COURSE}`);
  await page.getByRole('link', { name: 'View certificate' }).click();
  await expect(sheet(page)).toBeVisible();
  await page.goto('/dashboard');
  const card = page.getByRole('region', { name: 'Certificates' });
  await card.getByRole('link', { name: TITLE }).click();
  await expect(sheet(page)).toBeVisible();
});

test('[X3] it is downloaded as a PDF with the name in it, and prints on one page across without the frame', async ({
  page,
  product,
}) => {
  const serial = await earn(page, product);
  const arriving = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download PDF' }).click();
  const download = await arriving;
  expect(download.suggestedFilename()).toBe(`certificate-${serial}.pdf`);
  const pdf = readFileSync(await download.path()).toString('latin1');
  expect(pdf.slice(0, 5)).toBe('%PDF-');
  expect(pdf).toContain(`(Lena Learner has completed the course ${TITLE})`);
  expect(pdf).toContain(`/verify/${serial})`);

  await page.evaluate(() => document.documentElement.setAttribute('data-theme', 'dark'));
  const paper = sheet(page).locator('> div');
  await expect(paper, 'paper is light in every theme').toHaveCSS('background-color', 'rgb(255, 255, 255)');
  await expect(paper).toHaveCSS('color', 'rgb(31, 26, 36)');
  await page.emulateMedia({ media: 'print' });
  await expect(page.locator('html')).toHaveCSS('background-color', 'rgb(255, 255, 255)');
  await expect(page.getByRole('banner')).toBeHidden();
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden();
  await expect(sheet(page)).toBeVisible();
  const printed = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  expect(printed.match(/\/Type \/Page\b/g)).toHaveLength(1);
  expect(printed).toMatch(/\/MediaBox \[0 0 84\d(\.\d+)? 59\d/);
});

test('[X3] whoever has the link or the serial verifies it, without an account', async ({
  page,
  product,
  device,
  noise,
}) => {
  noise.allow(statusNoise(404));
  const serial = await earn(page, product);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: 'Copy link' }).click();
  await expect(page.getByText('Link copied', { exact: true })).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(new URL(link).pathname).toBe(`/verify/${serial}`);

  const { page: visitor } = await device();
  await visitor.goto(link);
  await expect(visitor.getByRole('heading', { name: 'This certificate is valid' })).toBeVisible();
  for (const words of ['Lena Learner', TITLE, serial]) await expect(visitor.getByRole('main')).toContainText(words);
  await expect(visitor.getByRole('main')).not.toContainText(LEARNER);

  await visitor.goto('/verify');
  const field = visitor.getByLabel('Serial number');
  await visitor.getByRole('button', { name: 'Verify' }).click();
  await expect(visitor.getByText('Enter the serial number.')).toBeVisible();
  await field.fill('GW-12');
  await field.press('Enter');
  await expect(visitor.getByText('A serial number looks like')).toBeVisible();
  await field.fill('gw 0000 0000 0000');
  await field.press('Enter');
  await expect(visitor.getByRole('heading', { name: 'No certificate has this serial number' })).toBeVisible();
  await expect(field, 'what was asked can be corrected').toHaveValue('GW-0000-0000-0000');
  await field.fill(` ${serial.toLowerCase().replaceAll('-', ' ')}`);
  await field.press('Enter');
  await expect(visitor.getByRole('heading', { name: 'This certificate is valid' })).toBeVisible();
  await expect(field, 'and is empty for the next one').toHaveValue('');
});

test('[X3] its badge is checked by its signature, also without a connection', async ({
  page,
  product,
  device,
  noise,
}) => {
  noise.allow(NETWORK_NOISE);
  const serial = await earn(page, product);
  const arriving = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download badge' }).click();
  const download = await arriving;
  expect(download.suggestedFilename()).toBe(`badge-${serial}.jwt`);
  const badge = readFileSync(await download.path(), 'utf8');
  await page.getByRole('button', { name: 'QR code' }).click();
  const link = await readCode(page.getByRole('img', { name: 'QR code of the badge' }));
  expect(new URL(link).pathname).toBe('/verify');

  const { page: gate } = await device();
  await gate.goto('/verify');
  const choose = (text: string) =>
    gate
      .getByLabel('Badge file')
      .setInputFiles({ name: 'badge.jwt', mimeType: 'application/jwt', buffer: Buffer.from(text) });
  const main = gate.getByRole('main');
  await choose('no badge');
  await expect(gate.getByRole('alert')).toHaveText(
    'badge.jwt holds no badge. Choose the badge file (.jwt or .svg) that came with the certificate.',
  );
  await underWorker(gate);
  await gate.context().setOffline(true);
  await gate.goto(link);
  await expect(gate.getByRole('heading', { name: 'This certificate is genuine' })).toBeVisible();
  for (const words of ['Lena Learner', TITLE, serial, "we can't tell whether the certificate was revoked"]) {
    await expect(main).toContainText(words);
  }
  const [head, payload = '', signature] = badge.split('.');
  const told = Buffer.from(payload, 'base64url').toString();
  const forged = Buffer.from(told.replaceAll('Lena Learner', 'Mallory Holt')).toString('base64url');
  await choose(`${head}.${forged}.${signature}`);
  await expect(gate.getByRole('heading', { name: "The signature doesn't match" })).toBeVisible();
  await expect(main).not.toContainText('Mallory');

  await choose(badge);
  await expect(gate.getByRole('heading', { name: 'This certificate is genuine' })).toBeVisible();
  await gate.context().setOffline(false);
  await expect(gate.getByRole('heading', { name: 'This certificate is valid' })).toBeVisible({ timeout: 45_000 });
  await expect(main).toContainText('The signature of the badge matches.');
});

test('[X3] completed offline it says that it will be issued at the next sync, and appears by itself', {
  tag: '@core',
}, async ({ page, product, wire, noise }) => {
  noise.allow(NETWORK_NOISE);
  const text = await nearlyThere(product);
  await signIn(page);
  await page.goto(`/course/${COURSE}`);
  await expect(page.getByText('96%', { exact: true }).first()).toBeVisible();
  await openLesson(page, text);
  wire.cut();
  await page.context().setOffline(true);
  await markComplete(page);
  await page.goto(`/course/${COURSE}`);
  await expect(page.getByText('Your certificate will be issued at the next sync.')).toBeVisible();
  await page.getByRole('link', { name: 'View certificate' }).click();
  await expect(page.getByText('Your certificate will be issued at the next sync.')).toBeVisible();
  await expect(sheet(page)).toBeHidden();

  wire.mend();
  await page.context().setOffline(false);
  await expect(sheet(page)).toContainText('Lena Learner', { timeout: 45_000 });

  wire.cut();
  await page.context().setOffline(true);
  await page.reload();
  await expect(sheet(page)).toContainText(SERIAL);
  await expect(page.getByText('The PDF needs a connection.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Download PDF' })).toBeDisabled();
  await page.goto('/verify/GW-0000-0000-0000');
  await expect(page.getByRole('heading', { name: 'Verifying needs a connection' })).toBeVisible();
});

test('[X3] a Reset and another name afterwards leave it as it is, also on a new device', async ({
  page,
  product,
  device,
}) => {
  const serial = await earn(page, product);
  const { text } = await someLessons(product);
  await openLesson(page, text);
  await resetLesson(page);
  await badgeSays(page, 'All work sent');
  await renamePerson(product, LEARNER, 'Lena Somebody');
  const { page: fresh } = await device();
  await signIn(fresh);
  await fresh.goto('/dashboard');
  await fresh.getByRole('region', { name: 'Certificates' }).getByRole('link', { name: TITLE }).click();
  await expect(sheet(fresh)).toContainText(serial);
  await expect(sheet(fresh)).toContainText('Lena Learner');
});
