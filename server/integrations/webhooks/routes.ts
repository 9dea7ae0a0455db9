// The webhooks of an organization, for whoever runs it; super admins see those of all.
import { Hono } from 'hono';
import { AdminPage } from '#sync/contract/organization.ts';
import { Refusal } from '#sync/contract/refusal.ts';
import { NewWebhook, WebhookChange, WebhooksQuery } from '#sync/contract/webhook.ts';
import { scopeOf } from '../../analytics/scope.ts';
import type { Http, RateLimitRule } from '../../deps.ts';
import { requireAdmin } from '../../http/actor.ts';
import { auditActorOf } from '../../http/audit-log.ts';
import { limitCalls } from '../../http/rate-limit.ts';
import { validate, validateQuery, validateUuid } from '../../http/validate.ts';
import {
  changeWebhook,
  createWebhook,
  deleteWebhook,
  listMessages,
  listWebhooks,
  rotateSecret,
  sendAgain,
  sendTest,
} from './webhooks.ts';

const ALL = '/admin/webhooks';
const ONE = `${ALL}/:id` as const;
/** Each is a request to a server that somebody named. */
const TESTS: RateLimitRule = { name: 'tests of webhooks', limit: 30, windowSeconds: 3600 };
/** Sent by hand after a receiver was down: many in a row. */
const RESENDS: RateLimitRule = { name: 'messages sent again', limit: 300, windowSeconds: 3600 };

const webhookIn = (id: string | undefined) => validateUuid(id, 'webhook_not_found');

export const webhookRoutes = new Hono<Http>()
  .get(ALL, requireAdmin, validateQuery(WebhooksQuery), async (c) => {
    const { organizationId, ...page } = c.req.valid('query');
    return c.json(await listWebhooks(c.var.deps.db, { ...scopeOf(c.var.actor, organizationId), ...page }));
  })
  .post(ALL, requireAdmin, validate(NewWebhook), async (c) => {
    const wanted = c.req.valid('json');
    const { organizationId } = scopeOf(c.var.actor, wanted.organizationId ?? undefined);
    if (organizationId === null)
      throw new Refusal('validation_failed', { field: 'organizationId' }, 'Please select an organization first.');
    c.header('Cache-Control', 'no-store');
    return c.json(await createWebhook(c.var.deps, auditActorOf(c), { ...wanted, organizationId }), 201);
  })
  .patch(ONE, requireAdmin, validate(WebhookChange), async (c) => {
    const wanted = { ...c.req.valid('json'), id: webhookIn(c.req.param('id')) };
    return c.json({ webhook: await changeWebhook(c.var.deps.db, auditActorOf(c), wanted) });
  })
  .delete(ONE, requireAdmin, async (c) => {
    await deleteWebhook(c.var.deps.db, auditActorOf(c), webhookIn(c.req.param('id')));
    return c.json({ message: 'The webhook was deleted.' });
  })
  .post(`${ONE}/rotate-secret`, requireAdmin, async (c) => {
    c.header('Cache-Control', 'no-store');
    return c.json(await rotateSecret(c.var.deps.db, auditActorOf(c), webhookIn(c.req.param('id'))));
  })
  .post(`${ONE}/test`, requireAdmin, async (c) => {
    await limitCalls(c.var.deps, TESTS, c.var.actor.id);
    await sendTest(c.var.deps.db, auditActorOf(c), webhookIn(c.req.param('id')));
    c.var.deps.queue.wake('webhooks');
    return c.json({ message: 'A test is on its way.' });
  })
  .get(`${ONE}/messages`, requireAdmin, validateQuery(AdminPage), async (c) => {
    const query = { ...c.req.valid('query'), webhookId: webhookIn(c.req.param('id')) };
    return c.json(await listMessages(c.var.deps.db, c.var.actor, query));
  })
  .post(`${ONE}/messages/:messageId/resend`, requireAdmin, async (c) => {
    await limitCalls(c.var.deps, RESENDS, c.var.actor.id);
    const messageId = validateUuid(c.req.param('messageId'), 'webhook_message_not_found');
    await sendAgain(c.var.deps.db, auditActorOf(c), { webhookId: webhookIn(c.req.param('id')), messageId });
    c.var.deps.queue.wake('webhooks');
    return c.json({ message: 'The message is on its way.' });
  });
