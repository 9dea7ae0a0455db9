// Signing in by an OpenID Connect provider in a real browser, whose service worker must leave the way there and back alone.
import type { Page } from '@playwright/test';
import { CLIENT, startProvider } from '../fixtures/oidc-provider.ts';
import { expect, test } from './fixtures.ts';
import { invite } from './invitations.ts';
import { freePort, newDataDir, removeDataDir, startProduct } from './product.ts';

const PEOPLE = {
  ida: { email: 'ida@acme.example', email_verified: true, name: 'Ida Berg' },
  otto: { email: 'otto@acme.example', email_verified: true, name: 'Otto Lund' },
};

const it = test.extend<{ installation: { own: string; token: string } }>({
  installation: async ({ sampleData }, use) => {
    const port = await freePort();
    const dataDir = newDataDir(sampleData);
    const product = await startProduct(dataDir, {
      OIDC_NAME: 'Acme',
      OIDC_ISSUER: `http://127.0.0.1:${port}`,
      OIDC_CLIENT_ID: CLIENT.client_id,
      OIDC_CLIENT_SECRET: CLIENT.client_secret,
    });
    const own = `http://localhost:${product.port}`;
    const provider = await startProvider(PEOPLE, `${own}/auth/v1/callback`, port);
    await use({ own, token: invite(product) });
    await provider.close();
    await product.stop();
    removeDataDir(dataDir);
  },
});

async function signInAtProvider(page: Page, login: string): Promise<void> {
  await page.getByRole('button', { name: 'Continue with Acme' }).click();
  await expect(page.getByRole('heading', { name: 'Acme login' })).toBeVisible();
  await page.getByLabel('Name').fill(login);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('heading', { name: 'Acme consent' })).toBeVisible();
  await page.getByRole('button', { name: 'Continue' }).click();
}

it('an invitation is accepted by the provider, which asks the next person of the tablet again', async ({
  installation,
  page,
}) => {
  const { own, token } = installation;
  await page.goto(`${own}/invite?token=${token}`);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Join Demo Inspections' })).toBeVisible();
  await signInAtProvider(page, 'ida');
  await expect(page.getByText('You have joined Demo Inspections.', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: /Ida Berg/ })).toBeVisible();

  await page.goto(`${own}/auth/signin?add=true`);
  await signInAtProvider(page, 'otto');
  await expect(page.getByRole('button', { name: /Otto Lund/ })).toBeVisible();
});
