// Takes every screen at the three designed widths, for eyes: node tests/e2e/screens.ts FOLDER [light|dark]
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { COURSE, lessonPath, lessonsOf } from './content.ts';
import { openLesson, signIn, underWorker } from './person.ts';
import { browserArguments, chromiumPath } from './playwright.config.ts';
import { newDataDir, removeDataDir, startProduct } from './product.ts';
import { openWire } from './wire.ts';

const WIDTHS = [390, 768, 1280];
const [folder = 'test-results/screens', colorScheme = 'light'] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });

const dataDir = newDataDir();
const product = await startProduct(dataDir);
const wire = await openWire(() => product.port);
const browser = await chromium.launch({
  executablePath: chromiumPath,
  args: browserArguments,
  chromiumSandbox: process.getuid?.() !== 0,
});
const context = await browser.newContext({
  baseURL: wire.url,
  colorScheme: colorScheme === 'dark' ? 'dark' : 'light',
  reducedMotion: 'reduce',
});
const page = await context.newPage();

/** The screen as it stands, at every width. */
async function take(name: string, prepare?: (page: Page) => Promise<void>): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: width === 390 ? 844 : 900 });
    await prepare?.(page);
    await page.waitForTimeout(500);
    await page.screenshot({ path: join(folder, `${name}-${width}.png`), fullPage: true });
  }
  console.log(name);
}

const go = (path: string) => page.goto(path).then(() => page.waitForLoadState('networkidle'));
const lessons = await lessonsOf(product);
const lessonCalled = (words: RegExp) => {
  const found = lessons.find(({ title }) => words.test(title));
  if (!found) throw new Error(`No lesson is called ${words}.`);
  return found;
};

await go('/');
await underWorker(page);
await take('landing');
await go('/auth/signin');
await take('sign-in');
await go(`/public-course/${COURSE}`);
await take('public-course');
await go('/nowhere');
await take('not-found');
await signIn(page);
await page.waitForLoadState('networkidle');
await take('catalog');
await go('/?search=zzz');
await take('catalog-empty');
await go('/course/999');
await take('course-not-found');
await go(`/course/${COURSE}`);
await take('course');
const [video, text] = lessons;
if (!video || !text) throw new Error('The sample course has no lessons.');
await openLesson(page, video);
await take('video-lesson');
await openLesson(page, text);
await take('text-lesson');
await page.getByRole('button', { name: 'Mark Complete' }).click();
await page.getByRole('button', { name: 'Reset' }).waitFor();
await take('text-lesson-completed');
await openLesson(page, lessonCalled(/^Quiz/));
await take('quiz');
await openLesson(page, lessonCalled(/^Capstone/));
await take('capstone');
await page.setViewportSize({ width: 390, height: 844 });
await page.getByRole('button', { name: 'Lessons', exact: true }).click();
await page.waitForTimeout(500);
await page.screenshot({ path: join(folder, 'drawer-390.png') });
await page.keyboard.press('Escape');
await page.getByRole('button', { name: /Lena Learner/ }).click();
await page.waitForTimeout(500);
await page.screenshot({ path: join(folder, 'menu-390.png') });
await page.keyboard.press('Escape');
await go('/sync');
await take('sync-all-sent');
await page.goto(lessonPath(text));
wire.cut();
await page.getByRole('button', { name: 'Reset' }).click();
await page.waitForTimeout(3_000);
await take('text-lesson-offline');
await page.goto('/sync');
await take('sync-waiting');
await page.goto('/course/2');
await take('course-not-on-device');
const unseen = lessons.filter(({ videoUrl }) => videoUrl)[1];
if (unseen) await page.goto(lessonPath(unseen));
await page.waitForTimeout(2_000);
await take('video-not-on-device');

await browser.close();
await wire.close();
await product.stop();
removeDataDir(dataDir);
