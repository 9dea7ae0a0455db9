// A tablet that several people share: who goes on, with or without a PIN, and the lock that throws nothing away (R-O7, Y23, Y24, Y30).
import type { BrowserContext, Page } from '@playwright/test';
import { type LessonKind, lessonKind } from '#sync/contract/lesson.ts';
import { COURSE, lessonPath, lessonsOf, someLessons } from './content.ts';
import { settingOf, writeSettingOf } from './device-data.ts';
import { expect, NETWORK_NOISE, test } from './fixtures.ts';
import { badgeSays, markComplete, openLesson, signIn } from './person.ts';
import { LEARNER, PASSWORD, type Product } from './product.ts';
import {
  addPerson,
  declinePin,
  enterPin,
  goOnAs,
  leaveAlone,
  lockAfterFive,
  lockOf,
  openMenu,
  setPinOf,
  sitsHere,
} from './tablet-steps.ts';
import type { Wire } from './wire.ts';

const LENA = 'Lena Learner';

const goOffline = async (context: BrowserContext, wires: Wire[]) => {
  await context.setOffline(true);
  for (const wire of wires) wire.cut();
};

async function firstOf(product: Product, kind: LessonKind) {
  const lesson = (await lessonsOf(product)).find((each) => lessonKind(each) === kind);
  if (!lesson) throw new Error(`The sample course has no ${kind}.`);
  return lesson;
}

/** Opens the first quiz and answers its first question. */
async function beginQuiz(page: Page, product: Product) {
  const quiz = await firstOf(product, 'quiz');
  await page.goto(lessonPath(quiz));
  await page.getByRole('main').getByRole('group').first().locator('label').first().click();
  await expect(page.getByText('1 of 3 answered')).toBeVisible();
  return quiz;
}

test('[O7] [Z4] [Y30] a PIN is asked for at the switch, also offline; wrong tries are slowed, over a reload too', {
  tag: '@core',
}, async ({ page, context, wire, authWire, person, noise }) => {
  noise.allow(NETWORK_NOISE);
  const { email, fullName } = await person({ fullName: 'Milo Mate' });
  await signIn(page);
  await setPinOf(page, '2468');
  await expect(page.getByLabel('Auto-lock'), 'the first PIN brings the lock').toHaveValue('5');
  await addPerson(page, LENA, email);
  await sitsHere(page, fullName);
  await goOffline(context, [wire, authWire]);
  const choose = async () => {
    await openMenu(page, fullName);
    await page.getByRole('menuitem', { name: LENA }).click();
  };
  await choose();
  for (let time = 0; time < 3; time += 1) {
    await enterPin(page, LENA, '1357');
    await expect(page.getByText('Wrong PIN.')).toBeVisible();
  }
  const wait = page.getByText(/^Too many attempts/);
  await expect(wait).toBeVisible();
  await page.reload();
  await choose();
  await expect(wait, 'a reload shortens nothing').toBeVisible();
  await expect(page.getByRole('button', { name: '1', exact: true })).toBeDisabled();
  await expect(page.getByText("That needs a connection, and you're offline.", { exact: false })).toBeVisible();
  await expect(wait).toHaveCount(0, { timeout: 15_000 });
  await enterPin(page, LENA, '2468');
  await sitsHere(page, LENA);
});

test('[O7] [Y30] who has forgotten the PIN signs in with the password, which removes it, and sets a new one', async ({
  page,
  person,
}) => {
  const { email, fullName } = await person({ fullName: 'Milo Mate' });
  await signIn(page);
  await setPinOf(page, '2468');
  await addPerson(page, LENA, email);
  await openMenu(page, fullName);
  await page.getByRole('menuitem', { name: LENA }).click();
  await page.getByRole('button', { name: 'Use password' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome Back');
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(LEARNER);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  const question = page.getByRole('dialog', { name: 'Set a PIN' });
  await expect(question).toContainText('Signing in removed the PIN you had.');
  await page.reload();
  await question.getByRole('group', { name: 'New PIN, 4 to 8 digits' }).pressSequentially('9753');
  await question.getByRole('button', { name: 'Continue', exact: true }).click();
  await question.getByRole('group', { name: 'Repeat new PIN' }).pressSequentially('9753');
  await expect(page.getByText('Your PIN is set', { exact: true })).toBeVisible();
  await expect(question).toHaveCount(0);
  await sitsHere(page, LENA);
  await page.goto('/dashboard');
  await expect(page.getByRole('button', { name: 'Change PIN' })).toBeVisible();
});

test('[O7] [Y30] the lock keeps a running quiz as it is, and shows nothing of it', async ({ page, product }) => {
  await signIn(page);
  await lockAfterFive(page);
  const quiz = await beginQuiz(page, product);
  const form = await page.locator('main form').elementHandle();
  await leaveAlone(page);
  await expect(page).toHaveTitle('Locked · Groundwork');
  await expect(lockOf(page).getByText("Lena's work is saved.", { exact: false })).toBeVisible();
  await expect(page.getByRole('heading', { name: quiz.title, includeHidden: true }).first()).toBeHidden();
  await expect(page.getByRole('radio')).toHaveCount(0);
  await expect(lockOf(page).getByRole('button', { name: new RegExp(`^${LENA}`) })).toBeFocused();
  // Neither Escape nor Tab leads out.
  for (const key of ['Escape', 'Escape', 'Tab', 'Tab', 'Tab', 'Tab']) await page.keyboard.press(key);
  await expect(lockOf(page)).toBeVisible();
  await expect(page.getByText('1 of 3 answered')).toBeHidden();
  await goOnAs(page, LENA);
  await expect(lockOf(page)).toHaveCount(0);
  await expect(page.getByText('1 of 3 answered')).toBeVisible();
  expect(await form?.evaluate((element) => element.isConnected), 'the same form, never drawn anew').toBe(true);
  await expect(page).toHaveTitle(`${quiz.title} · Groundwork`);
});

test('[O7] [Y30] the lock holds over a reload and in every tab, and asks for the PIN', async ({
  page,
  context,
  product,
}) => {
  await signIn(page);
  await setPinOf(page, '2468');
  const quiz = await beginQuiz(page, product);
  const other = await context.newPage();
  await other.goto(`/course/${COURSE}`);
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible();
  await leaveAlone(page);
  await expect(lockOf(other)).toBeVisible({ timeout: 15_000 });
  await page.reload();
  await expect(lockOf(page)).toBeVisible();
  await expect(page.getByText(quiz.title)).toHaveCount(0);
  await goOnAs(page, LENA);
  await enterPin(page, LENA, '9999');
  await expect(page.getByText('Wrong PIN.')).toBeVisible();
  await enterPin(page, LENA, '2468');
  await expect(page.getByText('1 of 3 answered')).toBeVisible();
  await expect(lockOf(other)).toHaveCount(0);
});

test('[O7] [Y30] a tablet that was closed and opened again much later, or with its clock set back, is locked', async ({
  page,
}) => {
  await signIn(page);
  await lockAfterFive(page);
  for (const touchedAt of [Date.now() - 3_600_000, Date.now() + 3_600_000]) {
    await writeSettingOf(page, 'touchedAt', touchedAt);
    await page.reload();
    await expect(lockOf(page)).toBeVisible();
    await expect(page.getByText('Welcome back')).toHaveCount(0);
    await goOnAs(page, LENA);
    await expect(page.getByText('Welcome back')).toBeVisible();
  }
});

test('[O7] [Y24] [Y30] another person goes on at the lock without a network; begun answers wait for their person', {
  tag: '@core',
}, async ({ page, context, product, wire, authWire, person, noise }) => {
  noise.allow(NETWORK_NOISE);
  const { email, fullName } = await person({ fullName: 'Milo Mate' });
  await signIn(page);
  await addPerson(page, LENA, email);
  await openMenu(page, fullName);
  await page.getByRole('menuitem', { name: LENA }).click();
  await sitsHere(page, LENA);
  await lockAfterFive(page);
  const quiz = await beginQuiz(page, product);
  const other = await context.newPage();
  await other.goto(lessonPath(quiz));
  await expect(other.getByText('1 of 3 answered')).toBeVisible();
  await goOffline(context, [wire, authWire]);
  await leaveAlone(page);
  await expect(lockOf(page).getByText("Signing in needs a connection. You're offline.")).toBeVisible();
  await goOnAs(page, fullName);
  for (const tab of [page, other]) await sitsHere(tab, fullName);
  await expect(other.getByText('1 of 3 answered'), 'nothing of hers in the other tab').toHaveCount(0);
  await openMenu(page, fullName);
  await page.getByRole('menuitem', { name: LENA }).click();
  await sitsHere(page, LENA);
  await page.goto(lessonPath(quiz));
  await expect(page.getByText('1 of 3 answered')).toBeVisible();
});

test('[O7] [Y30] somebody new signs in at the lock, and the one before needs only their PIN', async ({
  page,
  person,
}) => {
  const { email, fullName } = await person({ fullName: 'Milo Mate' });
  await signIn(page);
  await setPinOf(page, '2468');
  await leaveAlone(page);
  await lockOf(page).getByRole('button', { name: 'Add another person' }).click();
  await expect(page.getByRole('heading', { name: 'Add another person' })).toBeVisible();
  await expect(page.getByRole('banner').getByRole('button', { name: LENA }), 'she has got up').toHaveCount(0);
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await declinePin(page);
  await sitsHere(page, fullName);
  await leaveAlone(page);
  await goOnAs(page, LENA);
  await enterPin(page, LENA, '2468');
  await sitsHere(page, LENA);
});

test('[O7] [Y30] a dialog with something typed, and a reflection, stand as before after the lock', async ({
  page,
  product,
}) => {
  await signIn(page);
  await lockAfterFive(page);
  await page.getByRole('button', { name: 'Set a PIN' }).click();
  const keys = page.getByRole('group', { name: 'New PIN, 4 to 8 digits' });
  await expect(keys).toBeFocused();
  await keys.pressSequentially('1234');
  await leaveAlone(page);
  await expect(lockOf(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await goOnAs(page, LENA);
  await expect(keys.getByRole('status')).toHaveText('4 digits entered');
  await page.keyboard.press('Escape');
  await page.goto(lessonPath(await firstOf(product, 'capstone')));
  const reflection = page.getByRole('main').getByRole('textbox');
  await reflection.fill('I would look at the eaves first');
  await leaveAlone(page);
  await goOnAs(page, LENA);
  await expect(reflection).toHaveValue('I would look at the eaves first');
  await expect(reflection, 'the focus is where it was').toBeFocused();
});

test('[O7] [Y30] a film that plays counts as being here; once locked, it stands still', async ({ page, product }) => {
  const { video } = await someLessons(product);
  await signIn(page);
  await lockAfterFive(page);
  await openLesson(page, video);
  const film = page.locator('video');
  await film.evaluate((element: HTMLVideoElement) => {
    element.muted = true;
    element.loop = true;
    return element.play();
  });
  await expect.poll(() => film.evaluate((element: HTMLVideoElement) => element.currentTime)).toBeGreaterThan(1);
  await writeSettingOf(page, 'touchedAt', Date.now() - 4 * 60_000);
  await expect
    .poll(async () => Date.now() - Number(await settingOf(page, 'touchedAt')), { timeout: 15_000 })
    .toBeLessThan(60_000);
  await leaveAlone(page);
  expect(await film.evaluate((element: HTMLVideoElement) => element.paused)).toBe(true);
});

test('[O7] [Y23] signing out offline can give unsent work up: then the tablet no longer knows its person', async ({
  page,
  context,
  product,
  wire,
  authWire,
  noise,
}) => {
  noise.allow(NETWORK_NOISE);
  const { text } = await someLessons(product);
  await signIn(page);
  await openLesson(page, text);
  await goOffline(context, [wire, authWire]);
  await markComplete(page);
  await badgeSays(page, '1 change waiting');
  await openMenu(page, LENA);
  await page.getByRole('menuitem', { name: 'Sign Out' }).click();
  await page.getByRole('button', { name: 'Discard instead...' }).click();
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as a file' }).click();
  expect((await saved).suggestedFilename()).toMatch(/^groundwork-work-.*\.json$/);
  await page.getByRole('button', { name: 'Discard 1 change' }).click();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible();
  const kept = () =>
    page.evaluate(async () => {
      const names = (await indexedDB.databases()).map(({ name = '' }) => name);
      return names.filter((name) => /^groundwork:[0-9a-f-]{36}$/.test(name));
    });
  await expect.poll(kept).toEqual([]);
  await page.goto('/auth/signin');
  await expect(
    page.getByText("You're offline. Signing in with a password or a link needs a connection."),
  ).toBeVisible();
  await expect(page.getByText(LENA)).toHaveCount(0);
});
