// Reads quiz questions from CSV text.
import { MOST_QUESTIONS, type QuestionImport } from '#sync/contract/quiz-authoring.ts';
import { cellsBeyond, readRows } from '../lists/read-rows.ts';

type Row = QuestionImport['rows'][number];
/** A row to validate, with its line in the text, counted from 1. */
export type FoundQuestion = { line: number; row: Row };
/** `error` says in a sentence why nothing is sent; `unread` are the columns that say nothing of a question. */
export type QuestionFile = { found: FoundQuestion[]; unread: string[]; error?: undefined } | { error: string };

/** The server refuses a longer cell row by row; a limit here keeps it from refusing the whole file. */
const MOST_CHARACTERS = 9_999;
const MOST_CELLS = 100;

type Name = 'questionText' | 'questionType' | 'points' | 'explanation' | 'correct' | 'answer';
const NAMES: Record<string, Name> = {
  question: 'questionText',
  questiontext: 'questionText',
  type: 'questionType',
  questiontype: 'questionType',
  points: 'points',
  explanation: 'explanation',
  correct: 'correct',
  correctanswer: 'correct',
  correctanswers: 'correct',
};

/** Reads commas, semicolons or tabs. The first line names the columns, in any order. */
export function readQuestions(text: string): QuestionFile {
  const read = readRows(text, MOST_CHARACTERS);
  if (read.error !== undefined) return read;
  const [heading, ...rows] = read.rows;
  const names = (heading?.line === 1 ? heading.cells : []).map(nameOf);
  for (const needed of ['questionText', 'correct', 'answer'] as const)
    if (!names.includes(needed)) return { error: NO_HEADING };
  const titles = heading?.cells ?? [];
  const [beyond] = cellsBeyond(rows, (at) => Boolean(titles[at]));
  if (beyond)
    return {
      error: `The first row names no column for ${beyond}. Put texts that hold the separator in quotation marks.`,
    };
  const found = rows.map(({ line, cells }) => ({ line, row: rowIn(cells, names) }));
  if (found.length === 0) return { error: 'The file has no rows.' };
  if (found.length > MOST_QUESTIONS) {
    return {
      error: `These are ${found.length} rows. At most ${MOST_QUESTIONS} questions can be imported at a time.`,
    };
  }
  return { found, unread: titles.filter((title, at) => title !== '' && names[at] === undefined) };
}

const NO_HEADING =
  'The first row must name the columns: question, correct, answer 1, answer 2. The template shows how.';

function nameOf(heading: string): Name | undefined {
  const plain = heading.toLowerCase().replace(/[^a-z0-9]/g, '');
  return /^answer\d*$/.test(plain) ? 'answer' : NAMES[plain];
}

function rowIn(cells: readonly string[], names: readonly (Name | undefined)[]): Row {
  const cell = (name: Name) => cells[names.indexOf(name)] ?? '';
  const [questionType, points] = [cell('questionType').slice(0, MOST_CELLS), cell('points').slice(0, MOST_CELLS)];
  return {
    questionText: cell('questionText'),
    correct: cell('correct').slice(0, 1000),
    answers: cells.filter((_, at) => names[at] === 'answer').slice(0, MOST_CELLS),
    ...(questionType && { questionType }),
    ...(points && { points }),
    ...(cell('explanation') && { explanation: cell('explanation') }),
  };
}
