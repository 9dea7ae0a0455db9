import { describe, expect, test } from 'vitest';
import { createTurns } from '#server/media/turns.ts';

/** Works that are ended by hand, with the order in which they began. */
function works() {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const work = (name: string) => () => {
    begun.push(name);
    return new Promise<void>((resolve) => void ends.set(name, resolve));
  };
  const end = async (name: string) => {
    ends.get(name)?.();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { begun, work, end };
}

describe('turns', () => {
  test('go around the parties, and each works on one thing at a time', async () => {
    const turns = createTurns({ atOnce: 2, mostOfOne: 3, most: 10 });
    const { begun, work, end } = works();
    for (const name of ['a1', 'a2', 'a3', 'b1', 'c1']) void turns.enter(name.charAt(0)).turn(work(name));
    await new Promise((resolve) => setImmediate(resolve));
    expect(begun).toEqual(['a1', 'b1']);
    await end('a1');
    expect(begun, 'who has waited longest').toEqual(['a1', 'b1', 'c1']);
    await end('b1');
    expect(begun).toEqual(['a1', 'b1', 'c1', 'a2']);
    await end('c1');
    expect(begun).toHaveLength(4);
    await end('a2');
    expect(begun.at(-1)).toBe('a3');
  });

  test('one place too many is refused with the seconds to wait, until somebody leaves', () => {
    const turns = createTurns({ atOnce: 1, mostOfOne: 1, most: 2 });
    const place = turns.enter('a');
    expect(() => turns.enter('a')).toThrow(expect.objectContaining({ code: 'rate_limited' }));
    turns.enter('b');
    expect(() => turns.enter('c')).toThrow(
      expect.objectContaining({ code: 'unavailable', details: { retryAfterSeconds: 60 } }),
    );
    place.leave();
    turns.enter('c');
  });

  test('a work that fails gives its turn on', async () => {
    const turns = createTurns({ atOnce: 1, mostOfOne: 1, most: 2 });
    const failed = turns.enter('a').turn(() => Promise.reject(new Error('No.')));
    await expect(failed).rejects.toThrow('No.');
    expect(await turns.enter('b').turn(async () => 1)).toBe(1);
  });
});
