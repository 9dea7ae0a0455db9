/** A browser asks one server for six files at a time over HTTP/1.1: one is the precache's own, and one is left for the page. */
const AT_ONCE = 4;

/**
 * Fetches files whose addresses name their content and that no cache of the app holds, so that the browser's own cache
 * has them when they are asked for again. The precache asks for one after another, each a whole way to the server and
 * back: minutes on a bad line. Never rejects, what is missing is asked for again anyway.
 */
export async function fetchAhead(addresses: readonly string[]): Promise<void> {
  const left = [...addresses];
  const work = async () => {
    for (let address = left.shift(); address !== undefined; address = left.shift()) {
      await fetchUnlessKept(address).catch(() => undefined);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}

async function fetchUnlessKept(address: string): Promise<void> {
  if (await caches.match(address)) return;
  // Read to its end, or the browser would not keep it.
  await (await fetch(address)).arrayBuffer();
}
