// Every screen of the product and how one gets there, for journeys that visit them all: one line for a new one.
import { ADMIN_SCREENS } from './admin-screens.ts';
import { COURSE, lessonsOf } from './content.ts';
import { COURSE_ADMIN_SCREENS } from './course-admin-screens.ts';
import { completeAllBut } from './database.ts';
import { invite } from './invitations.ts';
import { ORGANIZATION_SCREENS } from './organization-screens.ts';
import { chooseReset, markComplete, signIn, underWorker } from './person.ts';
import { LEARNER, ORG_ADMIN, SUPER_ADMIN } from './product.ts';
import {
  asLearner,
  asVisitor,
  lessonOf,
  menuOf,
  type Place,
  pressEscape,
  type Screen,
  sees,
  submitQuiz,
  titleOf,
  video,
} from './screen-steps.ts';
import { INSTALL_GUIDE, PIN_BEING_SET } from './tablet-screens.ts';

const TITLE = 'Certified Field Inspector';

const VISITOR_SCREENS: Screen[] = [
  { name: 'landing', title: 'Free field inspection training', path: '/', act: sees(TITLE) },
  {
    name: 'mobile menu',
    title: 'Free field inspection training',
    path: '/',
    below: 1024,
    stays: true,
    act: ({ page }) => page.getByRole('button', { name: 'Open menu' }).click(),
    after: ({ page }) => page.getByRole('button', { name: 'Close menu' }).click(),
  },
  {
    name: 'themes',
    title: 'Free field inspection training',
    path: '/',
    from: 1024,
    stays: true,
    act: ({ page }) =>
      page
        .getByRole('button', { name: 'Theme' })
        .click()
        .then(() => page.getByRole('radio', { name: 'Dark' }).waitFor()),
    after: pressEscape,
  },
  { name: 'sign up', title: 'Sign up', path: '/auth' },
  { name: 'sign in', title: 'Sign in', path: '/auth/signin' },
  {
    name: 'sign-in refused',
    title: 'Sign in',
    path: '/auth/signin',
    stays: true,
    act: async ({ page }) => {
      await page.getByLabel('Email', { exact: true }).fill('nobody@people.example');
      await page.getByLabel('Password', { exact: true }).fill('wrong-password');
      await page.getByRole('main').getByRole('button', { name: 'Sign In', exact: true }).click();
      await page.getByRole('main').getByRole('alert').waitFor();
    },
  },
  { name: 'forgotten password', title: 'Reset password', path: '/auth?mode=reset' },
  { name: 'new password, bad link', title: 'Reset password', path: '/auth/reset-password', act: sees(/Invalid/) },
  {
    name: 'mailed link, bad',
    title: 'Processing Authentication',
    path: '/auth/callback?error=access_denied&error_description=expired',
    act: sees('Go to sign in'),
    leaves: true,
  },
  { name: 'invitation', title: 'Join your organization', path: '/invite' },
  { name: 'card', title: 'Sign in with your card', path: '/card' },
  {
    name: 'mailed invitation',
    title: 'Join your organization',
    path: ({ product }) => `/invite?token=${invite(product, { email: 'nina@people.example', courseId: COURSE })}`,
    act: sees('Confirm and start'),
  },
  {
    name: 'invitation, valid',
    title: 'Join your organization',
    path: ({ product }) => `/invite?token=${invite(product)}`,
    act: ({ page }) => page.getByLabel('Email', { exact: true }).waitFor(),
  },
  { name: 'public course', title: TITLE, path: `/public-course/${COURSE}`, act: sees('Course Content') },
  { name: 'public video', title: titleOf('video'), path: asVisitor('video'), act: video },
  { name: 'public text', title: titleOf('text'), path: asVisitor('text'), act: sees('Continue') },
  { name: 'public quiz', title: titleOf('quiz'), path: asVisitor('quiz') },
  { name: 'sync status of a visitor', title: 'Sync', path: '/sync' },
  { name: 'verify a certificate', title: 'Verify a certificate', path: '/verify' },
  {
    name: 'verify a serial that is not there',
    title: 'Verify a certificate',
    path: '/verify/GW-0000-0000-0000',
  },
  { name: 'not found', title: '404 Page Not Found', path: '/nowhere' },
  {
    name: 'offer of what was learned without an account',
    title: 'Learn',
    path: asVisitor('text'),
    act: async ({ page }) => {
      await markComplete(page);
      await signIn(page);
      await page.getByRole('button', { name: 'Add to my account' }).waitFor();
    },
  },
];

const LEARNER_SCREENS: Screen[] = [
  { name: 'home', title: 'Learn', path: '/', act: sees(TITLE) },
  { name: 'home, nothing found', title: 'Learn', path: '/?search=zzz', act: sees('No courses found') },
  {
    name: 'home, found inside lessons',
    title: 'Learn',
    path: '/?search=scanner',
    act: ({ page }) => page.getByRole('region', { name: 'In lessons' }).getByRole('link').first().waitFor(),
  },
  { name: 'person menu', title: 'Learn', path: '/', from: 1024, stays: true, act: menuOf, after: pressEscape },
  { name: 'course', title: TITLE, path: `/course/${COURSE}`, act: sees('Course Content') },
  { name: 'course that is not there', title: 'Course not found', path: '/course/999', act: sees('Course not found') },
  { name: 'text', title: titleOf('text'), path: asLearner('text'), act: sees('Continue') },
  {
    name: 'drawer',
    title: titleOf('text'),
    path: asLearner('text'),
    below: 768,
    stays: true,
    isModal: true,
    act: ({ page }) =>
      page
        .getByRole('button', { name: 'Lessons', exact: true })
        .click()
        .then(() => page.getByRole('dialog').waitFor()),
    after: pressEscape,
  },
  {
    name: 'text, completed',
    title: titleOf('text'),
    path: asLearner('text'),
    stays: true,
    act: ({ page }) =>
      page
        .getByRole('button', { name: 'Mark Complete' })
        .click()
        .then(() => page.getByText('Lesson completed!').first().waitFor()),
  },
  { name: 'video', title: titleOf('video'), path: asLearner('video'), act: video },
  { name: 'quiz', title: titleOf('quiz'), path: asLearner('quiz'), act: sees('0 of 3 answered') },
  {
    name: 'quiz review',
    title: titleOf('quiz'),
    path: asLearner('quiz'),
    below: 768,
    stays: true,
    act: async (place) => {
      await place.page.getByRole('button', { name: 'Review', exact: true }).click();
      await sees('3 questions left')(place);
    },
    after: ({ page }) => page.getByRole('button', { name: 'Answer question 1' }).click(),
  },
  { name: 'quiz results', title: titleOf('quiz'), path: asLearner('quiz'), stays: true, act: submitQuiz },
  { name: 'exam', title: titleOf('exam'), path: asLearner('exam'), act: sees('0 of 20 answered') },
  { name: 'capstone', title: titleOf('capstone'), path: asLearner('capstone'), act: sees(/reflection/) },
  { name: 'certificate, not yet', title: 'Certificate', path: `/course/${COURSE}/certificate` },
  { name: 'dashboard', title: 'Dashboard', path: '/dashboard', act: sees(TITLE) },
  PIN_BEING_SET,
  {
    name: 'profile',
    title: 'Edit Your Profile',
    path: '/setup-profile?edit=true',
    act: ({ page }) => page.getByLabel('Full Name').waitFor(),
  },
  { name: 'downloads, none', title: 'Downloads', path: '/downloads', act: sees('Nothing is downloaded yet') },
  {
    name: 'course, downloaded',
    title: TITLE,
    path: `/course/${COURSE}`,
    act: async (place) => {
      await place.page.getByRole('button', { name: /Download for offline use/ }).click();
      await place.page.getByRole('main').getByText('On this device', { exact: true }).waitFor({ timeout: 30_000 });
    },
  },
  {
    name: 'downloads',
    title: 'Downloads',
    path: '/downloads',
    act: ({ page }) => page.getByRole('button', { name: /lessons on this device/ }).click(),
  },
  {
    name: 'downloads, removing',
    title: 'Downloads',
    path: '/downloads',
    stays: true,
    isModal: true,
    act: async ({ page }) => {
      await page.getByRole('button', { name: `Remove ${TITLE}`, exact: true }).click();
      await page.getByRole('dialog').waitFor();
    },
    after: pressEscape,
  },
  INSTALL_GUIDE,
  { name: 'sync status', title: 'Sync', path: '/sync' },
  {
    name: 'text, completed without a network',
    title: titleOf('text'),
    path: asLearner('text'),
    act: async (place) => {
      place.wire.cut();
      await chooseReset(place.page);
      await place.page.getByRole('banner').getByText('Offline').first().waitFor({ state: 'attached' });
    },
  },
  { name: 'sync status, waiting', title: 'Sync', path: '/sync' },
  { name: 'home without a network', title: 'Learn', path: '/', act: sees('On this device') },
  { name: 'text without a network', title: titleOf('text'), path: asLearner('text'), act: sees('Continue') },
  {
    name: 'course without its lessons',
    title: 'Operating the 3D Scanner',
    path: '/course/2',
    act: sees('The lessons are not on this device'),
  },
  {
    name: 'course that is not on the device',
    title: 'Course',
    path: '/course/999',
    act: sees('This course is not on this device'),
  },
  {
    name: 'sign-out with unsent work',
    title: 'Dashboard',
    path: '/dashboard',
    isModal: true,
    act: async (place) => {
      await place.page.getByRole('main').getByRole('button', { name: 'Sign Out', exact: true }).click();
      await place.page.getByRole('button', { name: 'Sign out anyway' }).waitFor();
    },
  },
  {
    name: 'sign-out, discarding',
    title: 'Dashboard',
    path: '/dashboard',
    stays: true,
    isModal: true,
    act: ({ page }) => page.getByRole('button', { name: 'Discard instead...' }).click(),
    after: async (place) => {
      await pressEscape(place);
      place.wire.mend();
    },
  },
];

const GRADUATE_SCREENS: Screen[] = [
  {
    name: 'end of a course',
    title: 'Certificate',
    path: asLearner('text'),
    act: async ({ page }) => {
      await page.getByRole('button', { name: 'Mark Complete' }).click();
      await page.getByRole('article', { name: 'Certificate' }).waitFor();
    },
  },
  {
    name: 'course, completed, to rate',
    title: TITLE,
    path: `/course/${COURSE}`,
    act: ({ page }) => page.getByRole('radio', { name: '5 stars' }).waitFor({ state: 'attached' }),
  },
  {
    name: 'certificate',
    title: 'Certificate',
    path: `/course/${COURSE}/certificate`,
    act: ({ page }) => page.getByRole('article', { name: 'Certificate' }).waitFor(),
  },
  { name: 'dashboard of a graduate', title: 'Dashboard', path: '/dashboard', act: sees('Certificates') },
];

const SEEN_BY = {
  visitor: { screens: VISITOR_SCREENS, email: undefined },
  learner: { screens: LEARNER_SCREENS, email: LEARNER },
  graduate: { screens: GRADUATE_SCREENS, email: LEARNER },
  admin: { screens: ADMIN_SCREENS, email: SUPER_ADMIN },
  'organization admin': { screens: ORGANIZATION_SCREENS, email: ORG_ADMIN },
  author: { screens: COURSE_ADMIN_SCREENS, email: SUPER_ADMIN },
};

/** Waits until the page has its heading and its title, and nothing on it is a stand-in or moves any more. */
async function settled(place: Place, screen: Screen): Promise<void> {
  const title = typeof screen.title === 'string' ? screen.title : screen.title(place);
  const stands = (wanted: string) =>
    document.title === wanted &&
    document.querySelector('main h1') !== null &&
    document.querySelector('main .animate-pulse') === null &&
    // One that follows the scrolling never ends.
    document
      .getAnimations()
      .every(({ playState, timeline }) => playState === 'finished' || timeline !== document.timeline);
  await place.page.waitForFunction(stands, `${title} · Groundwork`).catch(async () => {
    throw new Error(`${screen.name}: is '${await place.page.title()}', not '${title} · Groundwork', or never stands.`);
  });
}

/** Goes through every screen of these at the place's width, and lets `look` look at each. */
async function visit(place: Place, screens: Screen[], look: (screen: Screen) => Promise<void>): Promise<void> {
  for (const screen of screens) {
    if (place.width >= (screen.below ?? Number.POSITIVE_INFINITY) || place.width < (screen.from ?? 0)) continue;
    if (!screen.stays) await place.page.goto(typeof screen.path === 'string' ? screen.path : screen.path(place));
    await screen.act?.(place);
    await settled(place, screen);
    await look(screen);
    await screen.after?.(place);
  }
}

export type Audience = keyof typeof SEEN_BY;

/** Visits every screen that one kind of person sees. */
export async function visitAll(
  audience: Audience,
  where: Omit<Place, 'lessons'>,
  look: (screen: Screen) => Promise<void>,
): Promise<void> {
  const place = { ...where, lessons: await lessonsOf(where.product) };
  const { screens, email } = SEEN_BY[audience];
  if (audience === 'graduate') await completeAllBut(where.product, LEARNER, lessonOf(place, 'text'));
  if (email) await signIn(place.page, email);
  else {
    await place.page.goto('/nowhere');
    await underWorker(place.page);
  }
  await visit(place, screens, look);
}
