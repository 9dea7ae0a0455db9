// A webhook whose receiver has taken nothing for days is paused, and those who run the organization are told.
import { and, eq, gte, isNull, lte } from 'drizzle-orm';
import { WEBHOOK_PAUSED_AFTER_DAYS } from '#sync/contract/webhook.ts';
import { run } from '../../db/client.ts';
import type { Tables } from '../../db/schema.ts';
import type { Deps } from '../../deps.ts';
import { auditLog } from '../../http/audit-log.ts';
import { pauseWebhook } from '../../identity/end-invitations.ts';
import { mailAdmins } from '../../mail/mail-admins.ts';

const DAY_MS = 86_400_000;

type Webhook = Tables['webhooks']['$inferSelect'];

/** Called when a message is given up: pauses its webhook when another one failed that long ago and none was taken since. */
export async function pauseFailing(
  { db, env, queue, now }: Pick<Deps, 'db' | 'env' | 'queue' | 'now'>,
  webhook: Webhook,
): Promise<void> {
  const { organizations, webhookMessages, webhooks } = db.tables;
  const { webhookId, createdAt, deliveredAt } = webhookMessages;
  const at = now();
  const then = new Date(at.getTime() - WEBHOOK_PAUSED_AFTER_DAYS * DAY_MS);
  const ofIt = eq(webhookId, webhook.id);
  await db.transact(function* (tx) {
    const [present] = yield* run(tx.select().from(webhooks).where(eq(webhooks.id, webhook.id)));
    const [taken] = yield* run(
      tx
        .select()
        .from(webhookMessages)
        .where(and(ofIt, gte(deliveredAt, then)))
        .limit(1),
    );
    const [failed] = yield* run(
      tx
        .select()
        .from(webhookMessages)
        .where(and(ofIt, isNull(deliveredAt), lte(createdAt, then)))
        .limit(1),
    );
    if (!present?.isActive || taken || !failed) return;
    yield* pauseWebhook(tx, webhook.id);
    const { host } = new URL(webhook.url);
    const { id, organizationId } = webhook;
    const event = { at, actorId: null, organizationId, subject: id, action: 'webhook.paused' };
    yield* run(auditLog(tx, { ...event, details: { host, because: 'failures' } }));
    const [organization] = yield* run(tx.select().from(organizations).where(eq(organizations.id, organizationId)));
    const fields = { link: `${env.publicUrl}/admin/integrations`, host };
    if (organization) yield* mailAdmins(tx, { offer: env, organization, at, kind: 'webhook_paused', fields });
  });
  queue.wake('mails');
}
