// Statements about what people do, sent to the learning record store of the installation (xAPI).

export type StatementType =
  | 'course.enrolled'
  | 'lesson.completed'
  | 'quiz.attempted'
  | 'course.completed'
  | 'course.certified';

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
}

/** A statement that is refused stays so until it is sent again by hand; everything else waits for the store. */
export type StatementState = 'waiting' | 'delivered' | 'refused';

export type StatementRow = {
  /** As the store has it. */
  id: string;
  type: string;
  /** The person's name or address. */
  about: string;
  state: StatementState;
  attempts: number;
  createdAt: string;
  /** What the last attempt was answered, or what was in the way. */
  outcome: string | null;
};

/** Response of GET /api/admin/statements, newest first. */
export type StatementsAnswer = {
  /** The address of the store; null without one. */
  store: string | null;
  /** How many statements it does not have yet. */
  waiting: number;
  statements: StatementRow[];
  nextCursor: string | null;
};
