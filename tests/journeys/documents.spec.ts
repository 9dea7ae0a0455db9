// Documents beside a lesson: an author sends them, a learner keeps them, opens and searches a PDF without a network.
import { readFileSync } from 'node:fs';
import { aPdf, aWave, SOUND_HEADS } from '../fixtures/documents.ts';
import { lessonPath, someLessons } from './content.ts';
import { offer, says } from './downloads-steps.ts';
import { expect, NETWORK_NOISE, test } from './fixtures.ts';
import { openLesson, signIn, underWorker } from './person.ts';
import { SUPER_ADMIN } from './product.ts';
import { openCourse, openPanel, toast } from './video-panel.ts';

/** Three pages by opj_compress and pnmtotiff -g4: JPEG 2000, fax, and JBIG2 around the same fax; a dark box on white. */
const SCANS = readFileSync(new URL('../fixtures/scans.pdf', import.meta.url));
const PAGES = ['Set up the ladder.', 'Wear the harness above two metres.', 'Check the harness again.'];

test('[O10] [U8] a PDF and a recording are uploaded, downloaded with their lesson, and opened and searched without a network', {
  tag: '@documents',
}, async ({ page, product, device, wire, noise }) => {
  noise.allow(NETWORK_NOISE);
  const { text } = await someLessons(product);
  await signIn(page, SUPER_ADMIN);
  await openCourse(page);
  await openPanel(page, text);
  const panel = page.locator(`#lesson-${text.id}-panel`);
  const choose = (name: string, buffer: Buffer) =>
    panel
      .getByLabel(`Document for ${text.title}`)
      .setInputFiles({ name, mimeType: 'application/octet-stream', buffer });
  await choose('plan.docx', SOUND_HEADS.office);
  await expect(panel.getByRole('alert').filter({ hasText: 'plan.docx cannot be shown on every tablet' })).toBeVisible();
  await choose('ladder-check.pdf', await aPdf(PAGES));
  await panel.getByLabel('Title').fill('The ladder check');
  await panel.getByRole('button', { name: 'Upload Document' }).click();
  await expect(toast(page, 'Document Uploaded')).toBeVisible();
  await choose('scans.pdf', SCANS);
  await panel.getByRole('button', { name: 'Upload Document' }).click();
  await expect(panel.getByRole('listitem').filter({ hasText: 'scans' })).toBeVisible();
  await choose('briefing.wav', aWave({ seconds: 2 }));
  await panel.getByRole('button', { name: 'Upload Document' }).click();
  await expect(panel.getByRole('listitem').filter({ hasText: 'briefing' })).toBeVisible();

  const tablet = await device();
  await signIn(tablet.page);
  await openLesson(tablet.page, text);
  await offer(tablet.page).click();
  await says(tablet.page, 'On this device');
  const viewerHere = () =>
    tablet.page.evaluate(async () => (await (await caches.open('groundwork-pdf-viewer')).keys()).length);
  await expect.poll(viewerHere, { timeout: 30_000 }).toBe(4);
  wire.cut();
  await tablet.page.goto(lessonPath(text));
  await underWorker(tablet.page);
  await tablet.page.getByRole('button', { name: /The ladder check/ }).click();
  const viewer = tablet.page.getByRole('dialog', { name: 'The ladder check' });
  await expect(viewer.getByText('Page 1 of 3')).toBeVisible();
  await viewer.getByRole('searchbox', { name: 'Search this document' }).fill('harness');
  await expect(viewer.getByText('1 of 2', { exact: true })).toBeVisible();
  await expect(viewer.locator('.highlight').first()).toHaveText(/harness/i);
  await viewer.getByRole('button', { name: 'Next match' }).click();
  await expect(viewer.getByText('2 of 2', { exact: true })).toBeVisible();
  await expect(viewer.getByText('Page 3 of 3')).toBeVisible();
  await tablet.page.goBack();
  await expect(viewer).toBeHidden();
  await tablet.page.getByRole('button', { name: /^scans/ }).click();
  const scans = tablet.page.getByRole('dialog', { name: 'scans' });
  for (const page of [1, 2, 3]) {
    const shown = scans.locator(`.page[data-page-number="${page}"] canvas`);
    await scans.locator(`.page[data-page-number="${page}"]`).scrollIntoViewIfNeeded();
    // In the middle of the box; a page that could not be decoded is white.
    await expect.poll(() => shown.evaluate(middleOf)).toBeLessThan(200);
  }
  await tablet.page.goBack();
  await expect(scans).toBeHidden();
  const sound = tablet.page.getByLabel(/briefing/);
  await sound.evaluate((player: HTMLAudioElement) => player.play());
  await expect.poll(() => sound.evaluate((player: HTMLAudioElement) => player.currentTime)).toBeGreaterThan(0);
});

/** How red the middle of a picture is. */
function middleOf(canvas: HTMLCanvasElement | SVGElement | HTMLElement): number {
  if (!(canvas instanceof HTMLCanvasElement)) return 255;
  const { width, height } = canvas;
  return canvas.getContext('2d')?.getImageData(width / 2, height / 2, 1, 1).data[0] ?? 255;
}
