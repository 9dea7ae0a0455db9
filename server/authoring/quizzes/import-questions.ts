import { QUESTION_TYPES } from '#sync/contract/quiz.ts';
import {
  MOST_QUESTIONS,
  NewQuestion,
  type QuestionImport,
  type QuestionImportAnswer,
  sameAnswers,
} from '#sync/contract/quiz-authoring.ts';
import type { Db } from '../../db/client.ts';
import type { AuditActor } from '../../http/audit-log.ts';
import type { StoredQuestion } from '../../learning/open-quiz.ts';
import { logQuizAct, requireQuiz } from './editable-quiz.ts';
import { draftOf, NONE_CORRECT, type QuestionDraft, questionFault } from './question-draft.ts';
import { asNext, insertQuestions } from './save-question.ts';

/**
 * Imports the questions of a file, all or none: with one refused row nothing is stored, and `taken` is 0. A dry run stores
 * nothing and reports how many would be imported. Refuses `lesson_not_found`.
 */
export function importQuestions(
  db: Db,
  caller: AuditActor,
  { lessonId, dryRun, rows }: QuestionImport & { lessonId: number },
): Promise<QuestionImportAnswer> {
  return db.transact(function* (tx) {
    const { lesson, questions } = yield* requireQuiz(tx, caller.actor, lessonId);
    const validated = validateImportRows(rows, questions);
    const drafts = validated.flatMap((one) => (one.fault ? [] : one.draft));
    const refused = validated.length - drafts.length;
    const isTaken = refused === 0;
    if (isTaken && !dryRun) {
      yield* insertQuestions(tx, asNext(questions, lessonId, drafts), caller.now);
      const details = { questions: drafts.length };
      yield* logQuizAct(tx, caller, { lesson, action: 'quiz_imported', details });
    }
    const taken = isTaken || dryRun ? drafts.length : 0;
    return { dryRun, taken, refused, rows: validated.map((one, at) => outcome(one, at, rows[at]?.questionText)) };
  });
}

function outcome({ fault }: ValidatedRow, at: number, questionText = ''): QuestionImportAnswer['rows'][number] {
  return {
    row: at + 1,
    questionText: questionText.trim().slice(0, 200),
    field: fault?.field ?? null,
    reason: fault?.reason ?? null,
  };
}

// The rows of a file as questions, on plain data: each is a draft, or names the faulty column and a reason.

type ImportRow = QuestionImport['rows'][number];
type RowFault = { field: keyof ImportRow; reason: string };
export type ValidatedRow = { draft: QuestionDraft; fault?: undefined } | { fault: RowFault };

/** Validates every row beside the present questions of the quiz, in the order given. */
export function validateImportRows(rows: readonly ImportRow[], present: readonly StoredQuestion[]): ValidatedRow[] {
  const known = new Set(present.map(duplicateKey));
  let room = MOST_QUESTIONS - present.length;
  return rows.map((row) => {
    const validated = validateRow(row);
    if (validated.fault) return validated;
    const same = duplicateKey(validated.draft);
    if (known.has(same)) return fault('questionText', 'This question is in the quiz or in the file already.');
    known.add(same);
    room -= 1;
    return room < 0 ? fault('questionText', `A quiz may have at most ${MOST_QUESTIONS} questions.`) : validated;
  });
}

const fault = (field: keyof ImportRow, reason: string): ValidatedRow => ({ fault: { field, reason } });

/** Two questions with the same text and the same answers are duplicates, whichever answers are correct. */
const duplicateKey = ({ questionText, answers }: QuestionDraft) =>
  JSON.stringify([questionText, ...answers.map(({ answerText }) => answerText).sort()]).toLowerCase();

/** By the rules of a question that is written by hand; what is wrong is told of the column. */
function validateRow(row: ImportRow): ValidatedRow {
  const type = typeIn(row.questionType);
  if (type === undefined) return fault('questionType', UNKNOWN_TYPE);
  const cells = type === 'true_false' && row.answers.every(isEmpty) ? ['True', 'False'] : row.answers;
  const marked = marksIn(row.correct, cells);
  const places = 'places' in marked ? marked.places : new Set<number>();
  const parsed = NewQuestion.safeParse({
    questionText: row.questionText,
    questionType: type ?? (places.size > 1 ? 'multiple_choice' : 'single_choice'),
    points: pointsIn(row.points),
    explanation: row.explanation,
    answers: cells
      .map((cell, at) => ({ text: cell.trim(), isCorrect: places.has(at) }))
      .filter(({ text }) => text !== ''),
  });
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return fault(issue?.path[0] as keyof ImportRow, issue?.message ?? '');
  }
  if ('reason' in marked) return fault('correct', marked.reason);
  const draft = draftOf(parsed.data);
  const same = sameAnswers(cells);
  if (same) return fault('answers', same);
  const reason = questionFault(draft);
  return reason ? fault(draft.answers.length < 2 ? 'answers' : 'correct', reason) : { draft };
}

const UNKNOWN_TYPE = 'The type must be single_choice, multiple_choice or true_false.';
const isEmpty = (cell: string) => cell.trim() === '';

/** 1 where the cell is empty; NaN for anything that is no whole number. */
function pointsIn(cell = ''): number {
  const text = cell.trim();
  if (text === '') return 1;
  return /^\d+$/.test(text) ? Number(text) : Number.NaN;
}

/** 'Single Choice' and 'single_choice' are the same; null where the cell is empty, undefined for an unknown type. */
function typeIn(cell = ''): QuestionDraft['questionType'] | null | undefined {
  const word = cell
    .trim()
    .toLowerCase()
    .replace(/[^a-z]+/g, '_');
  if (word === '') return null;
  return QUESTION_TYPES.find((type) => type === word || type.split('_')[0] === word);
}

/** The indexes of the correct answers: by number, by letter, or by the exact text of one answer. */
function marksIn(cell: string, answers: readonly string[]): { places: Set<number> } | { reason: string } {
  const words = cell.trim();
  if (words === '') return { reason: NONE_CORRECT };
  const whole = placeOf(words, answers);
  if (whole !== undefined) return { places: new Set([whole]) };
  const places = new Set<number>();
  for (const word of words.split(/[;,|\s]+/).filter((part) => part !== '')) {
    const place = placeOf(word, answers);
    if (place === undefined)
      return { reason: `"${word.slice(0, 40)}" does not name one answer of this row. Use A, B, C.` };
    places.add(place);
  }
  return places.size > 0 ? { places } : { reason: NONE_CORRECT };
}

/** Undefined when no answer matches, and when the word means one answer by its place and another by its text. */
function placeOf(word: string, answers: readonly string[]): number | undefined {
  const byPlace = numbered(word);
  const isThere = byPlace !== undefined && !isEmpty(answers[byPlace] ?? '');
  const byText = answers.findIndex((answer) => answer.trim().toLowerCase() === word.toLowerCase());
  if (byText === -1) return isThere ? byPlace : undefined;
  return !isThere || byText === byPlace ? byText : undefined;
}

function numbered(word: string): number | undefined {
  if (/^\d{1,3}$/.test(word)) return Number(word) - 1;
  return /^[a-z]$/i.test(word) ? word.toLowerCase().charCodeAt(0) - 'a'.charCodeAt(0) : undefined;
}
