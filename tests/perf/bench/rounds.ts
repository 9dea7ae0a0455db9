// How everything here is measured: variants in turn, A B B A, in one run, so that a loud machine is loud for all of them.

export interface Plan {
  /** Rounds of each interleaved comparison; the budgets ask for at least 7. */
  rounds: number;
  /** Rows in unit_progress of the large databases. */
  rows: number;
}

/** Runs every variant once a round, forwards in one round and backwards in the next; answers the figures in order of rounds. */
export async function interleave<Name extends string, Figure>(
  rounds: number,
  variants: Record<Name, (round: number) => Promise<Figure>>,
): Promise<Record<Name, Figure[]>> {
  const names = Object.keys(variants) as Name[];
  const figures = Object.fromEntries(names.map((name) => [name, [] as Figure[]])) as Record<Name, Figure[]>;
  for (let round = 0; round < rounds; round += 1) {
    for (const name of round % 2 === 0 ? names : [...names].reverse()) figures[name].push(await variants[name](round));
  }
  return figures;
}

/** As many rounds of so many milliseconds as fit into the time given; at least one. */
export function roundsThatFit(rounds: number, { roundMs, totalMs }: { roundMs: number; totalMs: number }): number {
  return Math.max(1, Math.min(rounds, Math.floor(totalMs / roundMs)));
}

/** The value at `share` (0 to 1) of the sorted figures; NaN for none. */
export function quantile(figures: readonly number[], share: number): number {
  const sorted = [...figures].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export const median = (figures: readonly number[]): number => quantile(figures, 0.5);

/** What one comparison came to: the median of the rounds' ratios, and the least and the largest of them. */
export interface Spread {
  value: number;
  least: number;
  most: number;
  rounds: number;
}

export function spreadOf(figures: readonly number[]): Spread {
  return { value: median(figures), least: Math.min(...figures), most: Math.max(...figures), rounds: figures.length };
}

/** `over` divided by `under`, round by round. */
export function ratio(over: readonly number[], under: readonly number[]): Spread {
  return spreadOf(over.map((figure, round) => figure / (under[round] ?? Number.NaN)));
}
