import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { forgetMedia, keepMedia } from '#app/media-cache.ts';

const MIB = 1024 * 1024;

/** The browser's cache, as far as it is used here; a copy is as large as its header says. */
class FakeCache {
  readonly #copies = new Map<string, Response>();
  readonly #address = (asked: string | Request) =>
    typeof asked === 'string' ? new URL(asked, 'https://app.example').href : asked.url;

  match = async (asked: string | Request) => this.#copies.get(this.#address(asked))?.clone();
  put = async (asked: string | Request, answer: Response) => {
    const { headers } = answer;
    this.#copies.set(this.#address(asked), new Response(await answer.blob(), { headers }));
  };
  delete = async (asked: string | Request) => this.#copies.delete(this.#address(asked));
  keys = async () => [...this.#copies.keys()].map((address) => new Request(address));

  files = () =>
    [...this.#copies.keys()]
      .map((address) => new URL(address))
      .filter(({ search }) => search)
      .map(({ pathname, searchParams }) => `${searchParams.get('person')}:${pathname.replace('/media/', '')}`);
}

let cache: FakeCache;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
  cache = new FakeCache();
  vi.stubGlobal('caches', { open: async () => cache });
  vi.stubGlobal('fetch', async () => {
    const headers = { 'Content-Type': 'video/mp4', 'Content-Length': String(25 * MIB) };
    return new Response('film', { headers });
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const keep = (person: string, file: string) => {
  vi.advanceTimersByTime(1_000);
  const url = new URL(`https://app.example/media/${file}`);
  return keepMedia({ url, range: null, person, authorization: undefined });
};

test('[V5] of more than 200 MiB the copy that was unused longest is let go', async () => {
  for (let n = 1; n <= 9; n += 1) await keep('lena', `film-${n}`);
  expect(cache.files()).toHaveLength(8);
  expect(cache.files()).not.toContain('lena:film-1');
});

test('[Y23] copies of a person who signed out no longer take the room of the others', async () => {
  await keep('ole', 'film-1');
  for (let n = 1; n <= 7; n += 1) await keep('lena', `film-${n}`);
  await forgetMedia('lena');
  expect(cache.files()).toEqual(['ole:film-1']);
  await keep('ole', 'film-2');
  expect(cache.files()).toEqual(['ole:film-1', 'ole:film-2']);
});
