// The steps of the release workflow, run as GitHub does it in a clean folder, with a docker and a curl that note what they are asked.
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { readEnv } from '#server/env.ts';

interface Step {
  run?: string;
  env?: Record<string, string>;
}

const workflow = fileURLToPath(new URL('../.github/workflows/release.yml', import.meta.url));
const steps: Step[] = parse(readFileSync(workflow, 'utf8')).jobs.image.steps;
const stepWith = (words: string) => steps.find(({ run }) => run?.includes(words)) ?? {};

const CHANGELOG = `# Changelog

## [Unreleased]

- Later.

## [0.2.0] - 2026-12-01

- This.

## [0.1.0] - 2026-11-01

- Before.
`;

function checkout() {
  const folder = mkdtempSync(join(tmpdir(), 'groundwork-release-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, 'package.json'), '{ "version": "0.2.0" }');
  writeFileSync(join(folder, 'CHANGELOG.md'), CHANGELOG);
  mkdirSync(join(folder, 'bin'));
  const answers = { docker: '', curl: `printf '{"status":"ok","commit":"c0ffee"}'` };
  for (const [name, answer] of Object.entries(answers)) {
    writeFileSync(join(folder, 'bin', name), `#!/bin/sh\necho "${name} $*" >> asked\n${answer}\n`);
    chmodSync(join(folder, 'bin', name), 0o755);
  }
  return folder;
}

function run(folder: string, { run: script = 'exit 99', env: own }: Step, env: Record<string, string>) {
  const PATH = `${join(folder, 'bin')}:${process.env.PATH}`;
  const given = { PATH, IMAGE: 'registry.example/team/groundwork', GITHUB_SHA: 'c0ffee', ...own, ...env };
  return spawnSync('bash', ['-e', '-o', 'pipefail', '-c', script], { cwd: folder, env: given }).status;
}

test('the notes of a release tell of its version alone', () => {
  const folder = checkout();
  expect(run(folder, stepWith('notes.md'), { GITHUB_REF_NAME: 'v0.2.0' })).toBe(0);
  expect(readFileSync(join(folder, 'notes.md'), 'utf8').trim()).toBe('- This.');
});

test('a tag that is not the version, a version of which nothing is told, and a missing registry end it', () => {
  const folder = checkout();
  const notes = stepWith('notes.md');
  expect(run(folder, notes, { GITHUB_REF_NAME: 'v0.1.0' })).toBe(1);
  expect(run(folder, notes, { GITHUB_REF_NAME: 'v0.2.0', IMAGE: '' })).toBe(1);
  writeFileSync(join(folder, 'package.json'), '{ "version": "0.3.0" }');
  expect(run(folder, notes, { GITHUB_REF_NAME: 'v0.3.0' })).toBe(1);
});

test('the image starts with the settings that production needs, names the commit, and is pushed', () => {
  const folder = checkout();
  const image = stepWith('docker build');
  expect(run(folder, image, { GITHUB_REF_NAME: 'v0.2.0' })).toBe(0);
  const asked = readFileSync(join(folder, 'asked'), 'utf8').split('\n');
  const [name, pushed] = ['registry.example/team/groundwork:0.2.0', 'docker push'];
  expect(asked.filter((line) => line.startsWith('docker')).map((line) => line.split(' ')[1])).toEqual([
    'build',
    'run',
    'login',
    'push',
  ]);
  expect(asked).toContain(`${pushed} ${name}`);
  const given = asked.find((line) => line.startsWith('docker run')) ?? '';
  const settings = [...given.matchAll(/--env (\S+)/g)].map(([, one = '']) => [one, image.env?.[one]]);
  expect(readEnv({ NODE_ENV: 'production', ...Object.fromEntries(settings) })).toMatchObject({ production: true });
});

test('an image that names another commit is not pushed', () => {
  const folder = checkout();
  const image = { ...stepWith('docker build') };
  expect(run(folder, image, { GITHUB_REF_NAME: 'v0.2.0', GITHUB_SHA: 'another' })).toBe(1);
  expect(readFileSync(join(folder, 'asked'), 'utf8')).not.toContain('docker push');
});
