// How entries travel: each in its own call, or together in POST /api/sync (Y15).
import {
  BATCH_BYTES_LIMIT,
  BATCH_OPERATIONS_LIMIT,
  OPERATION_AGE_HEADER,
  type Operation,
  SyncResults,
} from '../contract/operation.ts';
import type { TransportRequest, TransportResponse } from '../ports.ts';
import type { Entry } from '../store/entry.ts';
import { historyHeaders, type KnownHistory } from './epoch.ts';

type OutboxRequest = Required<Pick<TransportRequest, 'method' | 'path' | 'headers'>> & { body: unknown };

/** The single call of an entry, with the known history (Y14, Y20); the caller adds the identity headers. */
export function singleCall(entry: Entry, known: KnownHistory, now: number): OutboxRequest {
  const age = { [OPERATION_AGE_HEADER]: String(ageOf(entry, now)) };
  const headers = { 'Idempotency-Key': entry.opId, ...age, ...historyHeaders(known, now) };
  if (entry.kind === 'unit') return { method: 'POST', path: '/api/progress/unit', headers, body: entry.body };
  if (entry.kind === 'quiz') {
    return { method: 'POST', path: `/api/lessons/${entry.lessonId}/quiz/submit`, headers, body: entry.body };
  }
  const path = `/api/courses/${entry.courseId}`;
  if (entry.kind === 'rating') return { method: 'POST', path: `${path}/rating`, headers, body: entry.body };
  return { method: 'POST', path: `${path}/enroll`, headers, body: {} };
}

/** One call for several entries of different subjects. */
export function batchCall(entries: readonly Entry[], known: KnownHistory, now: number): OutboxRequest {
  return {
    method: 'POST',
    path: '/api/sync',
    headers: historyHeaders(known, now),
    body: { operations: entries.map((entry) => ({ ...operation(entry), ageMs: ageOf(entry, now) })) },
  };
}

/** Y11d: how long ago the person acted; `now` in unix milliseconds. 0 after the clock was set back. */
function ageOf({ createdAt }: Entry, now: number): number {
  return Math.max(0, Math.round(now - Date.parse(createdAt))) || 0;
}

/** What `ageMs` adds to an operation. */
const AGE_BYTES = 30;

function operation(entry: Entry): Operation {
  const { opId } = entry;
  if (entry.kind === 'unit') return { opId, kind: entry.kind, body: entry.body };
  if (entry.kind === 'quiz') return { opId, kind: entry.kind, lessonId: entry.lessonId, body: entry.body };
  if (entry.kind === 'rating') return { opId, kind: entry.kind, courseId: entry.courseId, body: entry.body };
  return { opId, kind: entry.kind, courseId: entry.courseId };
}

/** The entries from the first on that fit into one batch; at least one. */
export function fitBatch(entries: readonly Entry[]): Entry[] {
  const fitting: Entry[] = [];
  let bytes = 100;
  for (const entry of entries.slice(0, BATCH_OPERATIONS_LIMIT)) {
    bytes += new TextEncoder().encode(JSON.stringify(operation(entry))).length + AGE_BYTES;
    if (bytes > BATCH_BYTES_LIMIT && fitting.length > 0) break;
    fitting.push(entry);
  }
  return fitting;
}

/** Splits a batch's response into the response of each entry; undefined when it is not a batch response. */
export function splitBatchResponse(response: TransportResponse): ((entry: Entry) => TransportResponse) | undefined {
  if (response.kind !== 'response' || !response.marked || response.status !== 200) return undefined;
  const parsed = SyncResults.safeParse(response.body);
  if (!parsed.success) return undefined;
  const byId = new Map(parsed.data.results.map((result) => [result.opId, result]));
  return ({ opId }) => {
    const { status, body } = byId.get(opId) ?? { status: 500, body: null };
    return { ...response, status, body, retryAfterMs: null };
  };
}
