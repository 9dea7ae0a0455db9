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
  const parties = new Map<string, { places: number; lastTurn: Promise<unknown> }>();
  let free = atOnce;
  /** One of each party at the most: its works follow one another. */
  const waiting: (() => void)[] = [];

  async function whenFree<T>(work: () => Promise<T>): Promise<T> {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    }
  }

  return {
    /** Refuses `rate_limited` or `unavailable`, with the seconds to wait, when too many have a place. */
    enter(party: string): Place {
      const own = parties.get(party) ?? { places: 0, lastTurn: Promise.resolve() };
      if (own.places >= mostOfOne) throw new Refusal('rate_limited', RETRY, BUSY);
      if ([...parties.values()].reduce((sum, { places }) => sum + places, 0) >= most)
        throw new Refusal('unavailable', RETRY, FULL);
      own.places += 1;
      parties.set(party, own);
      return {
        turn(work) {
          const turn = own.lastTurn.then(() => whenFree(work));
          own.lastTurn = turn.catch(() => undefined);
          return turn;
        },
        leave() {
          own.places -= 1;
          if (own.places === 0) parties.delete(party);
        },
      };
    },
  };
}
