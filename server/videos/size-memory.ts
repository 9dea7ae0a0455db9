// How large files elsewhere are, remembered for a while: a player asks for a film in a hundred ranges.

const REMEMBERED = 1_000;
const REMEMBERED_MS = 300_000;

export interface SizeMemory {
  get(key: string): number | undefined;
  set(key: string, size: number): void;
  delete(key: string): void;
}

/** Files never change under their key; what is forgotten after five minutes is that they are there at all. */
export function createSizeMemory(): SizeMemory {
  const known = new Map<string, { size: number; until: number }>();
  return {
    get(key) {
      const found = known.get(key);
      return found && found.until > performance.now() ? found.size : undefined;
    },
    set(key, size) {
      known.delete(key);
      known.set(key, { size, until: performance.now() + REMEMBERED_MS });
      const [oldest] = known.keys();
      if (known.size > REMEMBERED && oldest !== undefined) known.delete(oldest);
    },
    delete(key) {
      known.delete(key);
    },
  };
}
