// One person as administrators see them.
import * as z from 'zod/mini';
import type { HeldCertificate } from './certificate.ts';
import type { CardState } from './crew.ts';
import type { GroupMembership } from './group.ts';
import type { MailStatus } from './mail.ts';
import type { UserRow } from './organization.ts';
import type { LessonStatus } from './progress.ts';

/** Response of GET /api/admin/people/{userId}. An org admin sees the courses that their organization knows. */
export type PersonDetail = {
  user: UserRow;
  /** Whether they have signed in by the provider; told to super admins alone. */
  hasProvider?: boolean;
  /** What their organization calls them in its other lists. */
  number?: string;
  /** Of a person without an address: their present sign-in card, null without one. */
  card?: CardState | null;
  /** Their groups in their organization. */
  groups: GroupMembership[];
  /** When they last used the app or learned something, as far as the server knows. */
  lastSeenAt: string | null;
  /** The courses they are enrolled in, the last used first, at most PERSON_COURSES_LIMIT. */
  courses: PersonCourse[];
  certificates: HeldCertificate[];
  /** The quiz they tried last without ever passing it, in a course that they have not completed. */
  stuckAt: StuckAt | null;
};

export const PERSON_COURSES_LIMIT = 100;

export type PersonCourse = {
  id: number;
  title: string;
  percent: number;
  completedLessons: number;
  lessons: number;
  isAssigned: boolean;
  /** Null once it is completed. */
  dueOn: string | null;
  /** When they were last emailed about it, while it is due, and what became of the last email (decision 350). */
  remindedAt: string | null;
  reminder?: MailStatus | null;
  enrolledAt: string;
  completedAt: string | null;
  lastActivityAt: string | null;
  /** The present round, and when those before were completed and ended (decision 189). */
  round: number;
  pastRounds: { courseId: number; round: number; completedAt: string | null; endedAt: string }[];
  /** The last day of the certificate of the present round, where it has one and the course can be renewed. */
  certificateEnds: string | null;
  /** Whether the viewer may edit it, and so read its attempts. */
  canEdit: boolean;
  /** Whether the viewer may give due dates and renew. */
  canAssign: boolean;
};

export type StuckAt = {
  courseId: number;
  courseTitle: string;
  lessonId: number;
  lessonTitle: string;
  attempts: number;
  bestScore: number;
  lastAttemptAt: string;
};

/** Response of GET /api/admin/people/{userId}/courses/{courseId}: the lessons in their order. */
export type PersonLessons = {
  lessons: {
    id: number;
    title: string;
    orderIndex: number;
    status: LessonStatus;
    completedAt: string | null;
    updatedAt: string | null;
    /** How much of its video was played, 0 to 100; null for a lesson without one. Whoever marks it complete may not have seen it. */
    watchedPercent: number | null;
    /** The last earlier round in which they completed it. */
    lastRound: { round: number; completedAt: string } | null;
    /** Of every round, the last ones first, at most PERSON_ATTEMPTS_LIMIT in a course. */
    attempts: { id: number; score: number; passed: boolean; round: number; submittedAt: string }[];
  }[];
};

export const PERSON_ATTEMPTS_LIMIT = 200;

/** Body of POST /api/admin/people/{userId}/merge: the person's account that goes is in the path. */
export const Merge = z.object({
  /** The account that stays. */
  intoId: z.uuid('Choose the account that stays.'),
  /** Nothing is changed; the response says what would be. */
  isPreview: z.optional(z.boolean()),
});

/** What a merge takes over from the account that goes, and what ends with it. */
export type MergeEffects = {
  /** Lessons with progress, and those of them in which it is further than the other account. */
  lessons: number;
  better: number;
  attempts: number;
  courses: number;
  certificates: number;
  /** Certificates of courses for which both accounts have one; both serials stay valid. */
  secondCertificates: number;
  /** Sign-ins that may only hand in unsent work from now on. */
  sessions: number;
  /** End with an organization that only this account is in. */
  enrollments: number;
  dueDates: number;
  groups: number;
  /** Open invitations that it made. */
  invitations: number;
  /** Roles that are not taken over. */
  roles: string[];
  /** The organization that the account that stays comes into. */
  joins: string | null;
};
export type MergeOutcome = { message: string; effects: MergeEffects };
