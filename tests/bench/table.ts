// The budgets as rows of the README, each with its verdict.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, release, type } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { Spread } from './rounds.ts';

/** What is asked: `first` has to hold now; `final` is where it shall end. */
export interface Budget {
  direction: 'at least' | 'at most';
  first: number;
  final?: number;
  unit?: 'KB' | 'ms' | 'min';
}

export interface Row {
  /** The number in design/budgets.md. */
  number: number;
  what: string;
  measured: Spread;
  budget: Budget;
}

export const atLeast = (first: number, final?: number): Budget => ({ direction: 'at least', first, final });
export const atMost = (first: number, more: Pick<Budget, 'final' | 'unit'> = {}): Budget => ({
  direction: 'at most',
  first,
  ...more,
});

const README = fileURLToPath(new URL('../../README.md', import.meta.url));
const OPENING = '<!-- budgets -->';
const CLOSING = '<!-- /budgets -->';

/** The section of the README: how it was measured, and one line a row. */
export function writeSection(rows: readonly Row[], command: string): string {
  const lines = rows.map(({ number, what, measured, budget }) => {
    const cells = [number, what, spreadWords(measured, budget), budgetWords(budget), verdict(measured.value, budget)];
    return `| ${cells.join(' | ')} |`;
  });
  return [
    '## Budgets',
    '',
    `Measured by \`${command}\` on ${new Date().toISOString().slice(0, 10)}, ${machineWords()}.`,
    'Ratios within one run, the variants in turn (A B B A), medians with the least and largest round in brackets; absolute numbers of a shared machine mean nothing.',
    '',
    '| # | what | measured | budget | met |',
    '|---|---|---|---|---|',
    ...lines,
  ].join('\n');
}

/** Puts the section between its markers; throws when the README has none. */
export function replaceSection(section: string): void {
  const readme = readFileSync(README, 'utf8');
  const [start, end] = [readme.indexOf(OPENING), readme.indexOf(CLOSING)];
  if (start === -1 || end < start) throw new Error(`README.md has no section between ${OPENING} and ${CLOSING}.`);
  writeFileSync(README, `${readme.slice(0, start + OPENING.length)}\n${section}\n${readme.slice(end)}`);
}

/** 'no', 'yes', or 'at first' when the first figure is kept and the final one is not. */
function verdict(value: number, { direction, first, final }: Budget): string {
  const keeps = (bound: number) => (direction === 'at least' ? value >= bound : value <= bound);
  if (!keeps(first)) return '**no**';
  return final === undefined || keeps(final) ? 'yes' : 'at first';
}

function spreadWords({ value, least, most, rounds }: Spread, { unit }: Budget): string {
  const said = `${figureWords(value)}${unit ? ` ${unit}` : ''}`;
  if (rounds <= 1) return rounds === 1 && !unit ? `${said} (1 round)` : said;
  return `${said} (${figureWords(least)} to ${figureWords(most)}, ${rounds} rounds)`;
}

function budgetWords({ direction, first, final, unit }: Budget): string {
  const said = `${direction} ${first}${unit ? ` ${unit}` : ''}`;
  return final === undefined || final === first ? said : `${said} first, ${final} in the end`;
}

function figureWords(value: number): string {
  if (value === 0) return '0';
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : Math.abs(value) >= 0.1 ? 2 : 3;
  return value.toFixed(digits);
}

function machineWords(): string {
  const processors = cpus();
  const model = processors[0]?.model.trim() || 'unknown processor';
  return `${processors.length} cores of ${model}, ${type()} ${release().split('-')[0]}, Node ${process.versions.node}, commit ${commit()}`;
}

function commit(): string {
  try {
    return execFileSync('git', ['rev-parse', '--short', 'HEAD'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  } catch {
    return 'unknown';
  }
}
