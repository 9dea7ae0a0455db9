// What CONTRIBUTING.md tells a newcomer to type: `npm run dev`, and the app is at the address that it prints.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { expect, test } from './fixtures.ts';
import { freePort, LEARNER, newDataDir, PASSWORD, removeDataDir } from './product.ts';

const top = fileURLToPath(new URL('../..', import.meta.url));

test('npm run dev shows the app, which signs in and shows the courses', { tag: '@core' }, async ({
  browser,
  noise,
}) => {
  const dataDir = newDataDir();
  const port = String(await freePort());
  const variables = {
    PORT: port,
    DATA_DIR: dataDir,
    DEMO_PASSWORD: PASSWORD,
    FFMPEG: 'off',
    LOG_LEVEL: 'warn',
    SAMPLE_PEOPLE: 'off',
  };
  const dev = spawn('npm', ['run', 'dev'], { cwd: top, env: { ...process.env, ...variables }, detached: true });
  const ended = once(dev, 'close');
  try {
    let output = '';
    for (const stream of [dev.stdout, dev.stderr]) stream.on('data', (text) => (output += text));
    await expect
      .poll(() => stripVTControlCharacters(output), { timeout: 60_000 })
      .toContain(`http://localhost:${port}/`);
    const page = await browser.newPage({ baseURL: `http://localhost:${port}` });
    noise.watch(page.context());
    await page.goto('/auth/signin', { timeout: 60_000 });
    // Hundreds of modules come one by one.
    await page.getByLabel('Email', { exact: true }).waitFor({ timeout: 60_000 });
    await page.getByLabel('Email', { exact: true }).fill(LEARNER);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign In', exact: true }).click();
    await expect(page.getByText('Property Inspection Field Training').first()).toBeVisible({ timeout: 30_000 });
    // It would ask a server that is gone.
    await page.close();
  } finally {
    // All of its group: npm passes no signal on.
    process.kill(-(dev.pid ?? 0), 'SIGTERM');
    await ended;
    removeDataDir(dataDir);
  }
});
