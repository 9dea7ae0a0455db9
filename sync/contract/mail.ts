/**
 * What became of an email that an act of administration has queued: it waits, was given to the mail server, or is given up; to an
 * invented person none is sent. `at` (ISO 8601) is
 * when it was queued, sent or given up; `reason` what the mail server said, or why it was not asked.
 */
export type MailStatus = { state: 'waiting' | 'sent' | 'failed' | 'sample'; at: string; reason?: string };

/** So many of some emails are in each state. */
export type MailCounts = Record<MailStatus['state'], number>;

/** An email that fails for so long keeps the others from leaving too: until then it may be about its own address. */
export const MAIL_TROUBLE_MINUTES = 5;

/**
 * Response of GET /api/admin/mail: whether emails leave, and how many to people of the scope wait. `failingSince` (ISO 8601) is set while the
 * mail server has taken nothing for MAIL_TROUBLE_MINUTES; `seen` is where they can be read, outside of production.
 */
export type MailFacts = { isSetUp: boolean; waiting: number; failingSince: string | null; seen: string | null };
