// Takes the pictures of the README and of the manifest from the furnished house of the built product: npm run pictures
// The same people on the same day, whenever it is run. Needs ffmpeg, and npm run build before.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContextOptions, chromium, expect, type Locator, type Page } from '@playwright/test';
import { explain } from '#server/launch.mjs';
import { ROSA } from '#server/sample-people/cast.ts';
import { type Lesson, lessonKind } from '#sync/contract/lesson.ts';
import { type LessonPlace, lessonPath, lessonsOf } from './content.ts';
import { askDatabase } from './database.ts';
import { badgeSays, cameToRest, keptVideo, offlineSays, underWorker } from './person.ts';
import { browserArguments, chromiumPath } from './playwright.config.ts';
import { newDataDir, type Product, removeDataDir, startProduct } from './product.ts';
import { openWire } from './wire.ts';

explain(
  'Usage: npm run pictures\nTakes the pictures of the README and of the manifest anew, into docs/ and app/public/screenshots/.',
);

const DAY = '2026-11-24T09:20:00Z';
const WIDE = { width: 1280, height: 800 };
const NARROW = { width: 390, height: 844 };
const MOVING = { width: 1120, height: 700 };
const REPOSITORY = join(import.meta.dirname, '../..');
const MOVING_PICTURE = join(REPOSITORY, 'docs/half-minute.webp');
const MANIFEST_PICTURES = join(REPOSITORY, 'app/public/screenshots');
const MOST_BYTES = 1_000_000;
const ROSAS_COURSE = 1;
const ROSA_HAS_COMPLETED = 12;
const FURNISHED = { timeout: 60_000 };

/** The clock of a process or page goes on from `DAY`. It is written without blanks, as NODE_OPTIONS wants it. */
const clock = `((d,o)=>{globalThis.Date=class\tDate\textends\td{constructor(...a){a.length?super(...a):super(d.now()+o)}static\tnow(){return\td.now()+o}}})(Date,${Date.parse(DAY)}-Date.now())`;

const work = mkdtempSync(join(tmpdir(), 'groundwork-pictures-'));
const dataDir = newDataDir();
const product = await startProduct(dataDir, {
  SAMPLE_PEOPLE: '124',
  NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(clock)}`,
});
const wire = await openWire(() => product.port);
const browser = await chromium.launch({
  executablePath: chromiumPath,
  args: browserArguments,
  chromiumSandbox: process.getuid?.() !== 0,
});
const stage = await browser.newPage({ viewport: { width: MOVING.width, height: MOVING.height + 48 } });
const frames: { file: string; seconds: number }[] = [];

async function openPage(viewport: { width: number; height: number }, finger: BrowserContextOptions = {}) {
  const page = await browser.newPage({
    ...{ baseURL: wire.url, viewport, reducedMotion: 'reduce', locale: 'en-US', timezoneId: 'UTC' },
    ...finger,
  });
  await page.addInitScript(clock);
  await page.goto('/auth/signin');
  await underWorker(page);
  return page;
}

const rosa = (page: Page) => page.getByRole('button', { name: ROSA.fullName.split(' ')[0] });
const home = (page: Page) => page.getByRole('heading', { name: 'All Courses' });

/** What the page shows now, with the words of this step below it; `tapped` gets the ring of a finger. */
async function show(page: Page, words: string, seconds: number, tapped?: Locator): Promise<void> {
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

async function tap(page: Page, words: string, target: Locator, then: Locator): Promise<void> {
  await expect(target).toBeVisible();
  await show(page, words, 0.9, target);
  await target.click();
  await expect(then).toBeVisible();
}

/** Waits for what its person has done in it, which the device has to fetch first. */
async function openCourse(page: Page, { courseId }: LessonPlace, completed: number): Promise<void> {
  await page.goto(`/course/${courseId}`);
  await expect(page.getByText(`${completed} of 27 lessons`).first()).toBeVisible();
}

async function goOffline(page: Page): Promise<void> {
  wire.cut();
  await page.context().setOffline(true);
  const strip = page.getByRole('banner').getByText(/^Offline/);
  await expect(strip.last()).toBeVisible({ timeout: 45_000 });
}

async function comeBack(page: Page): Promise<void> {
  wire.mend();
  await page.context().setOffline(false);
  await badgeSays(page, 'All work sent');
}

async function halfAMinute(lesson: LessonPlace): Promise<void> {
  const page = await openPage(MOVING);
  await expect(rosa(page)).toBeVisible();
  await show(page, 'Start it, and open the address that it prints', 2);
  await tap(page, 'Look around as Rosa, who is halfway through a course', rosa(page), home(page));
  await show(page, 'What she goes on with today', 2.5);
  await openCourse(page, lesson, ROSA_HAS_COMPLETED);
  await page.goto(lessonPath(lesson));
  await expect(page.getByRole('heading', { level: 1, name: lesson.title })).toBeVisible();
  await show(page, 'Open a lesson', 2.5);
  await goOffline(page);
  await show(page, 'Cut the network: flight mode, or stop the server', 3);
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  await show(page, 'Read on without it', 2.5);
  const next = page.getByRole('button', { name: 'Continue', exact: true });
  await tap(page, 'Complete the lesson', next, page.getByRole('main'));
  await offlineSays(page, '1 change');
  await show(page, 'It is saved on this device, and says that it waits', 3.5);
  await openCourse(page, lesson, ROSA_HAS_COMPLETED + 1);
  await show(page, 'Everything that was opened is still here, after a reload too', 3);
  await comeBack(page);
  await show(page, 'Come back: it is sent by itself, exactly once', 4);
  await page.context().close();
}

function write(): void {
  const list = frames.map(({ file, seconds }) => `file '${file}'\nduration ${seconds}\n`).join('');
  // The last one is named twice, or its duration is not heeded.
  writeFileSync(join(work, 'list'), `${list}file '${frames.at(-1)?.file}'\n`);
  const input = ['-f', 'concat', '-safe', '0', '-i', join(work, 'list')];
  const output = ['-vf', 'scale=800:-1', '-c:v', 'libwebp_anim', '-quality', '75', '-loop', '0', '-fps_mode', 'vfr'];
  const { status, stderr } = spawnSync('ffmpeg', ['-y', ...input, ...output, MOVING_PICTURE], { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  const { size } = statSync(MOVING_PICTURE);
  const seconds = frames.reduce((sum, frame) => sum + frame.seconds, 0);
  console.log(`${MOVING_PICTURE}: ${frames.length} pictures, ${seconds.toFixed(0)} s, ${size} bytes`);
  if (size > MOST_BYTES) throw new Error(`It has more than ${MOST_BYTES} bytes.`);
}

/** Of the manifest: a lesson that is completed offline at a desk, and what to do today on a phone. */
async function stills(lesson: Lesson): Promise<void> {
  const desk = await openPage(WIDE);
  await rosa(desk).click();
  await expect(home(desk)).toBeVisible();
  await openCourse(desk, lesson, ROSA_HAS_COMPLETED + 1);
  await desk.goto(lessonPath(lesson));
  await keptVideo(desk, lesson);
  await expect(desk.getByRole('heading', { level: 1, name: lesson.title })).toBeVisible();
  await goOffline(desk);
  await desk.getByRole('button', { name: 'Mark Complete', exact: true }).click();
  await offlineSays(desk, '1 change');
  // The page moves to the words of the end.
  await cameToRest(desk);
  await desk.evaluate(() => window.scrollTo(0, 0));
  await picture(desk, 'wide');
  await comeBack(desk);
  await desk.context().close();
  const phone = await openPage(NARROW, { isMobile: true, hasTouch: true });
  await rosa(phone).tap();
  // What she has done elsewhere has come.
  await expect(phone.getByText(`${27 - ROSA_HAS_COMPLETED - 2} lessons left`).first()).toBeVisible();
  await phone.getByRole('button', { name: 'Close', exact: true }).tap();
  await picture(phone, 'narrow');
  await phone.context().close();
}

async function picture(page: Page, name: 'wide' | 'narrow'): Promise<void> {
  // What comes in late, such as a drawing, is there.
  await page.waitForLoadState('networkidle').catch(() => undefined);
  await cameToRest(page);
  const path = join(MANIFEST_PICTURES, `${name}.png`);
  await page.screenshot({ path });
  console.log(`${path}: ${statSync(path).size} bytes`);
}

async function furnished(of: Product): Promise<void> {
  const states = () => askDatabase(of, `select key from meta where key = 'sample_people'`);
  const rosas = () => askDatabase(of, 'select id from profiles where email = ? and is_sample', ROSA.email);
  await expect.poll(async () => (await states()).length === 0 && (await rosas()).length === 1, FURNISHED).toBe(true);
}

try {
  await furnished(product);
  const ahead = (await lessonsOf(product, ROSAS_COURSE)).slice(ROSA_HAS_COMPLETED);
  const text = ahead.find((lesson) => lessonKind(lesson) === 'text');
  const video = ahead.find((lesson) => lessonKind(lesson) === 'video');
  if (!text || !video) throw new Error('The sample course lost its lessons.');
  await halfAMinute(text);
  write();
  await stills(video);
} finally {
  await browser.close();
  await wire.close();
  await product.stop();
  removeDataDir(dataDir);
  rmSync(work, { recursive: true, force: true });
}
