import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fetchAhead } from '#app/fetch-ahead.ts';

const addresses = Array.from({ length: 40 }, (_, at) => `/assets/${at}.js`);

beforeEach(() => vi.stubGlobal('caches', { match: async () => undefined }));
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
  await fetchAhead(addresses);
  expect(most).toBe(4);
  expect(asked).toEqual(addresses);
  expect(read.sort()).toEqual([...addresses].sort());
});

test('[O1] a line that breaks stops nothing', async () => {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(address);
    throw new TypeError('Failed to fetch');
  });
  await fetchAhead(addresses);
  expect(asked).toEqual(addresses);
});

test('[O12] a newer version asks only for what the last one does not hold', async () => {
  const asked: string[] = [];
  vi.stubGlobal('caches', { match: async (address: string) => (address === '/assets/7.js' ? undefined : {}) });
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(address);
    return { arrayBuffer: async () => undefined };
  });
  await fetchAhead(addresses);
  expect(asked).toEqual(['/assets/7.js']);
});
