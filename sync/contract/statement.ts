// Statements about what people do, sent to the learning record store of the installation (xAPI).

export const STATEMENT_TYPES = [
  'course.enrolled',
  'lesson.completed',
  'quiz.attempted',
  'course.completed',
  'course.certified',
  'course.unenrolled',
  'certificate.revoked',
] as const;
export type StatementType = (typeof STATEMENT_TYPES)[number];

/** What a statement says besides who, what and when. */
export interface StatementData {
  courseId: number;
  courseTitle: string;
  round: number;
  lessonId?: number | undefined;
  lessonTitle?: string | undefined;
  /** In percent. */
  score?: number | undefined;
  passed?: boolean | undefined;
  durationMs?: number | undefined;
  /** The id of a statement that is true no longer. */
  voids?: string | undefined;
}

/** A statement that the store refused: it stays so until it is sent again by hand. */
export type StatementRow = {
  /** As the store has it. */
  id: string;
  type: StatementType;
  /** The person's name or address. */
  about: string;
  createdAt: string;
  /** What the store answered. */
  outcome: string | null;
};

/** Response of GET /api/admin/statements: how the store takes statements, and those that it refused, newest first. */
export type StatementsAnswer = {
  /** The address of the store; null without one. */
  store: string | null;
  /** How many statements it does not have yet, since when, and what was in the way. */
  waiting: number;
  waitingSince: string | null;
  outcome: string | null;
  lastDeliveredAt: string | null;
  refused: StatementRow[];
  nextCursor: string | null;
};
