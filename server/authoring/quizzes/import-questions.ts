import { QUESTION_TYPES } from '#sync/contract/quiz.ts';
import {
  ANSWER_TEXT_LIMIT,
  MOST_POINTS,
  MOST_QUESTIONS,
  QUESTION_TEXT_LIMIT,
  type QuestionImport,
  type QuestionsImported,
} from '#sync/contract/quiz-authoring.ts';
import { type Db, run } from '../../db/client.ts';
import type { AuditActor } from '../../http/actor.ts';
import type { StoredQuestion } from '../../learning/open-quiz.ts';
import { noteQuizAct, requireQuiz } from './editable-quiz.ts';
import { addQuestions, brokenBy, NONE_CORRECT, type QuestionDraft } from './save-question.ts';

/**
 * Takes the questions of a file in, all or none: with one row refused nothing is kept, and `taken` is 0. A dry run keeps
 * nothing and tells how many would be taken. Refuses `lesson_not_found`.
 */
export function importQuestions(
  db: Db,
  acting: AuditActor,
  { lessonId, dryRun, rows }: QuestionImport & { lessonId: number },
): Promise<QuestionsImported> {
  return db.transact(function* (source) {
    const { lesson, questions } = yield* requireQuiz(source, acting.actor, lessonId);
    const judged = validateImportRows(rows, questions);
    const drafts = judged.flatMap((one) => (one.wrong ? [] : one.draft));
    const refused = judged.length - drafts.length;
    const isTaken = refused === 0;
    if (isTaken && !dryRun) {
      yield* addQuestions(source, { lessonId, behind: questions, drafts, now: acting.now });
      const details = { questions: drafts.length };
      yield* run(noteQuizAct(source, acting, { lesson, action: 'quiz_imported', details }));
    }
    const taken = isTaken || dryRun ? drafts.length : 0;
    return { dryRun, taken, refused, rows: judged.map((one, at) => outcome(one, at, rows[at]?.questionText)) };
  });
}

function outcome({ wrong }: ValidatedRow, at: number, questionText = ''): QuestionsImported['rows'][number] {
  return {
    row: at + 1,
    questionText: questionText.trim().slice(0, 200),
    field: wrong?.field ?? null,
    reason: wrong?.reason ?? null,
  };
}

// Rows of a file as questions, on plain data: each one is a draft, or has the column at fault and a reason.

type Row = QuestionImport['rows'][number];
type Wrong = { field: keyof Row; reason: string };
export type ValidatedRow = { draft: QuestionDraft; wrong?: undefined } | { wrong: Wrong };

/** Judges every row beside the questions that the quiz has already, in the order given. */
export function validateImportRows(rows: readonly Row[], present: readonly StoredQuestion[]): ValidatedRow[] {
  const known = new Set(present.map(sameness));
  let room = MOST_QUESTIONS - present.length;
  return rows.map((row) => {
    const judged = judgeRow(row);
    if (judged.wrong) return judged;
    const same = sameness(judged.draft);
    if (known.has(same)) return wrong('questionText', 'This question is in the quiz or in the file already.');
    known.add(same);
    room -= 1;
    return room < 0 ? wrong('questionText', `A quiz may have at most ${MOST_QUESTIONS} questions.`) : judged;
  });
}

const wrong = (field: keyof Row, reason: string): ValidatedRow => ({ wrong: { field, reason } });

/** Two questions with the same words and the same answers are one, whatever their key. */
const sameness = ({ questionText, answers }: QuestionDraft) =>
  JSON.stringify([questionText, ...answers.map(({ answerText }) => answerText).sort()]).toLowerCase();

function judgeRow(row: Row): ValidatedRow {
  const questionText = row.questionText.trim();
  if (questionText === '') return wrong('questionText', 'Please enter the question.');
  if (questionText.length > QUESTION_TEXT_LIMIT) return wrong('questionText', atMost('question', QUESTION_TEXT_LIMIT));
  const points = pointsIn(row.points);
  if (points === undefined) return wrong('points', `Points must be a whole number from 1 to ${MOST_POINTS}.`);
  const explanation = row.explanation?.trim() || null;
  if ((explanation?.length ?? 0) > QUESTION_TEXT_LIMIT)
    return wrong('explanation', atMost('explanation', QUESTION_TEXT_LIMIT));
  const type = typeIn(row.questionType);
  if (type === undefined) return wrong('questionType', UNKNOWN_TYPE);
  const cells = type === 'true_false' && row.answers.every(isEmpty) ? ['True', 'False'] : row.answers;
  if (cells.some((cell) => cell.trim().length > ANSWER_TEXT_LIMIT))
    return wrong('answers', atMost('answer', ANSWER_TEXT_LIMIT));
  const marked = marksIn(row.correct, cells);
  if ('reason' in marked) return wrong('correct', marked.reason);
  const answers = cells
    .map((cell, at) => ({ answerText: cell.trim(), isCorrect: marked.places.has(at) }))
    .filter(({ answerText }) => answerText !== '');
  const questionType = type ?? (marked.places.size > 1 ? 'multiple_choice' : 'single_choice');
  const reason = brokenBy({ questionType, answers });
  if (reason) return wrong(answers.length < 2 ? 'answers' : 'correct', reason);
  return { draft: { questionText, questionType, points, explanation, answers } };
}

const UNKNOWN_TYPE = 'The type must be single_choice, multiple_choice or true_false.';
const isEmpty = (cell: string) => cell.trim() === '';
const atMost = (what: string, limit: number) =>
  `The ${what} may have at most ${limit.toLocaleString('en')} characters.`;

/** One point where the cell is empty; undefined for what is no number of points. */
function pointsIn(cell = ''): number | undefined {
  const text = cell.trim();
  if (text === '') return 1;
  return /^\d{1,2}$/.test(text) && Number(text) >= 1 && Number(text) <= MOST_POINTS ? Number(text) : undefined;
}

/** 'Single Choice' and 'single_choice' are one; null where the cell is empty, undefined for an unknown word. */
function typeIn(cell = ''): QuestionDraft['questionType'] | null | undefined {
  const word = cell
    .trim()
    .toLowerCase()
    .replace(/[^a-z]+/g, '_');
  if (word === '') return null;
  return QUESTION_TYPES.find((type) => type === word || type.split('_')[0] === word);
}

/** The places of the marked answers, from 0: by number, by letter, or by the very words of one answer. */
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

/** Undefined for no answer of the row, and for a word that means one by its place and another by its text. */
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
