// Takes the moving picture of the README from the built product: node tests/journeys/moving-picture.ts
// It is the half minute that the README tells to try. Needs ffmpeg, and npm run build before.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, expect, type Locator, type Page } from '@playwright/test';
import { someLessons } from './content.ts';
import { badgeSays, offlineSays, underWorker } from './person.ts';
import { browserArguments, chromiumPath } from './playwright.config.ts';
import { LEARNER, newDataDir, PASSWORD, removeDataDir, startProduct } from './product.ts';
import { openWire } from './wire.ts';

const SIZE = { width: 1120, height: 700 };
const PICTURE = join(import.meta.dirname, '../../docs/half-minute.webp');
const MOST_BYTES = 1_000_000;

const work = mkdtempSync(join(tmpdir(), 'groundwork-picture-'));
const dataDir = newDataDir();
const product = await startProduct(dataDir);
const wire = await openWire(() => product.port);
const browser = await chromium.launch({
  executablePath: chromiumPath,
  args: browserArguments,
  chromiumSandbox: process.getuid?.() !== 0,
});
const page = await browser.newPage({ baseURL: wire.url, viewport: SIZE, reducedMotion: 'reduce' });
const stage = await browser.newPage({ viewport: { width: SIZE.width, height: SIZE.height + 48 } });
const frames: { file: string; seconds: number }[] = [];

/** What the page shows now, with the words of this step below it; `tapped` gets the ring of a finger. */
async function show(words: string, seconds: number, tapped?: Locator): Promise<void> {
  const at = await tapped?.boundingBox();
  const shot = (await page.screenshot()).toString('base64');
  const ring = at ? `<i style="left:${at.x + at.width / 2 - 22}px;top:${at.y + at.height / 2 - 22}px"></i>` : '';
  await stage.setContent(
    `<style>body{margin:0;font:600 20px/48px system-ui,sans-serif;background:#1d1730;color:#fff;text-align:center}img{display:block}
     i{position:absolute;width:40px;height:40px;border:3px solid #e0457b;border-radius:50%;background:#e0457b44}</style>
     <img src="data:image/png;base64,${shot}">${ring}${words}`,
  );
  const file = join(work, `${frames.length}.png`);
  await stage.screenshot({ path: file });
  frames.push({ file, seconds });
}

async function tap(words: string, target: Locator, then: Locator): Promise<void> {
  await expect(target).toBeVisible();
  await show(words, 0.9, target);
  await target.click();
  await expect(then).toBeVisible();
}

async function halfAMinute(): Promise<void> {
  const { text } = await someLessons(product);
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  await page.goto('/auth/signin');
  await underWorker(page);
  await show('Start it, and open the address that it prints', 2);
  await page.getByLabel('Email', { exact: true }).fill(LEARNER);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  const home = page.getByRole('heading', { name: 'Welcome to the Groundwork Learning Hub' });
  await tap('Sign in', button('Sign In'), home);
  await show('Sign in', 2);
  await page.goto(`/course/${text.courseId}`);
  const lessons = page.getByRole('link', { name: text.title }).first();
  await expect(lessons).toBeVisible();
  const title = page.getByRole('heading', { level: 1, name: text.title });
  await show('Open a course', 2.5);
  await page.goto(`/course/${text.courseId}/lesson/${text.id}`);
  await expect(title).toBeVisible();
  await show('Open a lesson', 2.5);
  wire.cut();
  await page.context().setOffline(true);
  await expect(
    page
      .getByRole('banner')
      .getByText(/^Offline/)
      .last(),
  ).toBeVisible({ timeout: 45_000 });
  await show('Cut the network: flight mode, or stop the server', 3);
  await readToItsEnd(page);
  await show('Read on without it', 2.5);
  await tap('Complete the lesson', button('Continue'), page.getByRole('main'));
  await offlineSays(page, '1 change');
  await show('It is saved on this device, and says that it waits', 3.5);
  await page.goto(`/course/${text.courseId}`);
  await expect(lessons).toBeVisible();
  await show('Everything that was opened is still here, after a reload too', 3);
  wire.mend();
  await page.context().setOffline(false);
  await badgeSays(page, 'All work sent');
  await show('Come back: it is sent by itself, exactly once', 4);
}

const readToItsEnd = (on: Page) => on.evaluate(() => window.scrollTo(0, document.body.scrollHeight));

function write(): void {
  const list = frames.map(({ file, seconds }) => `file '${file}'\nduration ${seconds}\n`).join('');
  // The last one is named twice, or its duration is not heeded.
  writeFileSync(join(work, 'list'), `${list}file '${frames.at(-1)?.file}'\n`);
  const input = ['-f', 'concat', '-safe', '0', '-i', join(work, 'list')];
  const output = ['-vf', 'scale=800:-1', '-c:v', 'libwebp_anim', '-quality', '75', '-loop', '0', '-fps_mode', 'vfr'];
  const { status, stderr } = spawnSync('ffmpeg', ['-y', ...input, ...output, PICTURE], { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  const { size } = statSync(PICTURE);
  const seconds = frames.reduce((sum, frame) => sum + frame.seconds, 0);
  console.log(`${PICTURE}: ${frames.length} pictures, ${seconds.toFixed(0)} s, ${size} bytes`);
  if (size > MOST_BYTES) throw new Error(`It has more than ${MOST_BYTES} bytes.`);
}

try {
  await halfAMinute();
  write();
} finally {
  await browser.close();
  await wire.close();
  await product.stop();
  removeDataDir(dataDir);
  rmSync(work, { recursive: true, force: true });
}
