// `npm run test:engines`: the tests of tests.ts in Firefox and in WebKitGTK, one after another.
// `npm run test:engines -- webkit download` runs those in WebKit whose title holds the word.
import './built.ts';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { explain } from '../../server/launch.mjs';
import { openArrangement } from '../journeys/arrangement.ts';
import { onPath } from '../journeys/browser.mjs';
import { newDataDir, removeDataDir, startProduct } from '../journeys/product.ts';
import { type Engine, tabletWith } from './engine.ts';
import { startFirefox } from './firefox.ts';
import { tests } from './tests.ts';
import { startWebKit } from './webkit.ts';

const TEST_MS = 300_000;
const WEBKIT_PACKAGES =
  'webkit2gtk-driver python3-gi gir1.2-webkit2-4.1 xvfb gstreamer1.0-plugins-good gstreamer1.0-libav';

/** What no page may write to the console, with or without a network. A page that is left ends its work with the two errors. */
const TROUBLE =
  /background work failed (?!AbortError|TransactionInactiveError)|page error|Unhandled|ServiceWorker intercepted/;

/**
 * How the engines tell of pictures and films that are not here, or break off, without a network. What the worker answers for
 * them has no address (sync/downloads/answer-media.ts), and WebKit adds a rejection of its own.
 */
const MEDIA = /Failed to load ‘(’|[^’]*\/media\/)|Unhandled Promise Rejection: NetworkError:/;

type EngineName = 'firefox' | 'webkit';

/** How each engine is started; undefined when it is not on this machine. */
function findEngines(): Record<EngineName, (() => Promise<Engine>) | undefined> {
  const firefox = process.env.FIREFOX_PATH ?? onPath('firefox-esr', 'firefox');
  const isWebKitHere =
    onPath('WebKitWebDriver') &&
    onPath('Xvfb') &&
    spawnSync('/usr/bin/python3', ['-c', 'import gi; gi.require_version("WebKit2", "4.1")']).status === 0;
  return { firefox: firefox ? () => startFirefox(firefox) : undefined, webkit: isWebKitHere ? startWebKit : undefined };
}

const MISSING: Record<EngineName, string> = {
  firefox: 'Firefox is missing: install it (Debian: apt-get install firefox-esr) or name its file in FIREFOX_PATH.',
  webkit: `WebKitGTK is missing: install its driver and what shows it (Debian: apt-get install ${WEBKIT_PACKAGES}).`,
};

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}

async function within<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`It took longer than ${TEST_MS / 1000} s.`)), TEST_MS);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

/** Runs one test on a server and a browser of its own; what went wrong, or undefined. */
async function problemOf(run: (typeof tests)[number]['run'], start: () => Promise<Engine>): Promise<unknown> {
  const { product, wire, close } = await openArrangement({
    project: undefined,
    sampleData,
    database: undefined,
    storage: 'disk',
  });
  const engine = await start();
  try {
    await within(run({ tablet: tabletWith(engine, wire.url), product, wire }));
    const trouble = engine.console.filter((line) => TROUBLE.test(line) && !MEDIA.test(line));
    if (trouble.length > 0) throw new Error('The console tells of trouble.');
    return undefined;
  } catch (error) {
    return [error, ...engine.console.slice(-20)].join('\n  ');
  } finally {
    await engine.remove();
    await close();
  }
}

explain('Usage: npm run test:engines -- [firefox] [webkit] [WORDS]', (words) =>
  words.every((word) => !word.startsWith('-')),
);
const words = process.argv.slice(2);
const engines = findEngines();
const chosen = (['firefox', 'webkit'] as const).filter((name) => words.includes(name));
const names = chosen.length > 0 ? chosen : (['firefox', 'webkit'] as const);
const wanted = words.filter((word) => !names.some((name) => name === word));
for (const name of names) if (!engines[name]) fail(MISSING[name]);
if (!existsSync(join(import.meta.dirname, '../../dist/server/main.js'))) fail('Nothing is built: run "npm run build".');

const sampleData = newDataDir();
const counts = { passed: 0, failed: 0 };
try {
  await (await startProduct(sampleData)).stop();
  for (const name of names) {
    const start = engines[name];
    if (!start) continue;
    for (const { title, only, run } of tests) {
      if ((only && only !== name) || !wanted.every((word) => title.includes(word))) continue;
      const started = Date.now();
      const problem = await problemOf(run, start);
      counts[problem ? 'failed' : 'passed'] += 1;
      console.log(
        `${problem ? 'FAILED' : 'passed'}  ${name}: ${title} (${((Date.now() - started) / 1000).toFixed(1)} s)`,
      );
      if (problem) console.log(`  ${problem}`);
    }
  }
} finally {
  removeDataDir(sampleData);
}
console.log(`\n${counts.passed} passed, ${counts.failed} failed`);
process.exitCode = counts.failed > 0 || counts.passed === 0 ? 1 : 0;
