// 'Overdue' is no act of a person but a day that passes: it is looked for, and written once for each due date.
import { and, eq, gte, isNull, sql } from 'drizzle-orm';
import { addDays, dayOf } from '#sync/contract/due.ts';
import type { WebhookEvent } from '#sync/contract/webhook.ts';
import { type Db, pick, run } from '../../db/client.ts';
import type { Deps } from '../../deps.ts';
import { isEnrolledAs } from '../../people/standings.ts';
import { nextMessageId } from './write-messages.ts';

const TYPE = 'course.overdue' satisfies WebhookEvent;
/** A server that was down for longer tells nothing of the days before: shorter than messages are kept. */
const LATE_DAYS = 30;
const AT_ONCE = 200;

/** Writes what has become overdue since a webhook was registered. */
export async function announceOverdue({ db, env, now }: Pick<Deps, 'db' | 'env' | 'now'>): Promise<void> {
  const { webhooks, organizations } = db.tables;
  const all = await db
    .select(pick(webhooks, 'id', 'organizationId', 'events', 'createdAt'))
    .from(webhooks)
    .innerJoin(organizations, and(eq(organizations.id, webhooks.organizationId), eq(organizations.isActive, true)))
    .where(eq(webhooks.isActive, true));
  const today = dayOf(now(), env.timeZone);
  for (const { id, organizationId, createdAt } of all.filter(({ events }) => events.includes(TYPE))) {
    const since = [dayOf(createdAt, env.timeZone), addDays(today, -LATE_DAYS)].sort()[1] ?? today;
    const place = { webhookId: id, organizationId, since, today, now: now() };
    while ((await writeSome(db, place)) === AT_ONCE);
  }
}

type Place = Record<'webhookId' | 'organizationId' | 'since' | 'today', string> & { now: Date };

function writeSome(db: Db, { webhookId, organizationId, since, today, now }: Place): Promise<number> {
  const { courseProgress, courses, profiles, webhookMessages } = db.tables;
  const { userId, courseId, dueOn } = courseProgress;
  const key = sql<string>`${`${TYPE}/`} || cast(${userId} as text) || '/' || cast(${courseId} as text) || '/' || ${dueOn}`;
  const isWritten = sql`exists (select 1 from ${webhookMessages} where ${webhookMessages.webhookId} = ${sql.param(
    webhookId,
    webhookMessages.webhookId,
  )} and ${webhookMessages.eventKey} = ${key})`;
  return db.transact(function* (tx) {
    const rows = yield* run(
      tx
        .select({ userId, courseId, dueOn, courseTitle: courses.title, eventKey: key })
        .from(courseProgress)
        .innerJoin(profiles, and(eq(profiles.id, userId), eq(profiles.organizationId, organizationId)))
        .innerJoin(courses, eq(courses.id, courseId))
        .where(
          and(
            isEnrolledAs(tx.tables, 'overdue', today),
            gte(dueOn, since),
            isNull(profiles.erasedAt),
            eq(profiles.isSample, false),
            sql`not ${isWritten}`,
          ),
        )
        .limit(AT_ONCE),
    );
    const written = { webhookId, type: TYPE, createdAt: now, nextTryAt: now };
    const messages = rows.map(({ userId: about, eventKey, ...data }) => {
      return { ...written, id: nextMessageId(), userId: about, eventKey, data };
    });
    if (messages.length > 0) yield* run(tx.insert(webhookMessages).values(messages).onConflictDoNothing());
    return rows.length;
  });
}
