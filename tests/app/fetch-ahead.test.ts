import { afterEach, expect, test, vi } from 'vitest';
import { fetchAhead } from '#app/fetch-ahead.ts';

afterEach(() => vi.unstubAllGlobals());

test('[O1] the files of an installation are fetched several at a time, each once, to the last byte', async () => {
  let underWay = 0;
  let most = 0;
  const asked: string[] = [];
  const read: string[] = [];
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(address);
    underWay += 1;
    most = Math.max(most, underWay);
    await new Promise((resolve) => setTimeout(resolve, 1));
    underWay -= 1;
    return { arrayBuffer: async () => void read.push(address) };
  });
  const addresses = Array.from({ length: 40 }, (_, at) => `/assets/${at}.js`);
  await fetchAhead(addresses);
  expect(most).toBe(6);
  expect(asked).toEqual(addresses);
  expect(read.sort()).toEqual([...addresses].sort());
});

test('[O1] a line that breaks stops nothing', async () => {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(address);
    throw new TypeError('Failed to fetch');
  });
  await fetchAhead(['/assets/a.js', '/assets/b.js']);
  expect(asked).toEqual(['/assets/a.js', '/assets/b.js']);
});
