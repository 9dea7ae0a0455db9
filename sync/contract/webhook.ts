import * as z from 'zod/mini';
import { requiredText } from './fields.ts';
import { AdminPage } from './organization.ts';

// Webhooks: an organization's events, sent to addresses of other systems by the rules of Standard Webhooks.

export const WEBHOOK_EVENTS = [
  'course.enrolled',
  'course.due_date_changed',
  'course.unenrolled',
  'course.completed',
  'course.certified',
  'certificate.extended',
  'certificate.revoked',
  'course.overdue',
] as const;
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];
/** The type of what 'Send a test' sends. */
export const WEBHOOK_TEST = 'webhook.test';

const URL_LIMIT = 500;
/** So many webhooks an organization may have. */
export const WEBHOOKS_LIMIT = 20;
/** For so long a message is signed by the secret before the last rotation too. */
export const OLD_SECRET_HOURS = 24;
/** A webhook that has taken nothing for so long is paused. */
export const WEBHOOK_PAUSED_AFTER_DAYS = 3;
/** So long messages are listed, and can be sent again. */
export const MESSAGES_KEPT_DAYS = 60;

/** Body of POST /api/admin/webhooks. */
export const NewWebhook = z.object({
  /** https; an installation may allow http and private addresses. */
  url: requiredText('Please enter an address.', URL_LIMIT, `The address may have at most ${URL_LIMIT} characters.`),
  events: z.array(z.enum(WEBHOOK_EVENTS)).check(z.minLength(1, 'Choose at least one event.')),
  /** Org admins name none or their own; super admins name one. */
  organizationId: z.nullish(z.uuid()),
});
export type NewWebhook = z.infer<typeof NewWebhook>;

/** Body of PATCH /api/admin/webhooks/{id}. */
export const WebhookChange = z.object({ isActive: z.boolean() });

/** Query of GET /api/admin/webhooks, newest first. */
export const WebhooksQuery = z.extend(AdminPage, { organizationId: z.optional(z.uuid()) });

export type WebhookRow = {
  id: string;
  organization: { id: string; name: string };
  url: string;
  events: WebhookEvent[];
  /** Nothing is sent to one that is not. */
  isActive: boolean;
  createdAt: string;
};

/** Response of POST /api/admin/webhooks and of .../{id}/rotate-secret, the only ones with the secret. */
export type WebhookAnswer = { secret: string; webhook: WebhookRow };

export type WebhookMessageState = 'waiting' | 'delivered' | 'failed';

/** A row of GET /api/admin/webhooks/{id}/messages, newest first. */
export type WebhookMessageRow = {
  /** As the header webhook-id names it. */
  id: string;
  type: string;
  /** The person's name or address, '–' when they are not in the organization now; null for a test. */
  about: string | null;
  state: WebhookMessageState;
  attempts: number;
  createdAt: string;
  /** When it is tried next. */
  nextTryAt: string | null;
  /** What the last attempt was answered, or what was in the way. */
  outcome: string | null;
};
