// The person's own pages: profile, dashboard, invitation, header (R-A9 to R-A11, R-H8).
import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { someLessons } from './content.ts';
import { expect, statusNoise, test } from './fixtures.ts';
import { invite, ORGANIZATION } from './invitations.ts';
import { markComplete, openLesson, signIn } from './person.ts';
import { LEARNER, SUPER_ADMIN } from './product.ts';

const heading = (page: Page, name: string | RegExp) => page.getByRole('main').getByRole('heading', { level: 1, name });

test('[A9] a person without a name chooses one that nobody beside them has; later they change it', async ({
  page,
  person,
}) => {
  const taken = await person({ fullName: `Tess Taken ${randomUUID().slice(0, 8)}` });
  await signIn(page, taken.email);
  const { email } = await person({ fullName: 'User' });
  await page.goto('/auth/signin?add=true');
  await signInHere(page, email);
  await page.goto('/setup-profile');
  await expect(heading(page, 'Set Up Your Profile')).toBeVisible();
  await expect(page.getByText(`Signed in as ${email}`)).toBeVisible();
  const field = page.getByLabel('Full Name');
  const save = page.getByRole('button', { name: 'Continue to Dashboard' });
  await save.click();
  await expect(page.getByRole('main').getByRole('alert')).toHaveText('ErrorFull name is required');
  await field.fill('N');
  await expect(page.getByText('Full name must be at least 2 characters long')).toBeVisible();
  await expect(save).toBeDisabled();
  await field.fill(taken.fullName.toUpperCase());
  await expect(page.getByRole('img', { name: 'Checking the name' })).toBeVisible();
  await expect(page.getByRole('img', { name: 'Not available' })).toBeVisible();
  await expect(save).toBeDisabled();
  await field.fill('Nora Named');
  await expect(page.getByText('Full name looks good!')).toBeVisible();
  await save.click();
  await expect(heading(page, 'Welcome back, Nora Named!')).toBeVisible();

  await page.goto('/setup-profile');
  await expect(page, 'who has a name goes on').toHaveURL(/\/dashboard$/);
  await page.getByRole('link', { name: 'Edit Profile' }).click();
  await expect(heading(page, 'Edit Your Profile')).toBeVisible();
  await expect(field).toHaveValue('Nora Named');
  await field.fill('Nora Newname');
  await expect(page.getByText('Full name looks good!')).toBeVisible();
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(heading(page, 'Welcome back, Nora Newname!')).toBeVisible();
  await expect(page.getByRole('banner').getByRole('button', { name: 'Nora Newname' })).toBeVisible();
});

async function signInHere(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill('a-journey-of-tests');
  await page.getByRole('main').getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(page).toHaveURL(/\/$/);
}

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
  const status = (words: string) => page.getByRole('main').getByText(words, { exact: true });
  await page.goto('/invite');
  await expect(status('Enter your invitation token to continue')).toBeVisible();
  await page.getByRole('button', { name: 'Send Magic Link' }).click();
  await expect(page.getByText('Please enter your invitation token', { exact: true })).toBeVisible();
  await expect(page.getByText('Invitation Token Required', { exact: true })).toBeVisible();
  const token = page.getByLabel('Invitation Token', { exact: true });
  await token.fill('12345');
  await expect(page.getByRole('button', { name: 'Validation Deferred' })).toBeDisabled();
  await token.fill('nonsense-token');
  await expect(status('Validating invitation...')).toBeVisible();
  await expect(status('Invalid invitation token')).toBeVisible();
  await token.fill(invite(product, { expiresAt: Date.now() - 1000 }));
  await expect(status('This invitation has expired')).toBeVisible();
  await token.fill(invite(product, { maxUses: 0 }));
  await expect(status('This invitation has reached maximum uses')).toBeVisible();

  await page.goto(`/invite?token=${invite(product)}`);
  await expect(page.getByLabel('Email', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Send Magic Link' }).click();
  await expect(page.getByText('Email Required', { exact: true })).toBeVisible();
  const email = `${randomUUID().slice(0, 8)}@people.example`;
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByRole('button', { name: 'Send Magic Link' }).click();
  await expect(heading(page, 'Check Your Email')).toBeVisible();
  await expect(page.getByText('Magic Link Sent!', { exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'Return to Home' }).click();
  await expect(page).toHaveURL(/\/$/);

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

test('[A11] an address with an account is led to the sign-in with the invitation kept', async ({
  page,
  product,
  person,
}) => {
  const { email } = await person();
  await signIn(page, email);
  await page.getByRole('banner').getByRole('button', { name: 'Pia Person' }).click();
  await page.getByRole('menuitem', { name: 'Sign Out' }).click();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible();
  await page.goto(`/invite?token=${invite(product)}`);
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByRole('button', { name: 'Send Magic Link' }).click();
  await expect(page.getByText('Account Already Exists', { exact: true })).toBeVisible();
  await expect(page).toHaveURL(/\/auth\?mode=signin$/);
  await expect(page.getByText(ORGANIZATION, { exact: true })).toBeVisible();
});

test('[A14] the messages of the account pages, each in its case', async ({ page, wire, noise }) => {
  noise.allow(statusNoise(500));
  const broken = { status: 500, body: {}, headers: { 'X-Groundwork-Api': '1' } };
  await signIn(page);
  wire.answer('/api/auth/profile', broken);
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { name: 'Failed to fetch profile' })).toBeVisible();
  await page.goto('/setup-profile?edit=true');
  await expect(page.getByRole('heading', { name: 'Failed to load profile' })).toBeVisible();
  wire.answer('/api/auth/profile', undefined);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('Full name looks good!')).toBeVisible();
  wire.answer('/api/auth/profile', broken);
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByRole('main').getByRole('alert')).toHaveText('ErrorFailed to save profile');
  wire.answer('/api/enterprise/', broken);
  await page.goto('/invite?token=some-long-token');
  await expect(page.getByText('Failed to validate token')).toBeVisible();
  wire.answer('/api/auth/signup', broken);
  await page.goto('/auth?add=true');
  for (const [label, value] of [
    ['Full Name', 'Nina New'],
    ['Email', 'nina@people.example'],
    ['Password', 'secret-1'],
    ['Confirm Password', 'secret-1'],
  ] as const)
    await page.getByLabel(label, { exact: true }).fill(value);
  await page.getByRole('main').getByRole('button', { name: 'Sign Up', exact: true }).click();
  await expect(page.getByRole('main').getByRole('alert')).toHaveText('ErrorFailed to create account');
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
      await expect(page).toHaveURL(/\/$/);
      await expect(banner.getByRole('link', { name: 'Sign In' })).toBeVisible();
    });
  });
}
