// The person's own pages: profile, dashboard, invitation, header (R-A9 to R-A11, R-H8).
import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { someLessons } from './content.ts';
import { expect, test } from './fixtures.ts';
import { invite, ORGANIZATION } from './invitations.ts';
import { confirmSignOut, markComplete, openLesson, signIn } from './person.ts';
import { LEARNER, SUPER_ADMIN } from './product.ts';

const heading = (page: Page, name: string | RegExp) => page.getByRole('main').getByRole('heading', { level: 1, name });

test('[A10] the dashboard shows the profile, the courses and quick actions, and works offline', async ({
  page,
  context,
  noise,
}) => {
  noise.allow(/net::ERR_/);
  await signIn(page);
  await page.goto('/dashboard');
  await expect(heading(page, 'Welcome back, Lena Learner!')).toBeVisible();
  const profile = page.getByRole('region', { name: 'Your Profile' });
  await expect(profile).toContainText(LEARNER);
  await expect(profile).toContainText('Organization: Member');
  await expect(profile).toContainText(String(new Date().getFullYear()));
  const courses = page.getByRole('region', { name: 'Available Courses' }).getByRole('link');
  await expect(courses).toHaveCount(4);
  const actions = page.getByRole('region', { name: 'Quick Actions' });
  await expect(actions.getByRole('link', { name: 'Account Settings' })).toHaveAttribute(
    'href',
    '/setup-profile?edit=true',
  );
  await context.setOffline(true);
  await page.reload();
  await expect(heading(page, 'Welcome back, Lena Learner!')).toBeVisible();
  await expect(courses).toHaveCount(4);
  await courses.getByText('Certified Field Inspector').click();
  await expect(page).toHaveURL(/\/course\/4$/);
  await context.setOffline(false);
  await page.goBack();
  await actions.getByRole('link', { name: 'Browse All Courses' }).click();
  await expect(page).toHaveURL(/\/$/);
});

test('[A11] an invitation is checked, and its link brings a new person into the organization', {
  tag: '@core',
}, async ({ page, product, mailbox }) => {
  await page.goto('/invite');
  const token = page.getByLabel('Invitation Token', { exact: true });
  for (const [given, words] of [
    ['nonsense-token', 'Invalid invitation token'],
    [invite(product, { expiresAt: Date.now() - 1000 }), 'This invitation has expired'],
    [invite(product, { maxUses: 0 }), 'This invitation has reached maximum uses'],
  ] as const) {
    await token.fill(given);
    await expect(page.getByRole('main').getByText(words, { exact: true })).toBeVisible();
  }

  await page.goto(`/invite?token=${invite(product)}`);
  const email = `${randomUUID().slice(0, 8)}@people.example`;
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByRole('button', { name: 'Send Magic Link' }).click();
  await expect(heading(page, 'Check Your Email')).toBeVisible();

  await page.goto(await mailbox.linkTo(email));
  await page.getByRole('main').getByRole('button').first().click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.getByText('Organization: Member')).toBeVisible();
});

test('a mailed invitation opens its course by one tap, and a name is asked for once something is learned', async ({
  page,
  product,
}) => {
  const email = `${randomUUID().slice(0, 8)}@people.example`;
  await page.goto(`/invite?token=${invite(product, { email, courseId: 1, maxUses: 1 })}`);
  await expect(heading(page, `Join ${ORGANIZATION}`)).toBeVisible();
  await expect(page.getByText(email)).toBeVisible();
  await page.getByRole('button', { name: 'Confirm and start' }).click();
  await expect(page).toHaveURL(/\/course\/1$/);
  await expect(heading(page, 'Property Inspection Field Training')).toBeVisible();

  const { text } = await someLessons(product);
  await openLesson(page, text);
  await markComplete(page);
  await page.goto('/course/1');
  const question = page.getByRole('dialog', { name: "What's your name?" });
  const name = `Nina New ${randomUUID().slice(0, 8)}`;
  await question.getByLabel('Full Name').fill(name);
  await question.getByRole('button', { name: 'Save' }).click();
  await expect(question).toHaveCount(0);
  await page.goto('/dashboard');
  await expect(heading(page, `Welcome back, ${name}!`)).toBeVisible();
});

test('the frame of the sign-in and the invitation is there before any script', async ({ page }) => {
  await page.route('**/*.js', () => undefined);
  const guarded = ['/course/4/lesson/46', '/dashboard'];
  const addresses = ['/auth/signin', '/auth', '/invite?token=any', '/auth/callback?token_hash=any&type=invite'];
  for (const address of [...addresses, ...guarded]) {
    await page.goto(address, { waitUntil: 'commit' });
    await expect(page.locator('#account').getByRole('status')).toBeVisible();
    await expect(page.locator('#account').getByRole('link', { name: 'Groundwork' })).toBeVisible();
  }
  await page.goto('/public-course/1', { waitUntil: 'commit' });
  await expect(page.locator('#account').getByRole('link', { name: 'Groundwork' })).toBeVisible();
  await expect(page.locator('#account').getByRole('status')).toBeHidden();
});

for (const width of [390, 768, 1280]) {
  test.describe(`${width} px wide`, () => {
    test.use({ viewport: { width, height: 844 } });
    test(`[H8] the header leads everywhere, ${width} px wide`, async ({ page }) => {
      const banner = page.getByRole('banner');
      await page.goto('/');
      await expect(page.getByPlaceholder('Search courses...')).toHaveCount(0);
      await banner.getByRole('link', { name: 'Sign Up' }).click();
      await expect(page).toHaveURL(/\/auth$/);
      await banner.getByRole('link', { name: 'Sign In' }).click();
      await expect(page).toHaveURL(/\/auth\/signin$/);
      await banner.getByRole('link', { name: 'Groundwork' }).click();
      await expect(page).toHaveURL(/\/$/);

      await signIn(page, SUPER_ADMIN);
      // Phones and tablets have a page in place of the menu.
      const isDesk = width >= 1024;
      const onOwnPage: Record<string, string> = { 'Profile Settings': 'Account Settings' };
      const menu = async (item: string) => {
        await banner.getByRole(isDesk ? 'button' : 'link', { name: 'Sofia Super' }).click();
        if (isDesk) return page.getByRole('menuitem', { name: item, exact: true }).click();
        const name = onOwnPage[item] ?? item;
        const main = page.getByRole('main');
        if (item === 'Sign Out') await main.getByRole('button', { name, exact: true }).click();
        else if (item !== 'Dashboard') await main.getByRole('link', { name }).click();
      };
      await menu('Profile Settings');
      await expect(page).toHaveURL(/\/setup-profile\?edit=true$/);
      await menu('Dashboard');
      await expect(page).toHaveURL(/\/dashboard$/);
      await menu('Admin Dashboard');
      await expect(page).toHaveURL(/\/admin$/);
      // A page that comes late takes the focus.
      await expect(page.getByRole('heading', { level: 1, name: 'Admin Dashboard' })).toBeFocused();
      // Administration searches by its palette instead.
      await menu('Dashboard');
      // A phone has the magnifier, which opens the box on the first page.
      if (!isDesk) await banner.getByRole('link', { name: 'Search courses' }).click();
      const search = (isDesk ? banner : page.getByRole('main')).getByPlaceholder('Search courses...');
      if (!isDesk) await expect(search).toBeFocused();
      await search.fill('scanner');
      await search.press('Enter');
      await expect(page).toHaveURL(/\/\?search=scanner$/);
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
      await menu('Sign Out');
      await confirmSignOut(page);
      await expect(page).toHaveURL(/\/$/);
      await expect(banner.getByRole('link', { name: 'Sign In' })).toBeVisible();
    });
  });
}
