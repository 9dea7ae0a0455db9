import * as z from 'zod/mini';
import { type BulkOutcome, People } from './organization.ts';

/** The shortest time between two reminders of a person and a course. */
export const REMINDER_HOURS = 24;

/** Body of POST /api/enterprise/admin/organizations/{id}/remind. With `isPreview` nothing is sent. */
export const Reminder = z.object({ userIds: People, isPreview: z.optional(z.boolean()) });
export type Reminder = z.infer<typeof Reminder>;

/** `example` is the mail of the first person who gets one; null when none is sent. */
export type ReminderOutcome = BulkOutcome & { example: { to: string; subject: string; text: string } | null };
