/** As many as a browser asks one server for at a time over HTTP/1.1. */
const AT_ONCE = 6;

/**
 * Fetches files whose addresses name their content, so that the browser's own cache has them when they are asked for again.
 * The precache asks for one after another, each a whole way to the server and back: minutes on a bad line. Never rejects,
 * what is missing is asked for again anyway.
 */
export async function fetchAhead(addresses: readonly string[]): Promise<void> {
  const left = [...addresses];
  const work = async () => {
    for (let address = left.shift(); address !== undefined; address = left.shift()) {
      // Read to its end, or it would not be kept.
      await fetch(address)
        .then((response) => response.arrayBuffer())
        .catch(() => undefined);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}
