// Events of an organization's people as messages for its webhooks (decision 241).
import { randomUUID } from 'node:crypto';
import { and, eq, inArray } from 'drizzle-orm';
import { WEBHOOK_EVENTS } from '#sync/contract/webhook.ts';
import { inBatches, run, type Steps, type TxContext } from '../../db/client.ts';
import type { CourseEvent } from '../../events.ts';

/** Writes a message for every webhook that listens for the event; nobody is told of invented people. */
export function* writeMessages(tx: TxContext, { type: told, courseId, at, people }: CourseEvent): Steps<void> {
  const type = WEBHOOK_EVENTS.find((one) => one === told);
  if (!type) return;
  const { webhooks, webhookMessages, organizations, profiles, courses } = tx.tables;
  for (const part of inBatches(people)) {
    const ids = part.map(({ userId }) => userId);
    const active = yield* run(
      tx
        .select({ userId: profiles.id, webhookId: webhooks.id, events: webhooks.events })
        .from(webhooks)
        .innerJoin(organizations, and(eq(organizations.id, webhooks.organizationId), eq(organizations.isActive, true)))
        .innerJoin(profiles, and(eq(profiles.organizationId, webhooks.organizationId), eq(profiles.isSample, false)))
        .where(and(inArray(profiles.id, ids), eq(webhooks.isActive, true))),
    );
    const listening = Map.groupBy(
      active.filter(({ events }) => events.includes(type)),
      ({ userId }) => userId,
    );
    if (listening.size === 0) continue;
    const [course] = yield* run(tx.select({ title: courses.title }).from(courses).where(eq(courses.id, courseId)));
    const rows = part.flatMap(({ userId, key, data }) =>
      (listening.get(userId) ?? []).map(({ webhookId }) => ({
        id: nextMessageId(),
        webhookId,
        userId,
        type,
        eventKey: `${type}/${userId}/${courseId}/${key}`,
        data: { courseId, courseTitle: course?.title ?? '', ...data },
        createdAt: at,
        nextTryAt: at,
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
