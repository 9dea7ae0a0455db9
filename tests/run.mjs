// Runs the test parts one after another and adds their counts up: `npm test` the set that a push needs,
// `npm run test:full` everything. One part alone takes its tool's arguments: `npm run test:e2e -- --grep O3`,
// `npm run test:simulation -- --seeds 1000000`, `npm run test:full -- --seeds 50000`. See docs/testing.md.
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { explain } from '../server/launch.mjs';
import { refuseOldNode } from '../server/node-version.mjs';

refuseOldNode();
const top = fileURLToPath(new URL('..', import.meta.url));
const bin = (name) => join(top, 'node_modules/.bin', name);
const folder = mkdtempSync(join(tmpdir(), 'groundwork-run-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));

/** How each tool's report, a JSON file, counts what it ran and names what failed. */
const READERS = {
  vitest: ({ numPassedTests, numFailedTests, testResults }) => ({
    passed: numPassedTests,
    failed: numFailedTests,
    names: testResults.flatMap(({ name, assertionResults }) =>
      assertionResults
        .filter(({ status }) => status === 'failed')
        .map(({ fullName, failureMessages }) => {
          const [message] = failureMessages[0].split('\n');
          return `${name.replace(top, '')} › ${fullName}\n  ${message}`;
        }),
    ),
  }),
  // What is flaky passed only at a second try, which counts as failed here.
  playwright: ({ stats, suites }) => ({
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky,
    names: suites.flatMap(failedSpecs),
  }),
  chaos: (counts) => counts,
};

const failedSpecs = ({ specs = [], suites = [] }) => [
  ...specs
    .filter(({ ok, tests }) => !ok || tests.some(({ status }) => status === 'flaky'))
    .map(({ file, line, title }) => `tests/journeys/${file}:${line} › ${title}`),
  ...suites.flatMap(failedSpecs),
];

/** What failed, told again at the very end: a whole run prints more than a reader of its last lines sees. */
const failures = [];

const check = (command) => ({ command });
const vitest = (project, more = [], env = {}) => {
  const report = join(folder, `${project}.json`);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  return { command: [bin('vitest'), 'run', '--project', project, ...reporters, ...more], env, report, tool: 'vitest' };
};
/** What names the project of `npm run test:hosted`; SUPABASE_JWT_SECRET besides, where it signs with HS256. */
const PROJECT = ['SUPABASE_URL', 'SUPABASE_PUBLISHABLE_KEY', 'SUPABASE_SECRET_KEY', 'MAILPIT_URL'];
/** What runs through PgBouncer: the rest of `tests/server/db` looks at connections, and there none is its own. */
const POOLED = ['db/named-statements', 'db/queries', 'db/serialized-queue', 'learning/', 'identity/'];
const browser = check([process.execPath, 'tests/journeys/browser.mjs']);

const PARTS = {
  check: () => [
    check([bin('tsc'), '--noEmit']),
    check([bin('tsc'), '--noEmit', '-p', 'sync']),
    check([bin('biome'), 'check', '--error-on-warnings']),
    check([bin('knip'), '--treat-config-hints-as-errors']),
    check([process.execPath, 'docs/languages.ts', 'check']),
    vitest('architecture'),
  ],
  build: () => [check([process.execPath, 'server/build.mjs'])],
  unit: ({ more }) => [vitest('unit', more)],
  server: ({ more, quick, full }) => [
    vitest('server', more, {
      ...(quick && { TEST_DATABASES: 'where-they-differ' }),
      ...(full && { FUZZ_SECONDS: '3600' }),
    }),
  ],
  // What works by transactions, with a real PgBouncer between the server and PostgreSQL.
  pooler: ({ more }) => [vitest('server', more.length > 0 ? more : POOLED, { TEST_POOLER: '1' })],
  simulation: ({ more, seeds }) => [vitest('simulation', more, { SIMULATION_SEEDS: seeds })],
  e2e: ({ more, quick, env }) => {
    const report = join(folder, 'playwright.json');
    const which = quick ? ['--grep', '@core', '--project', 'embedded', '--project', 'hosted'] : [];
    const command = [bin('playwright'), 'test', '-c', 'tests/journeys/playwright.config.ts', ...which, ...more];
    return [browser, { command, env: { TEST_REPORT: report, ...env }, report, tool: 'playwright' }];
  },
  hosted: ({ more }) => {
    const missing = PROJECT.filter((name) => !process.env[name]);
    if (missing.length > 0)
      throw new Error(`Set ${missing.join(', ')} to a project made for tests (docs/supabase.md).`);
    // The demo accounts are there once, so there is one worker.
    const which = ['--project', 'hosted', '--project', 'hosted-accounts', '--workers', '1', ...more];
    return PARTS.e2e({ more: which, env: { TEST_HOSTED: '1' } });
  },
  chaos: ({ more, short }) => {
    const report = join(folder, 'chaos.json');
    const command = [
      process.execPath,
      'tests/perf/chaos/run.ts',
      ...(short ? ['--short'] : []),
      '--report',
      report,
      ...more,
    ];
    return [browser, { command, report, tool: 'chaos' }];
  },
};

/** What each of the two whole runs plays: full all but what needs a project or PgBouncer. Without check and build the rest says nothing. */
const RUNS = {
  quick: { parts: ['check', 'build', 'unit', 'server', 'simulation', 'e2e'], seeds: '2000', quick: true },
  full: {
    parts: Object.keys(PARTS).filter((part) => !['hosted', 'pooler'].includes(part)),
    seeds: '1000000',
    quick: false,
  },
};
const NEEDED = ['check', 'build'];

/** Resolves with the exit code of a command. */
function run([command, ...args], env = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: top, stdio: 'inherit', env: { ...process.env, ...env } });
    child.on('error', reject);
    child.on('exit', (code, signal) => resolve(signal ? 1 : code));
  });
}

/** Runs one step. A step that fails without a failed test counts as one, and so does one that ran no test. */
async function play({ command, env, report, tool }) {
  const code = await run(command, env);
  const counts = report ? countsOf(report, tool) : { passed: 0, failed: 0 };
  const ranNothing = report && counts.passed + counts.failed === 0;
  const isBroken = code !== 0 || ranNothing;
  failures.push(...(counts.names ?? []));
  if (ranNothing) console.error(`\nNo test was run, or none was reported: ${shown(command)}`);
  return { passed: counts.passed, failed: isBroken ? Math.max(1, counts.failed) : counts.failed };
}

function countsOf(report, tool) {
  try {
    return READERS[tool](JSON.parse(readFileSync(report, 'utf8')));
  } catch {
    return { passed: 0, failed: 0 };
  }
}

const shown = (command) => command.map((word) => word.replace(top, '')).join(' ');

async function playPart(name, options) {
  const started = Date.now();
  const sum = { passed: 0, failed: 0 };
  for (const step of PARTS[name](options)) {
    const { passed, failed } = await play(step);
    sum.passed += passed;
    sum.failed += failed;
    if (failed > 0) console.error(`\n${name}: failed (${shown(step.command)})`);
    if (failed > 0 && !step.report) break;
  }
  const seconds = Math.round((Date.now() - started) / 1000);
  console.log(`\n${name}: ${sum.passed} passed, ${sum.failed} failed, in ${seconds} s\n`);
  return sum;
}

/** Takes `--NAME VALUE`, or a lone `--NAME`, out of the arguments: the tools do not know it. */
function take(args, name, hasValue) {
  const at = args.indexOf(name);
  if (at === -1) return undefined;
  const [, value] = args.splice(at, hasValue ? 2 : 1);
  return hasValue ? value : name;
}

explain(
  `Usage: npm test                       what a push needs
       npm run test:full             everything; -- --seeds N plays so many, --short the short form of chaos
       npm run test:PART -- WORDS    one part, with what its tool takes: docs/testing.md has examples
The parts are ${Object.keys(PARTS).join(', ')}.`,
  ([part = 'quick']) => part in RUNS || part in PARTS,
);
const [first = 'quick', ...more] = process.argv.slice(2);
const whole = RUNS[first];
const seeds = take(more, '--seeds', true) ?? whole?.seeds;
const short = take(more, '--short', false) !== undefined;
if (whole && more.length > 0) throw new Error(`Only one part takes arguments of its own, such as ${more.join(' ')}.`);

const sum = { passed: 0, failed: 0 };
const started = Date.now();
for (const name of whole?.parts ?? [first]) {
  const { passed, failed } = await playPart(name, {
    more,
    seeds,
    short,
    quick: whole?.quick ?? false,
    full: whole === RUNS.full,
  });
  sum.passed += passed;
  sum.failed += failed;
  if (failed > 0 && NEEDED.includes(name)) break;
}
const minutes = Number(((Date.now() - started) / 60_000).toFixed(1));
if (whole) console.log(`In ${minutes} minutes:`);
if (whole === RUNS.quick && sum.failed === 0) {
  // For `npm run bench`, row 17.
  mkdirSync(join(top, 'node_modules/.cache'), { recursive: true });
  const run = { minutes, endedAt: new Date().toISOString() };
  writeFileSync(join(top, 'node_modules/.cache/groundwork-test-run.json'), JSON.stringify(run));
}
for (const failure of failures) console.log(`\nfailed: ${failure}`);
console.log(`${sum.passed} passed, ${sum.failed} failed`);
process.exitCode = sum.failed > 0 || (whole && sum.passed === 0) ? 1 : 0;
