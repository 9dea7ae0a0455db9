// A phone whose person reads at 150 and 200 %, upright and held across: everything stays on the screen, and words stay words.
import { lessonKind } from '#sync/contract/lesson.ts';
import { lessonPath, lessonsOf } from './content.ts';
import { expect, test } from './fixtures.ts';
import { signIn } from './person.ts';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

const ACROSS = { width: 844, height: 390 };

for (const percent of [150, 200]) {
  test(`[S1] with text of ${percent} % nothing leaves the screen, and a quiz shows its question`, async ({
    page,
    product,
  }) => {
    const lessons = await lessonsOf(product);
    const film = lessons.find((lesson) => lessonKind(lesson) === 'video');
    const quiz = lessons.find((lesson) => lessonKind(lesson) === 'quiz');
    if (!film || !quiz) throw new Error('The sample course lost its lessons.');
    await signIn(page);
    await page.addInitScript((size) => {
      addEventListener('DOMContentLoaded', () => document.documentElement.style.setProperty('font-size', `${size}%`));
    }, percent);
    await page.goto(lessonPath(film));
    await expect(page.getByRole('button', { name: 'Full screen' })).toBeInViewport({ ratio: 1 });
    await page.goto(lessonPath(quiz));
    const title = page.locator('[data-quiz] h1');
    await expect(title).toBeVisible();
    expect((await title.boundingBox())?.height, 'no letter a line').toBeLessThan(200);
    const lessonPaths = ['text', 'video', 'quiz', 'exam', 'capstone'].map((kind) =>
      lessonPath(lessons.find((lesson) => lessonKind(lesson) === kind) ?? film),
    );
    const pages = ['/', '/course/4', '/downloads', '/sync', '/dashboard', '/setup-profile?edit=true'];
    for (const path of [...pages, ...lessonPaths]) {
      await page.goto(path);
      await expect(page.locator('h1:visible').first()).toBeVisible();
      for (const size of [ACROSS, { width: 390, height: 844 }]) {
        await page.setViewportSize(size);
        const wide = () => page.evaluate(() => document.documentElement.scrollWidth);
        await expect.poll(wide, `${path}, ${size.width} px`).toBe(size.width);
      }
    }
  });
}
