import { afterEach, expect, test, vi } from 'vitest';
import { answerCatalog, isCatalog } from '#app/device/language-cache.ts';
import { dueWords } from '#app/ui/labels.ts';
import { i18n, languageFor, loadSentences } from '#app/ui/language.ts';

afterEach(() => vi.unstubAllGlobals());

test('the first language that we have is taken, also from another region, never in another script', () => {
  const ours = ['en', 'es', 'pt-BR', 'zh-Hans'];
  expect(languageFor(['pt-PT'], ours)).toBe('pt-BR');
  expect(languageFor(['zh-CN'], ours)).toBe('zh-Hans');
  expect(languageFor(['zh-TW', 'es-MX'], ours)).toBe('es');
  expect(languageFor(['xx', 'no language', 'en-GB'], ours)).toBe('en');
  expect(languageFor(['fi'], ours)).toBeUndefined();
});

test('a language that is not here stays English, and a sentence that it lacks too', async () => {
  await loadSentences('learn', 'fi');
  i18n.load('fi', {});
  i18n.activate('fi');
  expect(dueWords('2026-11-22', '2026-11-30')).toBe('8 days late');
  i18n.activate('en');
});

/** One cache with these answers by address. */
function cacheOf(kept: Map<string, Response>) {
  const cache = {
    match: async (one: Request | string) => kept.get(typeof one === 'string' ? one : one.url)?.clone(),
    put: async (address: string, answer: Response) => void kept.set(address, answer),
    keys: async () => [...kept.keys()].map((address) => new Request(address)),
    delete: async ({ url }: Request) => kept.delete(url),
  };
  vi.stubGlobal('caches', { open: async () => cache });
}

const script = (text: string) => new Response(text, { headers: { 'Content-Type': 'text/javascript' } });
const address = (hash: string, area = 'learn') => `https://groundwork.example/assets/language-pt-BR-${area}-${hash}.js`;

test('a catalog is kept once it was fetched, in place of the one of the version before', async () => {
  const kept = new Map([
    [address('old-hash'), script('old')],
    [address('old-hash', 'account'), script('account')],
  ]);
  cacheOf(kept);
  vi.stubGlobal('fetch', async () => script('new'));
  expect(isCatalog(address('new_hash'))).toBe(true);
  expect(await (await answerCatalog(new Request(address('new_hash')))).text()).toBe('new');
  expect([...kept.keys()]).toEqual([address('old-hash', 'account'), address('new_hash')]);
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')));
  expect(await (await answerCatalog(new Request(address('new_hash')))).text()).toBe('new');
});

test('without a network, or behind the page of another one, the catalog of the version before answers', async () => {
  const kept = new Map([[address('old-hash'), script('old')]]);
  cacheOf(kept);
  vi.stubGlobal('fetch', async () => new Response('<h1>Hotel</h1>', { headers: { 'Content-Type': 'text/html' } }));
  expect(await (await answerCatalog(new Request(address('new_hash')))).text()).toBe('old');
  expect([...kept.keys()]).toEqual([address('old-hash')]);
});
