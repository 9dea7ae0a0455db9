// The events of an organization's people, written for its webhooks in the unit of work in which they happen (decision 241).
import { randomUUID } from 'node:crypto';
import { and, eq, inArray, isNotNull } from 'drizzle-orm';
import type { WebhookEvent } from '#sync/contract/webhook.ts';
import { inBatches, run, type Steps, type TxContext } from './db/client.ts';
import { isRecorded, type RecordingTx, record } from './statement-events.ts';

/** What happened to one person. `key` tells it from every other event of the person, the course and the kind. */
interface Happening {
  userId: string;
  key: string | number;
  /** The round of the course, where it may be another one than the present. */
  round?: number;
  data?: Record<string, unknown>;
}

interface Announced {
  /** What is overdue is found by its day (webhooks/overdue.ts). */
  type: Exclude<WebhookEvent, 'course.overdue'>;
  courseId: number;
  at: Date;
  /** When it was done on a device; otherwise at `at`. */
  doneAt?: Date | undefined;
  people: readonly Happening[];
}

/** Writes a message for every webhook that wants to know, and for the learning record store; an event that was written before is not written again. */
export function* announce(tx: RecordingTx, { type, courseId, at, doneAt = at, people }: Announced): Steps<void> {
  if (isRecorded(type))
    yield* record(tx, { type, courseId, doneAt, now: at, people: people.map(({ data: _, ...one }) => one) });
  const { webhooks, webhookMessages, organizations, profiles, courses } = tx.tables;
  for (const part of inBatches(people)) {
    const ids = part.map(({ userId }) => userId);
    const wanted = yield* run(
      tx
        .select({ userId: profiles.id, webhookId: webhooks.id, events: webhooks.events })
        .from(webhooks)
        .innerJoin(organizations, and(eq(organizations.id, webhooks.organizationId), eq(organizations.isActive, true)))
        .innerJoin(profiles, eq(profiles.organizationId, webhooks.organizationId))
        .where(and(inArray(profiles.id, ids), eq(webhooks.isActive, true))),
    );
    const listening = Map.groupBy(
      wanted.filter(({ events }) => events.includes(type)),
      ({ userId }) => userId,
    );
    if (listening.size === 0) continue;
    const [course] = yield* run(tx.select({ title: courses.title }).from(courses).where(eq(courses.id, courseId)));
    const rows = part.flatMap(({ userId, key, data }) =>
      (listening.get(userId) ?? []).map(({ webhookId }) => ({
        ...{ id: nextMessageId(), webhookId, userId, type, createdAt: at, nextTryAt: at },
        eventKey: `${type}/${userId}/${courseId}/${key}`,
        data: { courseId, courseTitle: course?.title ?? '', ...data },
      })),
    );
    for (const some of inBatches(rows)) yield* run(tx.insert(webhookMessages).values(some).onConflictDoNothing());
  }
}

let lastTick = 0n;

/** A UUID of version 7 that sorts behind all that this process made before, also within a millisecond: messages are sent in this order. */
export function nextMessageId(): string {
  const now = BigInt(Date.now()) << 12n;
  lastTick = now > lastTick ? now : lastTick + 1n;
  const time = lastTick.toString(16).padStart(15, '0');
  return `${time.slice(0, 8)}-${time.slice(8, 12)}-7${time.slice(12)}-${randomUUID().slice(19)}`;
}

/** Makes a webhook inactive, and ends the messages that wait for it: they can be sent again by hand. */
export function* pauseWebhook(tx: TxContext, webhookId: string): Steps<void> {
  const { webhooks, webhookMessages } = tx.tables;
  yield* run(tx.update(webhooks).set({ isActive: false }).where(eq(webhooks.id, webhookId)));
  const waiting = and(eq(webhookMessages.webhookId, webhookId), isNotNull(webhookMessages.nextTryAt));
  yield* run(tx.update(webhookMessages).set({ nextTryAt: null, outcome: 'The webhook was paused.' }).where(waiting));
}
