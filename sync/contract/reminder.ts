import * as z from 'zod/mini';
import { Matching } from './bulk-job.ts';
import { CERTIFICATE_REMINDER_DAYS } from './certificate.ts';
import { Id, wholeNumber } from './fields.ts';
import { type BulkOutcome, People } from './organization.ts';

// Reminders of what is due and of certificates that end, by an admin or automatic.

/** The shortest time between two reminders of a person and a course. */
export const REMINDER_HOURS = 24;

/** Whoever was reminded in the last so many days may find another email one too many. */
export const LATELY_DAYS = 7;

/** A preview looks at so many people. */
export const PREVIEWED_REMINDERS = 500;

/**
 * Body of POST /api/enterprise/admin/organizations/{id}/remind and /api/groups/{groupId}/remind: people by their ids or all who match, of
 * one course or of all that are due. With `isPreview` nothing is sent.
 */
export const Reminder = z.object({
  userIds: z.optional(People),
  matching: z.optional(Matching),
  courseId: z.optional(Id),
  isPreview: z.optional(z.boolean()),
});
export type Reminder = z.infer<typeof Reminder>;

/** A preview is about the first PREVIEWED_REMINDERS; `isAll`: they are no more. Its `example` is the mail of the first who gets one. `samples` of those who change are invented: nothing is sent to them. */
export type ReminderOutcome = BulkOutcome & {
  example: { to: string; subject: string; text: string } | null;
  isAll: boolean;
  samples: number;
};

/** A course is reminded of at most so many times before its due date, and so many times after it. */
export const AUTO_REMINDERS_LIMIT = 3;
const AUTO_REMINDER_DAYS = 60;

const ReminderDays = z
  .array(wholeNumber(`Days must be whole numbers from 0 to ${AUTO_REMINDER_DAYS}.`, 0, AUTO_REMINDER_DAYS))
  .check(z.maxLength(AUTO_REMINDERS_LIMIT, `Choose at most ${AUTO_REMINDERS_LIMIT} days.`));

/** Body of PUT /api/enterprise/admin/organizations/{id}/auto-reminders. Without any days nothing is sent automatically. */
export const AutoReminders = z.object({
  /** Days before the due date; 0 is that day. */
  before: ReminderDays,
  /** Days after it, for what is not completed. */
  after: ReminderDays,
  /** Days before a certificate ends; its holder and the admins are told. */
  certificates: z.array(
    z.literal(CERTIFICATE_REMINDER_DAYS, `Choose from ${CERTIFICATE_REMINDER_DAYS.join(', ')} days.`),
  ),
  /** Required training: nobody can unsubscribe. */
  isRequired: z.boolean(),
  /** Only the people of this group; null for everyone. */
  groupId: z.nullable(z.uuid().check(z.toLowerCase())),
});
export type AutoReminders = z.infer<typeof AutoReminders>;

const DayList = z.optional(z.string().check(z.regex(/^\d{0,2}(,\d{1,2}){0,20}$/, 'Send days such as 7,1.')));

/**
 * Query of GET /api/enterprise/admin/organizations/{id}/auto-reminders: other days than those that are set, such as '7,1', and
 * for another group; '' is everyone.
 */
export const AutoRemindersQuery = z.object({
  before: DayList,
  after: DayList,
  certificates: DayList,
  groupId: z.optional(z.union([z.literal(''), z.uuid().check(z.toLowerCase())])),
});

type NextEmails = { on: string; people: number } | null;

/** Its response: what is set, and the next day on which emails are sent about each, with how many people get one. */
export type AutoRemindersPlan = { reminders: AutoReminders; next: NextEmails; nextCertificates: NextEmails };
