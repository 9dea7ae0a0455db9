import { spawnSync } from 'node:child_process';
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
