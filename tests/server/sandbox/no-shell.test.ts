// What is handed to another program arrives there as it is: no shell reads it.
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { confined, startConfined } from '#server/media/cage.ts';

const HOSTILE = ['$(id)', '`id`', '; id', '"; id #', "'; id #", '| id', '&& id', '\nid\n', '-rf', '$HOME', '*'];
const LIMITS = { memoryMb: 512, fileMb: 1, processorSeconds: 10 };

test.each(HOSTILE)('%j is an argument and nothing else', async (hostile) => {
  const child = startConfined({ command: 'printf', args: ['%s', hostile], ...LIMITS }, 'limits');
  expect(child.stdout && (await text(child.stdout))).toBe(hostile);
});

test.each(['limits', 'namespaces'] as const)('with %s the text of the shell has numbers of ours alone', (walls) => {
  const program = { command: 'a $(id)', args: HOSTILE, reads: ['b $(id)'], writes: ['c $(id)'], ...LIMITS };
  const [shell, option, script, name, ...args] = confined(program, walls);
  expect([shell, option, name]).toEqual(['sh', '-c', 'sh']);
  expect(script).toMatch(/^(ulimit -[dftc] \d+ 2>\/dev\/null \|\| :; )+exec "\$@"$/);
  expect(args.slice(-HOSTILE.length)).toEqual(HOSTILE);
});
