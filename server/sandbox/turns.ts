import { Refusal } from '#sync/contract/refusal.ts';

export interface Place {
  /** Does the work when its turn has come, and ends the turn with it. */
  turn<T>(work: () => Promise<T>): Promise<T>;
  leave(): void;
}

export interface TurnRules {
  /** How many works are done at the same time, each for another party. */
  atOnce: number;
  /** How many places one party may have. */
  mostOfOne: number;
  /** And all parties together. */
  most: number;
}

const RETRY = { retryAfterSeconds: 60 };
const BUSY = 'Other files of your organization are still being read. Try again in a minute.';
const FULL = 'The server is reading the files of others. Try again in a minute.';

/** Gives turns to parties, such as organizations, one after the other, however many works one of them brings. For this process alone. */
export function createTurns({ atOnce, mostOfOne, most }: TurnRules) {
  const places = new Map<string, number>();
  const working = new Set<string>();
  /** By party, the one that has waited longest first. */
  const waiting = new Map<string, (() => void)[]>();

  function callNext(): void {
    if (working.size >= atOnce) return;
    const [party, calls] = [...waiting].find(([one]) => !working.has(one)) ?? [];
    if (party === undefined || !calls) return;
    const call = calls.shift();
    waiting.delete(party);
    if (calls.length > 0) waiting.set(party, calls);
    working.add(party);
    call?.();
    callNext();
  }

  return {
    /** Refuses `rate_limited` or `unavailable`, with the seconds to wait, when too many have a place. */
    enter(party: string): Place {
      const own = places.get(party) ?? 0;
      if (own >= mostOfOne) throw new Refusal('rate_limited', RETRY, BUSY);
      if ([...places.values()].reduce((sum, one) => sum + one, 0) >= most)
        throw new Refusal('unavailable', RETRY, FULL);
      places.set(party, own + 1);
      return {
        async turn(work) {
          await new Promise<void>((resolve) => {
            waiting.set(party, [...(waiting.get(party) ?? []), resolve]);
            callNext();
          });
          try {
            return await work();
          } finally {
            working.delete(party);
            callNext();
          }
        },
        leave() {
          const left = (places.get(party) ?? 1) - 1;
          if (left > 0) places.set(party, left);
          else places.delete(party);
        },
      };
    },
  };
}
