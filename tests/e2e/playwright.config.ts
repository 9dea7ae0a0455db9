// The journeys run against the built product, each test on a server, a wire and browsers of its own (fixtures.ts).
import { defineConfig } from '@playwright/test';
import { findChromium } from './browser.mjs';
import type { Options } from './fixtures.ts';

export const chromiumPath: string | undefined = findChromium();

/** A browser that asks nobody else anything, and plays a video when a script says so. */
export const browserArguments = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
  '--no-first-run',
  '--autoplay-policy=no-user-gesture-required',
];

export default defineConfig<Options>({
  testDir: '.',
  testMatch: '*.spec.ts',
  outputDir: '../../test-results',
  fullyParallel: true,
  forbidOnly: true,
  // On a shared machine a journey may meet a pause of seconds. One that passes only the second time is listed as flaky at the
  // end of the run, with what it met the first time: that is a finding, and no red build.
  retries: 1,
  workers: 2,
  timeout: 120_000,
  expect: { timeout: 10_000 },
  reporter: [['list']],
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
    // Everything about accounts once more, with the accounts kept elsewhere (A15).
    { name: 'hosted', testMatch: ['account*.spec.ts', 'hosted.spec.ts'], use: { accounts: 'hosted' } },
  ],
});
