// Finds a Chromium for the journeys, or as root installs Debian's; without one it says so in one sentence. Run before
// Playwright by tests/run.mjs, and read by playwright.config.ts.
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** The full path of the first of these commands that is on the PATH; undefined for none. */
export function onPath(...names) {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  for (const name of names) {
    for (const folder of folders) {
      const path = join(folder, name);
      try {
        accessSync(path, constants.X_OK);
        return path;
      } catch {
        // not in this folder
      }
    }
  }
  return undefined;
}

/** CHROMIUM_PATH, else a browser on the PATH, else Playwright's own; undefined when there is none. */
export function findChromium() {
  const given = process.env.CHROMIUM_PATH;
  if (given) {
    if (existsSync(given)) return given;
    throw new Error(`CHROMIUM_PATH is "${given}", and there is no such file.`);
  }
  const own = chromium.executablePath();
  return onPath(...NAMES) ?? (existsSync(own) ? own : undefined);
}

/** As root on Debian and its children: their package. Waits when another program holds the package lock. */
function installDebianPackage() {
  const apt = onPath('apt-get');
  if (!apt || process.getuid?.() !== 0) return;
  console.log('No Chromium found: installing the package "chromium" ...');
  const wait = ['-o', 'DPkg::Lock::Timeout=300'];
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const run = (...words) => spawnSync(apt, [...wait, '-qq', ...words], { env, stdio: ['ignore', 'ignore', 'inherit'] });
  // First the lists: with old ones the package may be gone from the mirror.
  run('update');
  run('install', '-y', '--no-install-recommends', 'chromium');
}

/** The path of a Chromium that is there now; throws one clear sentence otherwise. */
export function ensureChromium() {
  const found = findChromium();
  if (found) return found;
  installDebianPackage();
  const installed = findChromium();
  if (installed) return installed;
  throw new Error(
    'The end-to-end tests need Chromium: put one on the PATH, name it in CHROMIUM_PATH, or run "npx playwright install chromium".',
  );
}

/** Throws one clear sentence where nothing is built. */
export function requireBuild() {
  if (!existsSync(fileURLToPath(new URL('../../dist/server/main.js', import.meta.url))))
    throw new Error('Nothing is built: run "npm run build" first.');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    requireBuild();
    console.log(`Browser: ${ensureChromium()}`);
  } catch (error) {
    console.error(error.message);
    process.exit(1);
  }
}
