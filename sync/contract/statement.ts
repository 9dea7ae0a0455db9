// Statements about what people do, sent to the learning record store of the installation (xAPI).

export type StatementType =
  | 'course.enrolled'
  | 'lesson.completed'
  | 'quiz.attempted'
  | 'course.completed'
  | 'course.certified'
  | 'course.unenrolled'
  | 'certificate.revoked';

/** What a statement says besides who, what and when. */
export interface StatementData {
  courseId: number;
  courseTitle: string;
  round: number;
  lessonId?: number;
  lessonTitle?: string;
  /** In percent. */
  score?: number;
  passed?: boolean;
  durationMs?: number | undefined;
  /** The id of a statement that is true no longer. */
  voids?: string;
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
