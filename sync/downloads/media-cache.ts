// Where the bytes lie: the browser's own cache. Addresses are paths with a query, as ledger.ts makes them.

/** `put` takes an answer as it comes from the network, so that its bytes never pass through a script (V5). */
export type MediaCache = {
  put(address: string, response: Response): Promise<void>;
  match(address: string): Promise<Response | undefined>;
  addresses(): Promise<string[]>;
  remove(address: string): Promise<void>;
};

const CACHE = 'groundwork-downloads';

/** The shelf of this browser; each call rejects where there is no cache, as in a page without https. */
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

/** Lets everything of these files go. */
export async function clearMediaCache(cache: MediaCache, assetIds: readonly string[]): Promise<void> {
  if (assetIds.length === 0) return;
  const isCleared = (address: string) => assetIds.some((assetId) => address.startsWith(`/media/${assetId}/`));
  await Promise.all((await cache.addresses()).filter(isCleared).map((address) => cache.remove(address)));
}
