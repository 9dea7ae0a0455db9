// How much a tap may carry, said once for the shapes and for the tap itself, which is saved without a parser (Y7).
// A test holds the two against each other.
import type { UnitChange } from './progress.ts';
import type { QuizSubmission } from './quiz.ts';

export const LESSON_STATUSES = ['not_started', 'in_progress', 'completed'] as const;
/** Largest id that both databases hold; ids in an address or a body are checked against it. */
export const MAX_ID = 2_147_483_647;
/** A capstone's reflection may be this long, in characters. */
export const REFLECTION_LIMIT = 20_000;
/** The most watched ranges one report may carry; the player merges touching ones before. */
export const WATCHED_RANGES_LIMIT = 500;
/** The longest time into a video, in seconds. */
export const SECONDS_LIMIT = 1_000_000;
/** The longest time that a quiz may have been open. */
export const MAX_QUIZ_DURATION_MS = 7 * 24 * 3600 * 1000;
/** The most answers to one question, and the longest name of a quiz's version. */
export const CHOSEN_LIMIT = 50;
export const QUIZ_VERSION_LIMIT = 100;
/** An answer's or a question's id as a submission writes it. */
export const ANSWER_ID = /^\d{1,10}$/;
export const MOST_STARS = 5;

/** A pasted NUL or half of a surrogate pair, which no server stores, must not hold a person's work back for ever (Y7). */
export function storableText(text: string): string {
  return text.replaceAll('\0', '').toWellFormed();
}

const isWhole = (value: number, from: number, to: number) => Number.isInteger(value) && value >= from && value <= to;
const isSeconds = (value: number) => Number.isFinite(value) && value >= 0 && value <= SECONDS_LIMIT;
const isRange = (range: number[]) => range.length === 2 && range.every(isSeconds);
const isAnswerId = (value: unknown) => typeof value === 'string' && ANSWER_ID.test(value);

/** True when the server could take this change. */
export function isChangeInLimits(change: UnitChange): boolean {
  const { lessonId, status, seenRev, positionSeconds, watched, reflection } = change;
  return (
    LESSON_STATUSES.includes(status) &&
    isWhole(lessonId, 1, MAX_ID) &&
    (seenRev === undefined || isWhole(seenRev, 0, Number.MAX_SAFE_INTEGER)) &&
    (positionSeconds === undefined || isSeconds(positionSeconds)) &&
    (watched === undefined || (watched.length <= WATCHED_RANGES_LIMIT && watched.every(isRange))) &&
    (reflection === undefined || reflection.length <= REFLECTION_LIMIT)
  );
}

/** True when the server could take this submission. */
export function isSubmissionInLimits({ answers, quizVersion = '', durationMs = 0 }: QuizSubmission): boolean {
  const isAnswer = ([question, chosen]: [string, string | string[]]) =>
    isAnswerId(question) &&
    (Array.isArray(chosen) ? chosen.length <= CHOSEN_LIMIT && chosen.every(isAnswerId) : isAnswerId(chosen));
  return (
    Object.entries(answers).every(isAnswer) &&
    quizVersion.length <= QUIZ_VERSION_LIMIT &&
    isWhole(durationMs, 0, MAX_QUIZ_DURATION_MS)
  );
}

/** True for whole stars, 1 to 5. */
export const areStars = (stars: number) => isWhole(stars, 1, MOST_STARS);
