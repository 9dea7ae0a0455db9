// The browser's cache, which holds the bytes. Addresses are paths with a query, as media-ledger.ts builds them.

/** `put` takes a response straight from the network, so that its bytes never pass through a script. */
export type MediaCache = {
  put(address: string, response: Response): Promise<void>;
  match(address: string): Promise<Response | undefined>;
  addresses(): Promise<string[]>;
  remove(address: string): Promise<void>;
};

const CACHE = 'groundwork-downloads';

/** Opens this browser's media cache; each call rejects where there is none, as in a page without HTTPS. */
export function openMediaCache(): MediaCache {
  const open = () => caches.open(CACHE);
  return {
    put: async (address, response) => (await open()).put(address, response),
    match: async (address) => (await open()).match(address),
    addresses: async () => (await (await open()).keys()).map(({ url }) => withoutOrigin(url)),
    remove: async (address) => void (await (await open()).delete(address)),
  };
}

function withoutOrigin(url: string): string {
  const { pathname, search } = new URL(url);
  return pathname + search;
}

/** Deletes everything of these files. */
export async function clearMediaCache(cache: MediaCache, assetIds: readonly string[]): Promise<void> {
  if (assetIds.length === 0) return;
  const isCleared = (address: string) => assetIds.some((assetId) => address.startsWith(`/media/${assetId}/`));
  await Promise.all((await cache.addresses()).filter(isCleared).map((address) => cache.remove(address)));
}
