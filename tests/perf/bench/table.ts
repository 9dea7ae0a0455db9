// The budgets as rows of docs/performance.md, each with its verdict.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, release, type } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { Spread } from './rounds.ts';

export interface Budget {
  direction: 'at least' | 'at most';
  bound: number;
  unit?: 'KB' | 'MB' | 'ms' | 's' | 'min' | undefined;
}

export interface Row {
  /** The number in the design's list of budgets: '6', '10b'. */
  number: string;
  what: string;
  measured: Spread;
  budget: Budget;
}

export const atLeast = (bound: number): Budget => ({ direction: 'at least', bound });
export const atMost = (bound: number, unit?: Budget['unit']): Budget => ({ direction: 'at most', bound, unit });

const FILE = fileURLToPath(new URL('../../../docs/performance.md', import.meta.url));

/** The generated part of docs/performance.md: one line per row, in the order of their numbers, with the lines of other numbers that stand there. */
export function writeSection(rows: readonly Row[], command: string): string {
  const now = new Set(rows.map(({ number }) => number));
  const lines = [...rows.map(lineOf), ...standingLines().filter((line) => !now.has(numberOf(line)))];
  return [
    `Last ${measuredWords(command).replace(/^M/, 'm')}`,
    'The variants of a ratio run in turn within one run (A B B A). A figure is the median; its least and largest round are in brackets.',
    'A run replaces the rows that it measures; the last column says when the others were, and at which commit.',
    '',
    '| # | what | measured | budget | met | of |',
    '|---|---|---|---|---|---|',
    ...lines.sort((a, b) => numberOf(a).localeCompare(numberOf(b), 'en', { numeric: true })),
  ].join('\n');
}

function lineOf({ number, what, measured, budget: { direction, bound, unit } }: Row): string {
  const isMet = direction === 'at least' ? measured.value >= bound : measured.value <= bound;
  const budget = `${direction} ${bound}${unit ? ` ${unit}` : ''}`;
  const met = isMet ? 'yes' : '**no**';
  return `| ${[number, what, spreadWords(measured, unit), budget, met, `${today()}, ${commit()}`].join(' | ')} |`;
}

/** The rows of the table as it stands in docs/performance.md. */
function standingLines(): string[] {
  const { text, start, end } = findSection('budgets');
  return text.slice(start, end).match(/^\| \d.*$/gm) ?? [];
}

const numberOf = (line: string) => line.split('|')[1]?.trim() ?? '';

const today = () => new Date().toISOString().slice(0, 10);

/** By what, when and on which machine. */
export const measuredWords = (command: string): string =>
  `Measured by \`${command}\` on ${today()}: ${machineWords()}.`;

/** Puts the section between the markers of this name in docs/performance.md; throws when it has none. */
export function replaceSection(section: string, name: 'budgets' | 'load' = 'budgets'): void {
  const { text, start, end } = findSection(name);
  writeFileSync(FILE, `${text.slice(0, start)}\n${section}\n${text.slice(end)}`);
}

function findSection(name: string): { text: string; start: number; end: number } {
  const text = readFileSync(FILE, 'utf8');
  const [opening, closing] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const [start, end] = [text.indexOf(opening), text.indexOf(closing)];
  if (start === -1 || end < start) throw new Error(`docs/performance.md has no ${opening} before ${closing}.`);
  return { text, start: start + opening.length, end };
}

function spreadWords({ value, least, most, rounds }: Spread, unit: Budget['unit']): string {
  const figure = `${figureWords(value)}${unit ? ` ${unit}` : ''}`;
  return rounds === 1 ? figure : `${figure} (${figureWords(least)} to ${figureWords(most)}, ${rounds} rounds)`;
}

function figureWords(value: number): string {
  if (Number.isInteger(value)) return String(value);
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : Math.abs(value) >= 0.1 ? 2 : 3;
  return value.toFixed(digits);
}

function machineWords(): string {
  const processors = cpus();
  const model = processors[0]?.model.trim() || 'unknown processor';
  return `${processors.length} cores of ${model}, ${type()} ${release().split('-')[0]}, Node ${process.versions.node}, commit ${commit()}`;
}

/** The commit; a '+' says that files differ from it. */
function commit(): string {
  const git = (...args: string[]) =>
    execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  try {
    return git('rev-parse', '--short', 'HEAD').trim() + (git('status', '--porcelain', '-uno') ? '+' : '');
  } catch {
    return 'unknown';
  }
}
