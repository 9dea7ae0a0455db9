// What `npm test` runs, in order: check, build, unit, server, simulation, end-to-end, chaos in its short form. `npm test -- NAME ...` style scripts run one part.
// Further arguments go to the part's own tool: `npm run test:e2e -- --grep O3`, `npm run test:simulation -- --seeds 1000000`.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { refuseOldNode } from '../server/node-version.mjs';

refuseOldNode();
const top = fileURLToPath(new URL('..', import.meta.url));
const bin = (name) => join(top, 'node_modules/.bin', name);
const vitest = (project, ...more) => [bin('vitest'), 'run', '--project', project, ...more];

const CHECKS = [
  [bin('tsc'), '--noEmit'],
  [bin('tsc'), '--noEmit', '-p', 'sync'],
  [bin('biome'), 'check', '--error-on-warnings'],
  [bin('knip')],
  vitest('unit', 'tests/architecture.test.ts'),
];
const PARTS = {
  check: () => CHECKS,
  build: () => [[process.execPath, 'server/build.mjs']],
  unit: (more) => [vitest('unit', ...more)],
  server: (more) => [vitest('server', ...more)],
  simulation: (more) => [vitest('simulation', ...more)],
  e2e: (more) => [
    [process.execPath, 'tests/e2e/browser.mjs'],
    [bin('playwright'), 'test', '-c', 'tests/e2e/playwright.config.ts', ...more],
  ],
  chaos: (more) => [
    [process.execPath, 'tests/e2e/browser.mjs'],
    [process.execPath, 'tests/chaos/run.ts', '--short', ...more],
  ],
};

/** Resolves with the command's exit code. */
function run([command, ...args], env) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: top, stdio: 'inherit', env: { ...process.env, ...env } });
    child.on('error', reject);
    child.on('exit', (code, signal) => resolve(signal ? 1 : code));
  });
}

/** Takes `--seeds N` out of the arguments: vitest does not know it. */
function seeds(args) {
  const at = args.indexOf('--seeds');
  if (at === -1) return {};
  const [, count] = args.splice(at, 2);
  return { SIMULATION_SEEDS: count };
}

const [only, ...more] = process.argv.slice(2);
const names = only ? [only] : Object.keys(PARTS);
const env = seeds(more);
for (const name of names) {
  const part = PARTS[name];
  if (!part) throw new Error(`There is no test part "${name}": ${Object.keys(PARTS).join(', ')}`);
  const started = Date.now();
  for (const command of part(more)) {
    const code = await run(command, env);
    if (code !== 0) {
      console.error(`\n${name}: failed (${command.map((word) => word.replace(top, '')).join(' ')})`);
      process.exit(code);
    }
  }
  console.log(`\n${name}: passed in ${Math.round((Date.now() - started) / 1000)} s\n`);
}
