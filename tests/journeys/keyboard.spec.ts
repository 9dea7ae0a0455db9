// The product without a mouse: from the landing page to a completed lesson and a submitted quiz; what opens closes by Escape
// and gives the focus back; a new page is announced by its heading; what changes by itself is said (R-Z3).
import type { Locator } from '@playwright/test';
import { lessonKind } from '#sync/contract/lesson.ts';
import { COURSE, lessonPath, lessonsOf, someLessons } from './content.ts';
import { askDatabase, completeAllBut } from './database.ts';
import { expect, NETWORK_NOISE, test } from './fixtures.ts';
import { mainHeading, pressOn, tabTo } from './keyboard-steps.ts';
import { markComplete, openLesson, resetLesson, signIn, underWorker } from './person.ts';
import { LEARNER, PASSWORD } from './product.ts';
import { keyOf, lessonOfKind, questionOn } from './quiz-key.ts';
import { leaveAlone, lockOf } from './tablet-steps.ts';

test('[Z3] by keyboard alone from the landing page to a completed text and a submitted quiz', { tag: '@core' }, async ({
  page,
  product,
}) => {
  const lessons = await lessonsOf(product);
  const { text } = await someLessons(product);
  const quiz = lessons.find((lesson) => lessonKind(lesson) === 'quiz');
  if (!quiz) throw new Error('The sample course lost its quiz.');
  const main = page.getByRole('main');
  await page.goto('/');
  await pressOn(page, page.getByRole('banner').getByRole('link', { name: 'Sign In' }));
  await tabTo(page, page.getByLabel('Email', { exact: true }));
  await page.keyboard.type(LEARNER);
  await tabTo(page, page.getByLabel('Password', { exact: true }));
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/$/);
  await pressOn(page, main.locator(`a[href="/course/${COURSE}"]`).first());
  await pressOn(page, main.locator(`a[href="${lessonPath(text)}"]`).first());
  await expect(mainHeading(page, text.title)).toBeFocused();
  await pressOn(page, page.getByRole('button', { name: 'Continue', exact: true }));
  await expect(page.getByText('Your progress has been saved.', { exact: true })).toBeVisible();
  await page.waitForURL((url) => url.pathname !== lessonPath(text));

  const row = page.locator(`a[href="${lessonPath(quiz)}"]`);
  const list = page.getByRole('navigation', { name: 'Lessons' });
  await pressOn(page, list.locator('details').filter({ has: row }).locator('summary'));
  await pressOn(page, list.locator(row));
  await expect(mainHeading(page, quiz.title)).toBeFocused();
  const questions = main.getByRole('group').filter({ has: page.locator('input') });
  await expect(questions).toHaveCount(3);
  for (const question of await questions.all()) {
    await tabTo(page, question.locator('input').first());
    await page.keyboard.press('Space');
  }
  await pressOn(page, page.getByRole('button', { name: 'Submit' }));
  await expect(main.getByText(/^Your score:/)).toBeVisible();
});

test('[Z3] after every move inside the app the focus is on the heading of the new page', async ({ page, product }) => {
  const { text, video } = await someLessons(product);
  await signIn(page);
  const main = page.getByRole('main');
  await main.locator(`a[href="/course/${COURSE}"]`).first().click();
  await expect(mainHeading(page, 'Certified Field Inspector')).toBeFocused();
  for (const lesson of [text, video]) {
    await main
      .locator(`a[href="${lessonPath(lesson)}"]`)
      .first()
      .click();
    await expect(mainHeading(page, lesson.title)).toBeFocused();
  }
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Sync' }).click();
  await expect(mainHeading(page, 'Sync')).toBeFocused();
  await page.getByRole('button', { name: /Lena Learner/ }).click();
  await page.getByRole('menuitem', { name: 'Dashboard' }).click();
  await expect(main.getByRole('heading', { level: 1 })).toBeFocused();
  await page.goBack();
  await expect(mainHeading(page, 'Sync')).toBeFocused();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('[Z3] Escape closes menu, drawer and dialog, and the focus returns to what opened them', async ({
    page,
    product,
    wire,
    noise,
  }) => {
    noise.allow(NETWORK_NOISE);
    const { text } = await someLessons(product);
    const opensAndCloses = async (opener: Locator, opened: Locator) => {
      await opener.focus();
      await page.keyboard.press('Enter');
      await expect(opened).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(opened).toBeHidden();
      await expect(opener).toBeFocused();
    };
    await page.goto('/');
    // What is painted before any script has run opens nothing.
    await underWorker(page);
    await opensAndCloses(page.getByRole('banner').getByRole('button', { name: /menu$/ }), page.locator('#mobile-menu'));
    await signIn(page);
    await openLesson(page, text);
    await opensAndCloses(page.getByRole('button', { name: 'Lessons', exact: true }), page.getByRole('dialog'));

    wire.cut();
    await page.getByRole('button', { name: 'Mark Complete' }).click();
    await page.getByRole('banner').getByRole('link', { name: 'Lena Learner' }).click();
    const signOut = page.getByRole('main').getByRole('button', { name: 'Sign Out', exact: true });
    await signOut.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog', { name: 'You are offline' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(signOut).toBeFocused();
    wire.mend();
  });

  test('[Z3] by keyboard alone on a phone: a search, a quiz one question a screen, a download, a PIN at the lock', async ({
    page,
    product,
  }) => {
    const quiz = await lessonOfKind(product, 'quiz');
    const main = page.getByRole('main');
    const button = (name: string | RegExp) => page.getByRole('button', { name });
    await signIn(page);
    await tabTo(page, main.getByLabel('Search courses'));
    await page.keyboard.type('swollen battery');
    await pressOn(page, page.getByRole('region', { name: 'In lessons' }).getByRole('link').first());
    await expect(page.getByText('A swollen, hot or dented battery')).toBeFocused();

    await openLesson(page, quiz);
    for (const key of await keyOf(product, quiz)) {
      await expect(questionOn(page, key), 'each question is read out').toBeFocused();
      await page.keyboard.press('Tab');
      await page.keyboard.press('Space');
      await pressOn(page, button(/^(Next|Review answers)$/));
    }
    await expect(page.getByRole('heading', { name: 'Ready to submit' })).toBeFocused();
    await pressOn(page, button('Submit'));
    await expect(main.getByText(/^Your score:/)).toBeVisible();

    await page.goto(`/course/${COURSE}`);
    await pressOn(page, button(/Download for offline use/));
    await expect(main.getByText('On this device', { exact: true })).toBeVisible({ timeout: 30_000 });

    await page.goto('/dashboard');
    await pressOn(page, button('Set a PIN'));
    await expect(page.getByRole('group', { name: 'New PIN, 4 to 8 digits' })).toBeFocused();
    await page.keyboard.type('2468');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('group', { name: 'Repeat new PIN' })).toBeFocused();
    await page.keyboard.type('2468');
    await expect(button('Change PIN')).toBeVisible();
    await leaveAlone(page);
    await page.keyboard.press('Enter');
    await expect(page.getByLabel('PIN of Lena Learner')).toBeFocused();
    await page.keyboard.type('2468');
    await expect(lockOf(page)).toHaveCount(0);
  });
});

test('[Z3] what changes by itself is said: toasts, the state of the work, whether a name is free', async ({
  page,
  product,
  wire,
  noise,
}) => {
  noise.allow(NETWORK_NOISE);
  const { text } = await someLessons(product);
  const said = (words: string | RegExp) => page.getByRole('status').filter({ hasText: words }).first();
  await signIn(page);
  await page.goto('/setup-profile?edit=true');
  await expect(said('Full name looks good!')).toBeVisible();
  await openLesson(page, text);
  wire.cut();
  await page.getByRole('button', { name: 'Mark Complete' }).click();
  await expect(said('Lesson completed!')).toBeAttached();
  await expect(said('Offline')).toBeAttached();
  await expect(said(/^Offline · 1 change/)).toBeAttached();
  wire.mend();
});

test.describe('with less motion', () => {
  test.use({ viewport: { width: 390, height: 844 }, contextOptions: { reducedMotion: 'reduce' } });

  test('[Z3] whoever asks for less motion gets none', async ({ page, product, wire, noise }) => {
    noise.allow(NETWORK_NOISE);
    const { text, secondText } = await someLessons(product);
    await completeAllBut(product, LEARNER, text);
    await askDatabase(product, 'delete from unit_progress where lesson_id = ?', secondText.id);
    const moved: string[] = [];
    await page.exposeFunction('noteMotion', (what: string) => moved.push(what));
    await page.addInitScript(() => {
      const note = (event: Event) => {
        const { animationName, propertyName } = event as AnimationEvent & TransitionEvent;
        // That one follows the scrolling: it moves when the reader does.
        if (animationName !== 'read-along') Reflect.get(window, 'noteMotion')(animationName ?? propertyName);
      };
      for (const type of ['animationstart', 'transitionrun']) addEventListener(type, note, true);
    });
    const main = page.getByRole('main');
    await signIn(page);
    await expect(main.getByText('93%').first()).toBeVisible();
    await openLesson(page, text);
    await page.getByRole('button', { name: 'Lessons', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
    await markComplete(page);
    await expect(main.getByText('Lesson completed!')).toBeVisible();
    await resetLesson(page);
    await page.getByRole('button', { name: 'Undo' }).click();
    wire.cut();
    await main.getByRole('link', { name: 'Continue to Next Lesson' }).click();
    await page.getByRole('button', { name: 'Mark Complete' }).click();
    await expect(page.getByRole('banner').getByText(/^Offline/)).toBeVisible();
    wire.mend();
    await expect(page.getByRole('article', { name: 'Certificate' })).toBeVisible({ timeout: 45_000 });
    expect(moved).toEqual([]);
  });
});
