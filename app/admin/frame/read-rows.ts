// Parses CSV text into rows. Loaded on demand, because of the parser.
import { parse } from 'papaparse';
import { csvValueOf } from '#sync/contract/csv.ts';

/** A row that is not blank, with the line of the text it was found in, counted from 1. */
export type Row = { cells: string[]; line: number };

/** Reads commas, semicolons or tabs; cells are trimmed and cut at `longest` characters. `error` says in a sentence why not. */
export function readRows(text: string, longest: number): { rows: Row[]; error?: undefined } | { error: string } {
  const { data, errors } = parse<string[]>(text.trimEnd(), { delimitersToGuess: [',', ';', '\t'] });
  const quotes = errors.find(({ type }) => type === 'Quotes');
  if (quotes) return { error: openQuotation(text, quotes.index ?? 0) };
  const rows = data
    .map((cells, at) => ({ cells: cells.map((cell) => csvValueOf(cell.trim()).slice(0, longest)), line: at + 1 }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''));
  return { rows };
}

/** `at` is where the quotation begins: an open one takes in the lines behind it, up to the next quotation mark. */
function openQuotation(text: string, at: number): string {
  const line = text.slice(0, at).split(/\r\n|\r|\n/).length;
  const [words = ''] = text.slice(at, at + 30).split(/[\r\n]/);
  return `Line ${line}: the quotation mark before ${words === '' ? 'the end of the line' : words} is not closed.`;
}
