// Quizzes, progress, what people earned, and the log of applied operations.
import { sql } from 'drizzle-orm';
import type { CertificateAct } from '#sync/contract/certificate.ts';
import { LESSON_STATUSES, type WatchedRanges } from '#sync/contract/progress.ts';
import { QUESTION_TYPES } from '#sync/contract/quiz.ts';
import { type Kit, WITH_IT } from './kit.ts';
import type { defineLearning } from './schema-learning.ts';

/**
 * What was decided about a question of a version after it was answered (decision 030): the keys that count besides its own, or that
 * everybody gets its point. `seen` names the present question about which it was decided.
 */
export interface Regraded {
  keys: number[][];
  isForAll: boolean;
  seen: string;
}

export function defineProgress(k: Kit, { tables, columns }: ReturnType<typeof defineLearning>) {
  const { profiles, courses, groups } = tables;
  const { userId, organizationId, courseId, lessonId } = columns;

  // A removed question or answer is retired, not deleted: attempts that chose it stay readable.
  const quizQuestions = k.table(
    'quiz_questions',
    {
      id: k.id('id'),
      lessonId: lessonId(),
      questionText: k.text('question_text').notNull(),
      questionType: k.text('question_type', { enum: QUESTION_TYPES }).notNull(),
      orderIndex: k.int('order_index').notNull(),
      points: k.int('points').notNull().default(1),
      explanation: k.text('explanation'),
      retiredAt: k.date('retired_at'),
      createdAt: k.dateNow('created_at'),
      updatedAt: k.updatedAt(),
    },
    (t) => [k.index('quiz_questions_by_lesson').on(t.lessonId, t.orderIndex, t.id)],
  );

  const quizAnswers = k.table(
    'quiz_answers',
    {
      id: k.id('id'),
      questionId: k.requiredInt('question_id').references(() => quizQuestions.id, WITH_IT),
      answerText: k.text('answer_text').notNull(),
      isCorrect: k.bool('is_correct').notNull().default(false),
      orderIndex: k.int('order_index').notNull(),
      retiredAt: k.date('retired_at'),
      createdAt: k.dateNow('created_at'),
    },
    (t) => [k.index('quiz_answers_by_question').on(t.questionId, t.orderIndex, t.id)],
  );

  /** The questions of each version of a quiz that someone answered, because questions are edited in place. */
  const quizVersions = k.table(
    'quiz_versions',
    {
      lessonId: lessonId(),
      version: k.text('version').notNull(),
      /** Questions and answers with their correctness, as they were. */
      content: k.json('content').notNull(),
      /** By the ids of its questions. */
      regraded: k.json('regraded').$type<Record<string, Regraded>>(),
      createdAt: k.dateNow('created_at'),
    },
    (t) => [k.primaryKey({ columns: [t.lessonId, t.version] })],
  );

  /** One row per enrollment. `percent` to `totalPoints` are recounted with every change of a unit. */
  const courseProgress = k.table(
    'course_progress',
    {
      userId: userId(),
      courseId: courseId(),
      percent: k.int('percent').notNull().default(0),
      pointsEarned: k.int('points_earned').notNull().default(0),
      totalPoints: k.int('total_points').notNull().default(0),
      status: k
        .text('status', { enum: ['in_progress', 'completed'] })
        .notNull()
        .default('in_progress'),
      /** The admin who enrolled them, by hand or by an invitation: that opens a private course (P-13). */
      enrolledBy: k.uuid('enrolled_by').references(() => profiles.id, { onDelete: 'set null' }),
      /** True with `enrolledBy`, and stays true when that admin's profile is deleted. */
      isAssigned: k.bool('is_assigned').notNull().default(false),
      enrolledAt: k.dateNow('enrolled_at'),
      /** The last day for it, such as '2026-12-03' (decision 183). */
      dueOn: k.text('due_on'),
      /** When the person was last reminded that it is due, and by which row of `mail_outbox`, which goes before this one. */
      remindedAt: k.date('reminded_at'),
      reminderId: k.int('reminder_id'),
      /** Set when the percent first reached 100; never cleared (P-23). */
      completedAt: k.date('completed_at'),
      lastActivityAt: k.date('last_activity_at'),
      /** Raised with every renewal; the rounds before are in `past_rounds` (decision 189). */
      round: k.int('round').notNull().default(1),
    },
    (t) => [
      k.primaryKey({ columns: [t.userId, t.courseId] }),
      k.index('course_progress_by_course').on(t.courseId, t.completedAt),
      k.index('course_progress_by_percent').on(t.courseId, t.percent, t.enrolledAt, t.userId),
      k.index('course_progress_of_course').on(t.courseId, t.enrolledAt, t.userId),
      k.index('course_progress_by_enrollment').on(t.enrolledAt),
      k.index('course_progress_by_activity').on(t.lastActivityAt),
      k.index('course_progress_by_enroller').on(t.enrolledBy),
      k.index('course_progress_by_due').on(t.dueOn).where(sql`due_on is not null and completed_at is null`),
    ],
  );

  /** A course that whoever joins is enrolled in. Without either column about it nothing is due. */
  const ruleColumns = () => ({
    courseId: courseId(),
    /** Due on this day for those who join until then. */
    dueOn: k.text('due_on'),
    /** Due so many days after joining. */
    dueInDays: k.int('due_in_days'),
    createdBy: k.uuid('created_by').references(() => profiles.id, { onDelete: 'set null' }),
    createdAt: k.dateNow('created_at'),
  });

  /** Who joins the organization. */
  const autoEnrollments = k.table('auto_enrollments', { organizationId: organizationId(), ...ruleColumns() }, (t) => [
    k.primaryKey({ columns: [t.organizationId, t.courseId] }),
    k.index('auto_enrollments_by_course').on(t.courseId),
    k.index('auto_enrollments_by_author').on(t.createdBy),
  ]);

  /** Who comes into the group. */
  const groupEnrollments = k.table(
    'group_enrollments',
    { groupId: k.requiredUuid('group_id').references(() => groups.id, WITH_IT), ...ruleColumns() },
    (t) => [
      k.primaryKey({ columns: [t.groupId, t.courseId] }),
      k.index('group_enrollments_by_course').on(t.courseId),
      k.index('group_enrollments_by_author').on(t.createdBy),
    ],
  );

  /** When someone last left an organization: work from before then is still accepted. */
  const endedMemberships = k.table(
    'ended_memberships',
    { userId: userId(), organizationId: organizationId(), endedAt: k.date('ended_at').notNull() },
    (t) => [
      k.primaryKey({ columns: [t.userId, t.organizationId] }),
      k.index('ended_memberships_by_organization').on(t.organizationId),
    ],
  );

  /** The same for an enrollment by hand. */
  const endedAssignments = k.table(
    'ended_assignments',
    { userId: userId(), courseId: courseId(), endedAt: k.date('ended_at').notNull() },
    (t) => [k.primaryKey({ columns: [t.userId, t.courseId] }), k.index('ended_assignments_by_course').on(t.courseId)],
  );

  const unitProgress = k.table(
    'unit_progress',
    {
      userId: userId(),
      lessonId: lessonId(),
      courseId: courseId(),
      status: k.text('status', { enum: LESSON_STATUSES }).notNull().default('not_started'),
      /** Raised by one with every change (Y11). */
      rev: k.int('rev').notNull().default(0),
      completedAt: k.date('completed_at'),
      positionSeconds: k.real('position_seconds'),
      watched: k.json('watched').$type<WatchedRanges>().notNull().$defaultFn(noRanges),
      reflection: k.text('reflection'),
      updatedAt: k.updatedAt(),
    },
    (t) => [
      k.primaryKey({ columns: [t.userId, t.lessonId] }),
      k.index('unit_progress_by_course').on(t.userId, t.courseId),
      // With the person, so that the figures of a course read no unit.
      k.index('unit_progress_by_lesson_and_user').on(t.lessonId, t.status, t.userId),
      // Written when a lesson is completed, and not with every change of a unit.
      k.index('unit_progress_by_completion').on(t.courseId, t.completedAt, t.userId),
    ],
  );

  /** A round of a course that is over, as it was when the next one began. */
  const pastRounds = k.table(
    'past_rounds',
    {
      userId: userId(),
      courseId: courseId(),
      round: k.int('round').notNull(),
      percent: k.int('percent').notNull(),
      pointsEarned: k.int('points_earned').notNull(),
      totalPoints: k.int('total_points').notNull(),
      enrolledAt: k.date('enrolled_at').notNull(),
      completedAt: k.date('completed_at'),
      lastActivityAt: k.date('last_activity_at'),
      /** When the next round began. */
      endedAt: k.date('ended_at').notNull(),
    },
    (t) => [
      k.primaryKey({ columns: [t.userId, t.courseId, t.round] }),
      k.index('past_rounds_by_course').on(t.courseId),
    ],
  );

  /** The units of past rounds. Work that arrives late is merged into them. */
  const pastUnits = k.table(
    'past_units',
    {
      userId: userId(),
      lessonId: lessonId(),
      round: k.int('round').notNull(),
      courseId: courseId(),
      status: k.text('status', { enum: LESSON_STATUSES }).notNull(),
      rev: k.int('rev').notNull(),
      completedAt: k.date('completed_at'),
      positionSeconds: k.real('position_seconds'),
      watched: k.json('watched').$type<WatchedRanges>().notNull(),
      reflection: k.text('reflection'),
      updatedAt: k.updatedAt(),
    },
    (t) => [
      k.primaryKey({ columns: [t.userId, t.lessonId, t.round] }),
      k.index('past_units_by_lesson').on(t.lessonId),
      k.index('past_units_by_course').on(t.courseId),
    ],
  );

  const quizAttempts = k.table(
    'quiz_attempts',
    {
      id: k.id('id'),
      userId: userId(),
      lessonId: lessonId(),
      score: k.int('score').notNull(),
      passed: k.bool('passed').notNull(),
      /** Question id to the chosen answer ids. */
      answers: k.json('answers').$type<Record<string, number[]>>().notNull(),
      quizVersion: k.text('quiz_version').notNull(),
      durationMs: k.int('duration_ms'),
      opId: k.uuid('op_id'),
      /** The round of the course that it counts for. */
      round: k.int('round').notNull().default(1),
      submittedAt: k.dateNow('submitted_at'),
    },
    (t) => [
      k.uniqueIndex('quiz_attempts_by_operation').on(t.userId, t.opId),
      k.index('quiz_attempts_by_user').on(t.userId, t.lessonId, t.submittedAt),
      k.index('quiz_attempts_by_lesson').on(t.lessonId, t.submittedAt),
    ],
  );

  /** The attempts of one person at one quiz, summed up with each attempt: analytics read these instead of all attempts. */
  const quizFigures = k.table(
    'quiz_figures',
    {
      userId: userId(),
      lessonId: lessonId(),
      attempts: k.int('attempts').notNull(),
      passed: k.int('passed').notNull(),
      scoreSum: k.big('score_sum').notNull(),
      /** Over the attempts with a known duration. */
      durationMsSum: k.big('duration_ms_sum').notNull(),
      timedAttempts: k.int('timed_attempts').notNull(),
      lastAttemptAt: k.date('last_attempt_at').notNull(),
      /** The first try, which says more about a quiz than those after it. */
      firstAttemptAt: k.date('first_attempt_at'),
      firstPassed: k.bool('first_passed'),
    },
    (t) => [k.primaryKey({ columns: [t.userId, t.lessonId] }), k.index('quiz_figures_by_lesson').on(t.lessonId)],
  );

  const courseRatings = k.table(
    'course_ratings',
    {
      userId: userId(),
      courseId: courseId(),
      /** 1 to 5. */
      stars: k.int('stars').notNull(),
      createdAt: k.dateNow('created_at'),
      updatedAt: k.updatedAt(),
    },
    (t) => [
      k.primaryKey({ columns: [t.userId, t.courseId] }),
      // Both columns, so that rating and review count of a course come from the index alone.
      k.index('course_ratings_by_course').on(t.courseId, t.stars),
    ],
  );

  /** How many take and rate a course of many, counted every minute (decision 296); a small one has no row. */
  const courseFigures = k.table('course_figures', {
    courseId: courseId().primaryKey(),
    enrolled: k.requiredInt('enrolled'),
    reviews: k.requiredInt('reviews'),
    starsSum: k.requiredInt('stars_sum'),
  });

  /** Name and title are those of the day of issue; the row outlives the person's and the course's rows (P-25). */
  const certificates = k.table(
    'certificates',
    {
      id: k.uuidKey(),
      serial: k.text('serial').notNull().unique(),
      userId: k.uuid('user_id').references(() => profiles.id, { onDelete: 'set null' }),
      courseId: k.int('course_id').references(() => courses.id, { onDelete: 'set null' }),
      learnerName: k.text('learner_name').notNull(),
      courseTitle: k.text('course_title').notNull(),
      /** The organization that the course was of; null for one of the installation. */
      issuerName: k.text('issuer_name'),
      issuedAt: k.dateNow('issued_at'),
      /** The last day on which it is valid, such as '2027-11-23'; null for good. */
      validUntil: k.text('valid_until'),
      revokedAt: k.date('revoked_at'),
      /** When its holder was last reminded that it ends, and by which row of `mail_outbox`. */
      remindedAt: k.date('reminded_at'),
      reminderId: k.int('reminder_id'),
      /** The round of the course that it certifies (decision 189), and which certificate of that round it is. */
      round: k.int('round').notNull().default(1),
      issue: k.int('issue').notNull().default(1),
      /** The serial of the certificate that this one was issued in place of. */
      replaces: k.text('replaces'),
      /** What admins did to it, with their reasons, oldest first. */
      history: k.json('history').$type<CertificateAct[]>(),
      /** The holder was erased, and the name is kept until then (ERASED_CERTIFICATES_MONTHS). */
      nameKeptUntil: k.date('name_kept_until'),
    },
    (t) => [
      k.index('certificates_by_kept_name').on(t.nameKeptUntil),
      k.uniqueIndex('certificates_by_user').on(t.userId, t.courseId, t.round, t.issue),
      k.uniqueIndex('certificates_by_replaced').on(t.replaces),
      k.index('certificates_by_course').on(t.courseId),
      k.index('certificates_by_end').on(t.validUntil).where(sql`valid_until is not null and revoked_at is null`),
    ],
  );

  /** The result of each operation, written with its effect (Y9). Kept for 400 days. */
  const appliedOps = k.table(
    'applied_ops',
    {
      userId: userId(),
      opId: k.uuid('op_id').notNull(),
      requestHash: k.text('request_hash').notNull(),
      status: k.int('status').notNull(),
      body: k.json('body').notNull(),
      /** When it was applied; null for operations from before this column. */
      firstAt: k.date('first_at'),
      /** When it was answered last. */
      at: k.dateNow('at'),
    },
    (t) => [k.primaryKey({ columns: [t.userId, t.opId] }), k.index('applied_ops_by_age').on(t.at)],
  );

  /** What lets a person in who has lost their authenticator app, with embedded and with hosted accounts. */
  const recoveryCodes = k.table(
    'recovery_codes',
    {
      userId: userId(),
      /** argon2id in PHC form. */
      codeHash: k.text('code_hash').notNull(),
      usedAt: k.date('used_at'),
      createdAt: k.dateNow('created_at'),
    },
    (t) => [k.primaryKey({ columns: [t.userId, t.codeHash] })],
  );

  return {
    quizQuestions,
    quizAnswers,
    quizVersions,
    courseProgress,
    autoEnrollments,
    groupEnrollments,
    endedMemberships,
    endedAssignments,
    unitProgress,
    pastRounds,
    pastUnits,
    quizAttempts,
    quizFigures,
    courseRatings,
    courseFigures,
    certificates,
    appliedOps,
    recoveryCodes,
  };
}

const noRanges = (): WatchedRanges => [];
