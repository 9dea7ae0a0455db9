import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
// @ts-expect-error plain JavaScript, so that an old Node can read it
import { tooOld } from '#server/node-version.mjs';

test.each(['18.20.0', '20.20.2', '22.22.0', '24.6.9'])(
  'Node %s is told in one sentence that it is too old',
  (version) => {
    expect(tooOld(version)).toMatch(
      new RegExp(`^Groundwork needs Node 24\\.7 or newer and this is ${version}[^\\n]+\\.$`),
    );
  },
);

test.each(['24.7.0', '24.21.0', '25.0.0'])('Node %s is new enough', (version) => {
  expect(tooOld(version)).toBeUndefined();
});

test.each(['server/start.mjs', 'tests/run.mjs'])(
  '%s ends with that sentence and nothing else on an old Node',
  (script) => {
    const path = fileURLToPath(new URL(`../${script}`, import.meta.url));
    const pretend = "Object.defineProperty(process.versions, 'node', { value: '20.20.2' });";
    const load = `data:text/javascript,${encodeURIComponent(pretend)}`;
    const { status, stdout, stderr } = spawnSync(process.execPath, ['--import', load, path], { encoding: 'utf8' });
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr.trim().split('\n')).toEqual([tooOld('20.20.2')]);
  },
);

/** Whether one of 'a || b' lets Node 20 in, by its major version alone. */
const letsIn20 = (range: string) =>
  range.split('||').some((part) => {
    const [, sign = '>=', major = '0'] = /^\s*(>=|\^)\s*(\d+)/.exec(part) ?? [];
    return sign === '^' ? major === '20' : Number(major) <= 20;
  });

test('the Node that installs leaves out nothing that ours needs', () => {
  // npm passes over an optional package whose engines exclude the Node that runs npm, without a word. Where a package asks for more than
  // package.json does, its line 'engines' in package-lock.json is taken out by hand.
  const { packages } = JSON.parse(readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8')) as {
    packages: Record<string, { optional?: boolean; os?: string[]; engines?: { node?: string } }>;
  };
  // Rollup does without it.
  const unneeded = 'node_modules/@napi-rs/lzma-linux-x64-gnu';
  const passedOver = Object.entries(packages).filter(
    ([name, { optional, os = ['linux'], engines }]) =>
      name !== unneeded && optional && os.includes('linux') && !letsIn20(engines?.node ?? '>=0'),
  );
  expect(passedOver.map(([name]) => name)).toEqual([]);
});
