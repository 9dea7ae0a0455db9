// The journeys run against the built product, each test on a server, a wire and browsers of its own (fixtures.ts).
import { defineConfig } from '@playwright/test';
import { findChromium } from './browser.mjs';
import type { Options, WorkerOptions } from './fixtures.ts';

export const chromiumPath: string | undefined = findChromium();

/** Where tests/run.mjs reads the counts. */
const report = process.env.TEST_REPORT;

/** A browser that asks nobody else anything, and plays a video when a script says so. */
export const browserArguments = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
  '--no-first-run',
  '--autoplay-policy=no-user-gesture-required',
];

export default defineConfig<Options, WorkerOptions>({
  testDir: '.',
  testMatch: '*.spec.ts',
  outputDir: '../../test-results',
  fullyParallel: true,
  forbidOnly: true,
  // A journey that fails one time in a hundred is a defect until shown otherwise.
  retries: 0,
  workers: 2,
  timeout: 120_000,
  expect: { timeout: 10_000 },
  reporter: report ? [['list'], ['json', { outputFile: report }]] : 'list',
  use: {
    launchOptions: {
      ...(chromiumPath ? { executablePath: chromiumPath } : {}),
      args: browserArguments,
      chromiumSandbox: process.getuid?.() !== 0,
    },
    actionTimeout: 10_000,
    navigationTimeout: 15_000,
    serviceWorkers: 'allow',
    trace: 'off',
    screenshot: 'only-on-failure',
  },
  projects: [
    { name: 'embedded', testIgnore: 'hosted.spec.ts' },
    // With the accounts kept elsewhere (R-A15): its own journeys, and those of the accounts that ask the auth service anything.
    { name: 'hosted', testMatch: 'hosted.spec.ts', use: { accounts: 'hosted' } },
    {
      name: 'hosted-accounts',
      testMatch: 'account*.spec.ts',
      grepInvert: /\[(A1|A3|A9|A10|A14|H8)\]/,
      use: { accounts: 'hosted' },
    },
  ],
});
