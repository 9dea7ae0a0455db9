// The languages of the people of this device. A catalog of another version is still true: the ids of sentences are made of their words.

const CACHE = 'groundwork-languages';
const SLOW_MS = 3000;

/** `/assets/language-{language}-{area}-{hash of 8}.js`, as vite.config.ts names them. */
const NAME = /\/assets\/language-(.+)-[a-z]+-.{8}\.js$/;

export const isCatalog = (address: string): boolean => NAME.test(address);

/** The catalog, kept from now on; without a network, or while it is slow, the one of the version before. */
export async function answerCatalog(request: Request): Promise<Response> {
  const cache = await caches.open(CACHE);
  const kept = request.cache === 'reload' ? undefined : await cache.match(request.url);
  if (kept) return kept;
  const family = request.url.slice(0, -'12345678.js'.length);
  const older = (await cache.keys()).filter(({ url }) => url.startsWith(family) && url !== request.url);
  try {
    const signal = older.length > 0 ? AbortSignal.timeout(SLOW_MS) : null;
    const answer = await fetch(request.url, { signal, cache: request.cache });
    // A network's own page is no script.
    if (!answer.ok || !answer.headers.get('Content-Type')?.includes('javascript')) throw new TypeError('No catalog.');
    await cache.put(request.url, answer.clone());
    await Promise.all(older.map((one) => cache.delete(one)));
    return answer;
  } catch {
    return (older[0] && (await cache.match(older[0]))) ?? Response.error();
  }
}

/** The languages that work here without a network. */
export async function languagesHere(): Promise<string[]> {
  if (!('caches' in globalThis)) return ['en'];
  const keys = await (await caches.open(CACHE)).keys();
  return ['en', ...keys.flatMap(({ url }) => NAME.exec(url)?.[1] ?? [])];
}
