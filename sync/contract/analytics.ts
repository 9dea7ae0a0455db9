import * as z from 'zod/mini';
import { type CERTIFICATE_REMINDER_DAYS, CERTIFICATE_STANDINGS, type CourseCertificate } from './certificate.ts';
import { EMAIL_LIMIT } from './email.ts';
import { MAX_ID, PAGE_FIELDS, type PageEnd, SEARCH_FIELD, UUID_FORM } from './fields.ts';
import { COURSE_STANDINGS } from './standing.ts';

// Figures for administrators. Rates and percentages are whole percents, durations milliseconds, amounts of money whole
// cents.

/** Response of GET /api/admin/stats: totals of the whole installation, including drafts and inactive ones. */
export type AdminStats = { organizations: number; users: number; courses: number };

/** Query of figures about people: those of everyone or of one organization. An org admin's are always their own. */
export const ScopeQuery = z.object({ organizationId: z.optional(z.uuid()) });

/** Those of one group of the organization, too. */
export const GroupScopeQuery = z.extend(ScopeQuery, { group: z.optional(z.uuid()) });

/** Response of GET /api/admin/attention: the organizations with the most people to look after, at most 5. */
export type Attention = {
  organizations: {
    id: string;
    name: string;
    people: number;
    /** Those with a course whose due date has passed, and those who are behind with one (decision 184). */
    overdue: number;
    behind: number;
    /** When the first of them was emailed last (ISO 8601); null as long as of any of these courses no email was sent, or of an overdue one none since. */
    overdueRemindedAt: string | null;
    behindRemindedAt: string | null;
    /** How many of them had an email in the last REMINDER_HOURS, after which there is no other one yet. */
    overdueEmailed: number;
    behindEmailed: number;
    /** To how many of them an email waits, and to how many the last one could not be delivered. */
    overdueWaiting?: number;
    behindWaiting?: number;
    overdueFailed?: number;
    behindFailed?: number;
    /** Those who have begun no course. */
    notStarted: number;
    /** Those without progress for INACTIVE_DAYS, whoever joined since then left out. */
    inactive: number;
    /** Those with a certificate that ends within so many days, and those with one that has ended (decision 188). */
    certificatesEnding: Record<(typeof CERTIFICATE_REMINDER_DAYS)[number], number>;
    certificatesEnded: number;
    /** Those of them whose course can be renewed; a renewal that is not completed is none of theirs. */
    certificatesUnrenewed: number;
    /** Invitations that no one has used for a week, and that work or have expired lately; and those of them that expire within INVITATION_SOON_DAYS or have. */
    unusedInvitations: number;
    endingInvitations: number;
    /** Tablets on which work has waited for more than OLD_WORK_DAYS. */
    tabletsWithOldWork: number;
  }[];
  /** The quiz with the lowest pass rate; null when all are passed often enough. */
  quiz: LessonQuizFigures | null;
};

/** Activity goes back no further. */
export const ACTIVITY_DAYS = 30;

/** Query of GET /api/admin/activity: what has happened since a time (ISO 8601). */
export const ActivityQuery = z.extend(GroupScopeQuery, { since: z.optional(z.iso.datetime()) });

/** People who did the same thing: made their account, came into an organization with an older one, completed a lesson or a course, or tried a quiz and haven't passed it. */
export type ActivityLine = {
  kind: 'account' | 'joined' | 'lesson' | 'course' | 'failed';
  /** The organization, lesson or course. */
  id: number | string;
  title: string;
  /** The title of a lesson's course, and its id. */
  course?: string;
  courseId?: number;
  /** When the latest of them did. */
  at: string;
  count: number;
  /** The latest of them first, at most 20. */
  people: { id: string; name: string }[];
};

/** Response of GET /api/admin/activity: what has happened since `since`, latest first; `isAll` unless there was more of it than 40 lines hold. */
export type Activity = { since: string; isAll: boolean; lines: ActivityLine[] };

export type QuizFigures = {
  totalAttempts: number;
  averageScore: number;
  passRate: number;
  /** Over the attempts whose duration is known; 0 without any. */
  averageDurationMs: number;
};

export type LessonQuizFigures = QuizFigures & {
  lessonId: number;
  lessonTitle: string;
  courseTitle: string;
  /** The share of people who passed at their first try. */
  firstTryRate: number;
};

/** So many days make one step of a quiz's trend, and so many steps the trend. */
export const TREND_STEP_DAYS = 30;
export const TREND_STEPS = 6;

/** `trend` is the share of passed first tries of each step, the present one last; null for a step without any. */
export type LessonQuizRow = LessonQuizFigures & { trend: (number | null)[] };

/** Response of GET /api/admin/quiz-analytics/lessons. `summary` is of all quizzes, whatever was searched for. */
export type QuizLessons = {
  /** The one that was asked for, or an org admin's own. */
  organization: { id: string; name: string } | null;
  summary: QuizFigures;
  lessons: LessonQuizRow[];
} & PageEnd;

export type UserQuizFigures = Omit<QuizFigures, 'averageDurationMs'> & {
  userId: string;
  fullName: string | null;
  email: string;
  lessonsAttempted: number;
  lastAttemptAt: string | null;
};

/** Query of the quiz figures; `organizationId` is for super admins (P-14). */
export const QuizFiguresQuery = z.object({
  lessonId: z.optional(z.coerce.number().check(z.int(), z.positive(), z.lte(MAX_ID))),
  organizationId: z.optional(z.uuid()),
  group: z.optional(z.uuid()),
  ...PAGE_FIELDS,
});

/** Fewer attempts say nothing about a quiz: it is never the worst one. */
export const QUIZ_LEAST_ATTEMPTS = 5;

const QUIZ_LESSON_ORDERS = ['lesson', 'course', 'attempts', 'score', 'pass', 'first', 'duration'] as const;
export type QuizLessonOrder = (typeof QUIZ_LESSON_ORDERS)[number];

/** Query of GET /api/admin/quiz-analytics/lessons. Without `sort` the lowest pass rate comes first; few attempts make no quiz the worst. */
export const QuizLessonsQuery = z.extend(QuizFiguresQuery, {
  ...SEARCH_FIELD,
  sort: z.optional(z.enum(QUIZ_LESSON_ORDERS.flatMap((order) => [order, `-${order}`] as const))),
});
export type QuizLessonsQuery = z.infer<typeof QuizLessonsQuery>;

const QUIZ_ORDERS = ['attempts', 'score', 'pass', 'name'] as const;
export type QuizOrder = (typeof QUIZ_ORDERS)[number];

/** Query of the people of the quiz figures: GET /api/admin/quiz-analytics/people, .../users and .../organization. */
export const QuizPeopleQuery = z.extend(QuizFiguresQuery, {
  ...SEARCH_FIELD,
  sort: z._default(z.enum(QUIZ_ORDERS.flatMap((order) => [order, `-${order}`] as const)), '-attempts'),
});
export type QuizPeopleQuery = z.infer<typeof QuizPeopleQuery>;

const LEARNER_ORDERS = ['progress', '-progress', 'name', '-name', 'enrolled', '-enrolled'] as const;

/**
 * Query of GET /api/admin/courses/{id}/learners. The group is one of the viewer's own organization. Without `sort` those
 * furthest behind come first, and of those who have completed it the last ones to enroll.
 */
export const LearnersQuery = z.object({
  ...PAGE_FIELDS,
  ...SEARCH_FIELD,
  sort: z.optional(z.enum(LEARNER_ORDERS)),
  state: z.optional(z.enum(COURSE_STANDINGS)),
  certificate: z.optional(z.enum(CERTIFICATE_STANDINGS)),
  /** For super admins. */
  organizationId: z.optional(z.uuid()),
  group: z.optional(z.uuid()),
  /** Some people alone, by their ids with commas between. */
  people: z.optional(
    z.string().check(z.maxLength(2000), z.regex(new RegExp(`^${UUID_FORM}(?:,${UUID_FORM})*$`), 'Not a list of ids.')),
  ),
});
export type LearnersQuery = z.infer<typeof LearnersQuery>;

/**
 * Response of GET /api/analytics/overview. `changes` compares with the 30 days before the last 30; null when there is
 * nothing to compare with (P-5).
 */
export type AnalyticsOverview = {
  totalCourses: number;
  activeLearners: number;
  completionRate: number;
  averageRating: number;
  /** Percent for the first two, percentage points for completionRate, stars for averageRating. */
  changes: {
    totalCourses: number | null;
    activeLearners: number | null;
    completionRate: number | null;
    averageRating: number | null;
  };
};

/** Response of GET /api/analytics/top-courses, most enrollments first, at most 10. */
export type TopCourses = {
  courses: {
    id: number;
    title: string;
    thumbnail: string | null;
    instructorName: string;
    enrollmentCount: number;
    completionRate: number;
    rating: number;
    /** Whole cents: price times enrollments (P-2). */
    revenue: number;
  }[];
};

export const TREND_RANGES = ['30d', '90d', '1y'] as const;
export const TrendQuery = z.extend(GroupScopeQuery, {
  range: z._default(z.enum(TREND_RANGES), '30d'),
});

/**
 * Response of GET /api/analytics/trends: by day (30d), week (90d) or month (1y) in UTC, oldest first, no gaps. `earlier` are as many of
 * them before; the last one is counted as far as the last of `points` has come (decision 198).
 */
export type Trends = {
  range: (typeof TREND_RANGES)[number];
  points: { from: string; enrollments: number; completions: number }[];
  earlier: { from: string; enrollments: number }[];
};

/** Response of GET /api/admin/courses/{id}/analytics (P-6, decision 198, R-Z11). */
export type CourseAnalytics = {
  enrollments: number;
  completions: number;
  completionRate: number;
  averagePercent: number;
  activeLearners: number;
  /** The enrolled people who have begun the course. */
  began: number;
  /** By orderIndex. */
  lessons: {
    lessonId: number;
    title: string;
    orderIndex: number;
    /** The title of the module that holds it; null outside every one. */
    module: string | null;
    started: number;
    completed: number;
    /** How many of those who began have completed this lesson or a later one: what falls from lesson to lesson is who stopped. */
    reached: number;
    /** How many of those who stopped here were erased since: no list has them. */
    stoppedErased: number;
  }[];
  timeToComplete: TimeToComplete | null;
  quizzes: LessonQuizRow[];
};

/** Time to complete is taken from so many of the latest completions. */
export const TIMED_COMPLETIONS = 1000;

/** From enrollment to completion, in milliseconds, of so many people. */
export type TimeToComplete = { people: number; lowerQuartile: number; median: number; upperQuartile: number };

/** Response of GET /api/admin/courses/{id}/learners. */
export type CourseLearners = {
  learners: {
    userId: string;
    fullName: string | null;
    email: string;
    percentComplete: number;
    /** When the present round began: the enrollment, or the last renewal. */
    enrolledAt: string;
    /** When the first round began. */
    firstEnrolledAt: string;
    /** Null once it is completed. */
    dueOn: string | null;
    completedAt: string | null;
    lastActivityAt: string | null;
    isAssigned: boolean;
    certified: CourseCertificate;
  }[];
} & PageEnd;

const AUDIT_DAYS_LIMIT = 3660;

/**
 * Query of the audit log. `action` is a full event type ('course.published') or a prefix ('course'); `actor` is an id
 * or an email address, `search` the beginnings of words in the name and address of the actor, or with `finds` of the person whom the act
 * is about. `days` leaves out what is older.
 */
export const AuditLogQuery = z.object({
  action: z.optional(z.string().check(z.maxLength(100))),
  actor: z.optional(z.string().check(z.maxLength(EMAIL_LIMIT))),
  finds: z.optional(z.enum(['about'])),
  days: z.optional(z.coerce.number().check(z.int(), z.positive(), z.lte(AUDIT_DAYS_LIMIT))),
  organizationId: z.optional(z.uuid()),
  /** Done by or to people who are in this group now. */
  group: z.optional(z.uuid()),
  sort: z._default(z.enum(['-time', 'time']), '-time'),
  ...SEARCH_FIELD,
  ...PAGE_FIELDS,
});
export type AuditLogQuery = z.infer<typeof AuditLogQuery>;

/** Response of GET /api/admin/audit-log (R-Z7). */
export type AuditLog = {
  acts: {
    id: number;
    at: string;
    action: string;
    actor: { id: string; name: string | null; email: string | null } | null;
    organizationId: string | null;
    subject: string | null;
    details: Record<string, unknown> | null;
    ip: string | null;
    /** The current names for the ids in this event: people and organizations by id, courses by 'course/4'. */
    names: Record<string, string>;
  }[];
} & PageEnd;
