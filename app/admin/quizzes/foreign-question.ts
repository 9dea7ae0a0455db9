// A question of another system's file, as far as it can become one of ours.
import { decodeHTML } from 'entities';
import type { QuestionType } from '#sync/contract/quiz.ts';
import { MOST_POINTS, type QuestionImport } from '#sync/contract/quiz-authoring.ts';

export interface ForeignQuestion {
  /** Its place in the file, from 1. */
  number: number;
  /** Where it begins, in files that people write by hand. */
  line?: number;
  /** How it is called there: 'Matching'. */
  kind: string;
  text: string;
  type?: QuestionType;
  answers: { text: string; isCorrect: boolean }[];
  points?: number;
  explanation?: string;
  /** What of it becomes something else. */
  notes: string[];
  /** Why it cannot be imported. */
  leftOut?: string;
}

/** `error` says in a sentence why nothing of the file is read. */
export type ForeignFile = { questions: ForeignQuestion[]; error?: undefined } | { error: string };

export const NOT_HERE = 'There is no such kind of question here.';
export const AS_CHOICE = 'Write it as a choice with wrong answers.';
export const NO_QUESTION = 'This text asks nothing.';
export const NO_MEDIA = 'Pictures and sounds in it are left out.';

type Known = Omit<ForeignQuestion, 'answers' | 'notes'> & { notes?: string[] };

export const leftOut = (known: Omit<Known, 'leftOut'>, why: string): ForeignQuestion => ({
  notes: [],
  ...known,
  answers: [],
  leftOut: why,
});

/** What an answer earns there, in percent of the points. */
interface Scored {
  text: string;
  percent: number;
  feedback?: string | undefined;
}

/** A choice, of which here all right answers have to be chosen, and no wrong one. */
export function choiceOf(
  known: Known,
  answers: readonly Scored[],
  { takesOne }: { takesOne: boolean },
): ForeignQuestion {
  const notes = [...(known.notes ?? [])];
  const full = answers.filter(({ percent }) => percent > 99.9);
  const some = answers.filter(({ percent }) => percent > 0);
  if (takesOne && full.length > 1) notes.push('There each of these answers was right alone, here all must be chosen.');
  else if (takesOne && some.length > 1) notes.push('Answers that earn a part of the points there are wrong here.');
  if (!takesOne && some.length > 1)
    notes.push('There a part of the answers earns a part of the points, here all must be chosen.');
  const right = takesOne ? full : some;
  const [only] = right;
  const told = right.length === 1 && !known.explanation ? only?.feedback : undefined;
  if (answers.some(({ feedback }) => feedback && feedback !== told))
    notes.push('What it says about single answers is left out.');
  const isTrueFalse = answers.length === 2 && answers.every(({ text }) => /^(true|false)$/i.test(text));
  const manyTypes = right.length > 1 || !takesOne ? 'multiple_choice' : 'single_choice';
  return {
    ...known,
    ...(told && { explanation: told }),
    type: isTrueFalse && right.length === 1 ? 'true_false' : manyTypes,
    answers: answers.map((answer) => ({ text: answer.text, isCorrect: right.includes(answer) })),
    notes,
  };
}

export const trueFalse = (known: Known, isTrue: boolean): ForeignQuestion => ({
  notes: [],
  ...known,
  type: 'true_false',
  answers: [
    { text: 'True', isCorrect: isTrue },
    { text: 'False', isCorrect: !isTrue },
  ],
});

/** The points as whole numbers from 1 to 10, with a note where they were others. */
export function pointsOf(written: string | undefined): { points?: number; notes?: string[] } {
  const wanted = Number(written);
  if (!written?.trim() || !Number.isFinite(wanted)) return {};
  const points = Math.min(MOST_POINTS, Math.max(1, Math.round(wanted)));
  return {
    points,
    ...(points !== wanted && { notes: [`Its ${written.trim().slice(0, 20)} points become ${points}.`] }),
  };
}

/** Longer ones are no text of a question; the rest is cut before it is looked at. */
const MOST_MARKUP = 50_000;

/** The words of a piece of HTML, with its lines; `notes` says that it has more than words. */
export function wordsOf(html: string): { text: string; notes: string[] } {
  const markup = html.slice(0, MOST_MARKUP);
  const hasMedia = /<(img|audio|video|object|iframe|svg|math)[\s>/]|@@PLUGINFILE@@/i.test(markup);
  const lines = markup
    .replace(/\s+/g, ' ')
    .replace(/<(br|\/p|\/div|\/li|\/h\d|\/tr)\b[^<>]*>/gi, '\n')
    .replace(/<[a-z/!][^<>]*>/gi, '');
  const text = decodeHTML(lines)
    .replaceAll('\u00a0', ' ')
    .replace(/ *\n */g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
  return { text, notes: hasMedia ? [NO_MEDIA] : [] };
}

/** The row that the server judges. */
export function rowOf({ text, type, points, explanation, answers }: ForeignQuestion): QuestionImport['rows'][number] {
  // Letters could be taken for an answer that is a letter, numbers for one that is a number.
  const isLettered = answers.some((answer) => /^[a-z]$/i.test(answer.text.trim()));
  const nameOf = (at: number) => (isLettered ? String(at + 1) : String.fromCharCode(65 + at));
  return {
    questionText: text.slice(0, MOST_CHARACTERS),
    answers: answers.slice(0, MOST_CELLS).map((answer) => answer.text.slice(0, MOST_CHARACTERS)),
    correct: answers.flatMap(({ isCorrect }, at) => (isCorrect && at < MOST_CELLS ? nameOf(at) : [])).join('; '),
    ...(type && { questionType: type }),
    ...(points && { points: String(points) }),
    ...(explanation && { explanation: explanation.slice(0, MOST_CHARACTERS) }),
  };
}

/** The server refuses a longer cell row by row; a limit here keeps it from refusing the whole file. */
const MOST_CHARACTERS = 9_999;
const MOST_CELLS = 26;
