// YAML in the shape that a file must have. Every value is read as text, so that `Yes`, `007` and `2 cm` need no quotes.
import { type Document, isMap, isScalar, isSeq, LineCounter, parseDocument, visit } from 'yaml';
import * as z from 'zod/mini';
import en from 'zod/v4/locales/en.js';
import type { ProblemList } from './problems.ts';

const inEnglish = en().localeError;

interface Place {
  file: string;
  /** The line of the file in which `text` begins. */
  firstLine?: number;
  problems: ProblemList;
  /** The most characters that the text may have. */
  longest?: number;
}

interface Read<T> {
  value: T;
  /** The line of a field; of what should hold it when it is not there. */
  lineOf(...path: PropertyKey[]): number;
}

/** The text's value in the schema's shape; undefined, with everything that is wrong in `problems`, when it has none. */
export function readYaml<S extends z.core.$ZodType>(
  schema: S,
  text: string,
  place: Place,
): Read<z.output<S>> | undefined {
  const { file, firstLine = 1, problems, longest = LONGEST_YAML } = place;
  if (text.length > longest) {
    problems.push({ file, message: `The fields may have at most ${longest.toLocaleString('en')} characters.` });
    return undefined;
  }
  const lines = new LineCounter();
  const lineAt = (offset: number) => lines.linePos(offset).line + firstLine - 1;
  // The parser would compare every key with every other one.
  const document = parsed(text, lines);
  if (!document) {
    problems.push({ file, message: TOO_DEEP });
    return undefined;
  }
  // By line: what follows from a mistake in the same line would only confuse.
  const broken = new Map<number, string>();
  const addBroken = (offset: number, message: string) => {
    const line = lineAt(offset);
    if (!broken.has(line)) broken.set(line, message);
  };
  for (const { code, message, pos } of document.errors)
    addBroken(pos[0], HINTS[code] ?? `This is not valid YAML: ${message}.`);
  visit(document, {
    Scalar(_, { value, range }) {
      if (!isStorable(value)) addBroken(range?.[0] ?? 0, UNSTORABLE);
    },
    Map(_, { items }) {
      const seen = new Set<unknown>();
      for (const { key } of items) {
        if (!isScalar(key)) continue;
        if (seen.has(key.value)) addBroken(key.range?.[0] ?? 0, 'This field is there twice.');
        seen.add(key.value);
      }
    },
    Alias(_, { range }) {
      addBroken(range?.[0] ?? 0, 'A text that begins with * must be put in quotes.');
    },
  });
  for (const [line, message] of broken) problems.push({ file, line, message });
  if (broken.size > 0) return undefined;
  const value = document.toJS() || {};
  const lineOf = (...path: PropertyKey[]) => lineAt(offsetOf(document, path));
  const shaped = z.safeParse(schema, value, { error: inEnglish });
  if (shaped.success) return { value: shaped.data, lineOf };
  for (const issue of shaped.error.issues) {
    const unknown = issue.code === 'unrecognized_keys' ? issue.keys : [];
    for (const path of unknown.length > 0 ? unknown.map((key) => [...issue.path, key]) : [issue.path]) {
      // Each looks its line up among all fields.
      if (problems.isFull) return undefined;
      const message = unknown.length > 0 ? 'There is no such field.' : said(issue, valueAt(value, path));
      problems.push({ file, line: lineOf(...path), field: path.map(named).join('.'), message });
    }
  }
  return undefined;
}

const LONGEST_YAML = 200_000;

/** Undefined for what is nested deeper than the parser's stack. */
function parsed(text: string, lineCounter: LineCounter) {
  try {
    return parseDocument(text, { schema: 'failsafe', lineCounter, prettyErrors: false, uniqueKeys: false });
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

const TOO_DEEP = 'The fields are nested too deep.';

const HINTS: Record<string, string> = {
  BLOCK_AS_IMPLICIT_KEY: 'A text that contains ": " must be put in quotes.',
  MULTIPLE_DOCS: 'There is a line --- too many.',
  RESOURCE_EXHAUSTION: TOO_DEEP,
};

export const UNSTORABLE = 'The text contains a character that cannot be stored (NUL, or half of a surrogate pair).';

/** Whether every database of ours can store this text. */
export function isStorable(text: unknown): boolean {
  return typeof text !== 'string' || (text.isWellFormed() && !text.includes('\0'));
}

function said(issue: z.core.$ZodIssue, value: unknown): string {
  if (value === undefined) return 'This field is missing.';
  if (issue.code === 'invalid_value') return `This must be one of ${issue.values.join(', ')}.`;
  return (issue.code === 'invalid_type' && EXPECTED[issue.expected]) || issue.message;
}

const EXPECTED: Partial<Record<string, string>> = {
  string: 'This must be a text. One that contains ": " must be put in quotes.',
  array: 'This must be a list, each entry in a line of its own that begins with a dash.',
  object: 'This must be fields, each in a line of its own such as title: Welcome.',
};

const valueAt = (value: unknown, path: PropertyKey[]): unknown =>
  path.reduce((inner, key) => (inner as Record<PropertyKey, unknown> | undefined)?.[key], value);

/** Authors count from 1. */
const named = (key: PropertyKey) => (typeof key === 'number' ? key + 1 : String(key));

/** Where the path's last key that is there stands in the text. */
function offsetOf(document: Document, path: PropertyKey[]): number {
  let node: unknown = document.contents;
  let offset = 0;
  for (const key of path) {
    if (isMap(node)) {
      const pair = node.items.find((item) => isScalar(item.key) && item.key.value === key);
      if (!pair || !isScalar(pair.key)) break;
      offset = pair.key.range?.[0] ?? offset;
      node = pair.value;
    } else if (isSeq(node)) {
      node = node.items[Number(key)];
      offset = (node as { range?: [number] } | undefined)?.range?.[0] ?? offset;
    } else break;
  }
  return offset;
}
