// Y17: classifies the response to a sent entry. Pure, and the only place that reads statuses and codes.

import * as z from 'zod/mini';
import { RatingAnswer } from '../contract/course.ts';
import { EnrollAnswer, Unit, UnitAnswer } from '../contract/progress.ts';
import { GradedQuiz } from '../contract/quiz.ts';
import { RefusalBody } from '../contract/refusal.ts';
import type { TransportResponse } from '../ports.ts';
import type { Entry, EntryError, EntryResult } from '../store/entry.ts';
import type { PausedReason } from '../store/store.ts';

export type Classification =
  | {
      kind: 'done';
      result: EntryResult;
      unit: Unit | null;
      /** True when this entry changed the server's row, so that its author has seen the new rev (Y11). */
      changed: boolean;
      gradedQuiz: GradedQuiz | null;
      /** The data epoch of the response; null when it carries none. */
      epoch: string | null;
      /** The server's time of the response (ISO 8601). */
      answeredAt?: string | undefined;
    }
  /** The request never left. */
  | { kind: 'unsent' }
  /** Refused permanently: the person decides. */
  | { kind: 'blocked'; error: EntryError }
  /** Too large for one request; smaller batches may pass. */
  | { kind: 'too-large'; error: EntryError }
  | { kind: 'retry'; error: EntryError; retryAfterMs: number | null }
  | { kind: 'offline'; error: EntryError }
  | { kind: 'auth'; error: EntryError }
  | { kind: 'paused'; reason: PausedReason; error: EntryError }
  /** The server was restored from a backup (Y20). */
  | { kind: 'restored'; epoch: string | null; error: EntryError };

const UNREADABLE = 'The server answered in a way this app does not understand.';

const Conflict = z.looseObject({ code: z.literal('already_completed'), unit: Unit, dataEpoch: z.string() });
const NotPassed = z.looseObject({ failed: z.literal(true), currentScore: z.optional(z.number()) });
const Restored = z.looseObject({ dataEpoch: z.string() });

/** Classifies the response to a single call, or one result of a batch in the same form. */
export function classify(response: TransportResponse, kind: Entry['kind']): Classification {
  if (response.kind === 'none') return { kind: 'offline', error: noResponse(response.reason) };
  const classification = classifyResponse(response, kind);
  return classification.kind === 'done' ? { ...classification, answeredAt: response.answeredAt } : classification;
}

function classifyResponse(response: TransportResponse & { kind: 'response' }, kind: Entry['kind']): Classification {
  if (!response.marked) return { kind: 'offline', error: noResponse('unmarked', response.status) };
  const { status, body } = response;
  if (status >= 200 && status < 300) return classifySuccess(response, kind);
  const refusal = RefusalBody.safeParse(body);
  const error: EntryError = refusal.success
    ? { status, code: refusal.data.code, text: refusal.data.message }
    : { status, code: 'unreadable', text: UNREADABLE };
  const retry = { kind: 'retry', error, retryAfterMs: response.retryAfterMs } as const;

  if (status === 401) return { kind: 'auth', error };
  if (error.code === 'user_mismatch') return { kind: 'paused', reason: 'wrong-user', error };
  if (status === 426) return { kind: 'paused', reason: 'update-required', error };
  if (status === 412) return { kind: 'restored', epoch: readEpoch(body), error };
  if (status === 408 || status === 425 || status === 429 || status >= 500 || status < 400) return retry;
  if (status === 409 && error.code === 'already_completed') return classifyConflict(body) ?? retry;
  const notPassed = NotPassed.safeParse(body);
  if (notPassed.success) return done({ outcome: 'not_passed', score: notPassed.data.currentScore });
  // Half a body, as a line that breaks leaves it, is no refusal.
  if (!refusal.success && status !== 413) return retry;
  return { kind: status === 413 ? 'too-large' : 'blocked', error };
}

function classifySuccess(response: TransportResponse & { kind: 'response' }, kind: Entry['kind']): Classification {
  if (kind === 'enroll') {
    const parsed = EnrollAnswer.safeParse(response.body);
    if (parsed.success)
      return { ...done({ outcome: 'enrolled' }), changed: parsed.data.changed, epoch: parsed.data.dataEpoch };
  } else if (kind === 'rating') {
    const parsed = RatingAnswer.safeParse(response.body);
    if (parsed.success)
      return { ...done({ outcome: 'rated' }), changed: parsed.data.changed, epoch: parsed.data.dataEpoch };
  } else if (kind === 'quiz') {
    const parsed = GradedQuiz.safeParse(response.body);
    if (parsed.success) {
      const { score, passed, unit, changed, dataEpoch } = parsed.data;
      const result: EntryResult = { outcome: passed ? 'passed' : 'not_passed', score };
      return { ...done(result), unit, changed, gradedQuiz: parsed.data, epoch: dataEpoch };
    }
  } else {
    const parsed = UnitAnswer.safeParse(response.body);
    if (parsed.success) {
      const { unit, changed, superseded, dataEpoch } = parsed.data;
      const merged = changed ? 'applied' : 'unchanged';
      const outcome = superseded ? 'superseded' : merged;
      return { ...done({ outcome }), unit, changed, epoch: dataEpoch };
    }
  }
  // A success of ours that cannot be parsed is never taken as done; a fixed server will answer the retry.
  const error = { status: response.status, code: 'unreadable', text: UNREADABLE };
  return { kind: 'retry', error, retryAfterMs: null };
}

/** A 409 carries the unit, but another device completed it, so it never counts as changed (Y11). */
function classifyConflict(body: unknown): Classification | undefined {
  const parsed = Conflict.safeParse(body);
  if (!parsed.success) return undefined;
  return { ...done({ outcome: 'already_completed' }), unit: parsed.data.unit, epoch: parsed.data.dataEpoch };
}

function done(result: EntryResult): Classification & { kind: 'done' } {
  return { kind: 'done', result, unit: null, changed: false, gradedQuiz: null, epoch: null };
}

function readEpoch(body: unknown): string | null {
  const parsed = Restored.safeParse(body);
  return parsed.success ? parsed.data.dataEpoch : null;
}

function noResponse(code: 'network' | 'timeout' | 'unmarked', status = 0): EntryError {
  return { status, code, text: 'The server could not be reached.' };
}
