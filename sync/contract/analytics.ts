import * as z from 'zod/mini';
import { EMAIL_LIMIT } from './email.ts';
import { Count, Id, MAX_ID, PAGE_FIELDS } from './fields.ts';

// Figures for administrators. Rates and percentages are whole percents, durations milliseconds, amounts of money whole
// cents.

const Percent = z.number().check(z.gte(0), z.lte(100));

/** Response of GET /api/admin/stats: totals of the whole installation, including drafts and inactive ones. */
export const AdminStats = z.object({ organizations: Count, users: Count, courses: Count });
export type AdminStats = z.infer<typeof AdminStats>;

export const QuizFigures = z.object({
  totalAttempts: Count,
  averageScore: Percent,
  passRate: Percent,
  /** Over the attempts whose duration is known; 0 without any. */
  averageDurationMs: Count,
});
export type QuizFigures = z.infer<typeof QuizFigures>;

export const LessonQuizFigures = z.extend(QuizFigures, {
  lessonId: Id,
  lessonTitle: z.string(),
  courseTitle: z.string(),
});
export type LessonQuizFigures = z.infer<typeof LessonQuizFigures>;

export const UserQuizFigures = z.object({
  userId: z.string(),
  fullName: z.nullable(z.string()),
  email: z.string(),
  totalAttempts: Count,
  averageScore: Percent,
  passRate: Percent,
  lessonsAttempted: Count,
  lastAttemptAt: z.nullable(z.string()),
});
export type UserQuizFigures = z.infer<typeof UserQuizFigures>;

/** Query of the quiz figures; `organizationId` is for super admins (decisions 14). */
export const QuizFiguresQuery = z.object({
  lessonId: z.optional(z.coerce.number().check(z.int(), z.positive(), z.lte(MAX_ID))),
  organizationId: z.optional(z.uuid()),
  ...PAGE_FIELDS,
});

/** Response of GET /api/admin/quiz-analytics/summary. */
export const QuizSummary = z.object({ summary: QuizFigures, lessons: z.array(LessonQuizFigures) });
export type QuizSummary = z.infer<typeof QuizSummary>;

/** Response of GET /api/admin/quiz-analytics/users, most attempts first. */
export const QuizUsers = z.object({ users: z.array(UserQuizFigures), nextCursor: z.nullable(z.string()) });
export type QuizUsers = z.infer<typeof QuizUsers>;

/** Response of GET /api/admin/quiz-analytics/organization. */
export const OrganizationQuizFigures = z.object({
  organization: z.object({ id: z.string(), name: z.string() }),
  summary: QuizFigures,
  lessons: z.array(LessonQuizFigures),
  users: z.array(UserQuizFigures),
  nextCursor: z.nullable(z.string()),
});
export type OrganizationQuizFigures = z.infer<typeof OrganizationQuizFigures>;

const Change = z.nullable(z.number());

/**
 * Response of GET /api/analytics/overview. `changes` compares with the 30 days before the last 30; null when there is
 * nothing to compare with (decisions 5).
 */
export const AnalyticsOverview = z.object({
  totalCourses: Count,
  activeLearners: Count,
  completionRate: Percent,
  averageRating: z.number(),
  /** Percent for the first two, percentage points for completionRate, stars for averageRating. */
  changes: z.object({ totalCourses: Change, activeLearners: Change, completionRate: Change, averageRating: Change }),
});
export type AnalyticsOverview = z.infer<typeof AnalyticsOverview>;

/** Response of GET /api/analytics/categories: shares of enrollments, largest first. */
export const CategoryShares = z.object({
  categories: z.array(z.object({ category: z.string(), percentage: Percent, enrollments: Count })),
});
export type CategoryShares = z.infer<typeof CategoryShares>;

/** Response of GET /api/analytics/top-courses, most enrollments first, at most 10. */
export const TopCourses = z.object({
  courses: z.array(
    z.object({
      id: Id,
      title: z.string(),
      thumbnail: z.nullable(z.string()),
      instructorName: z.string(),
      enrollmentCount: Count,
      completionRate: Percent,
      rating: z.number(),
      /** Whole cents: price times enrollments (decisions 2). */
      revenue: Count,
    }),
  ),
});
export type TopCourses = z.infer<typeof TopCourses>;

export const TREND_RANGES = ['30d', '90d', '1y'] as const;
export const TrendQuery = z.object({
  range: z._default(z.enum(TREND_RANGES), '30d'),
});

/** Response of GET /api/analytics/trends: by day (30d), week (90d) or month (1y) in UTC, oldest first, no gaps. */
export const Trends = z.object({
  range: z.enum(TREND_RANGES),
  points: z.array(z.object({ from: z.string(), enrollments: Count, completions: Count })),
});
export type Trends = z.infer<typeof Trends>;

/** Response of GET /api/admin/courses/{id}/analytics (decisions 6, Z11). */
export const CourseAnalytics = z.object({
  enrollments: Count,
  completions: Count,
  completionRate: Percent,
  averagePercent: Percent,
  activeLearners: Count,
  /** By orderIndex: how many of those enrolled started and completed each lesson. */
  lessons: z.array(
    z.object({ lessonId: Id, title: z.string(), orderIndex: z.int(), started: Count, completed: Count }),
  ),
  quizzes: z.array(LessonQuizFigures),
});
export type CourseAnalytics = z.infer<typeof CourseAnalytics>;

/** Response of GET /api/admin/courses/{id}/learners, least progress first. */
export const CourseLearners = z.object({
  learners: z.array(
    z.object({
      userId: z.string(),
      fullName: z.nullable(z.string()),
      email: z.string(),
      percentComplete: Percent,
      enrolledAt: z.string(),
      completedAt: z.nullable(z.string()),
      lastActivityAt: z.nullable(z.string()),
      isAssigned: z.boolean(),
    }),
  ),
  nextCursor: z.nullable(z.string()),
});
export type CourseLearners = z.infer<typeof CourseLearners>;

/**
 * Query of the audit log. `action` is a full event type ('course.published') or a prefix ('course'); `actor` is an id
 * or an email address.
 */
export const AuditLogQuery = z.object({
  action: z.optional(z.string().check(z.maxLength(100))),
  actor: z.optional(z.string().check(z.maxLength(EMAIL_LIMIT))),
  organizationId: z.optional(z.uuid()),
  ...PAGE_FIELDS,
});
export type AuditLogQuery = z.infer<typeof AuditLogQuery>;

/** Response of GET /api/admin/audit-log, newest first (Z7). */
export const AuditLog = z.object({
  acts: z.array(
    z.object({
      id: z.int(),
      at: z.string(),
      action: z.string(),
      actor: z.nullable(z.object({ id: z.string(), name: z.nullable(z.string()), email: z.nullable(z.string()) })),
      organizationId: z.nullable(z.string()),
      subject: z.nullable(z.string()),
      details: z.nullable(z.record(z.string(), z.unknown())),
      ip: z.nullable(z.string()),
    }),
  ),
  nextCursor: z.nullable(z.string()),
  /** The current names for the ids in these events: people and organizations by id, courses by 'course/4'. */
  names: z.optional(z.record(z.string(), z.string())),
});
export type AuditLog = z.infer<typeof AuditLog>;
