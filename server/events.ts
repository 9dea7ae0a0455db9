// What happens to people in their courses, told in the unit of work in which it happens. Webhooks and the record store listen; whoever tells
// knows neither (decision 241).
import type { StatementType } from '#sync/contract/statement.ts';
import type { WebhookEvent } from '#sync/contract/webhook.ts';
import type { Steps, TxContext } from './db/client.ts';

export interface CourseEvent {
  /** What is overdue is found by its day (webhooks/overdue.ts). */
  type: Exclude<WebhookEvent, 'course.overdue'> | StatementType;
  courseId: number;
  at: Date;
  /** When it was done on a device; otherwise at `at`. */
  doneAt?: Date | undefined;
  people: readonly {
    userId: string;
    /** Distinguishes it from every other event of the person, the course and the type. */
    key: string | number;
    /** The round of the course; the present one when it is absent. */
    round?: number | undefined;
    data?: Record<string, unknown>;
  }[];
}

/** Writes what an integration will send; an event that was written before is not written again. */
export type Listener = (tx: TxContext, event: CourseEvent) => Steps<void>;

let listeners: readonly Listener[] = [];

/** Called by whoever composes a server. */
export function listenToEvents(all: readonly Listener[]): void {
  listeners = all;
}

export function* announce(tx: TxContext, event: CourseEvent): Steps<void> {
  for (const listener of listeners) yield* listener(tx, event);
}
