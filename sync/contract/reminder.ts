import * as z from 'zod/mini';
import { type BulkOutcome, People } from './organization.ts';

/** Nobody is reminded of the same course twice within so many hours. */
export const REMINDER_HOURS = 24;

/** Body of POST /api/enterprise/admin/organizations/{id}/remind. With `isPreview` nothing is sent. */
export const Reminder = z.object({ userIds: People, isPreview: z.optional(z.boolean()) });
export type Reminder = z.infer<typeof Reminder>;

/** `example` is the mail of the first person who gets one; null when nobody does. */
export type ReminderOutcome = BulkOutcome & { example: { to: string; subject: string; text: string } | null };
