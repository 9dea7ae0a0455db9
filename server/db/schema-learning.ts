// What is taught: courses with their modules, lessons, media and quizzes, and who else may take them.
import { randomUUID } from 'node:crypto';
import { LEVELS, VISIBILITIES } from '#sync/contract/course.ts';
import { QUESTION_TYPES } from '#sync/contract/quiz.ts';
import type { Kit } from './kit.ts';
import type { PeopleTables } from './schema-people.ts';

export function defineLearning(k: Kit, { organizations, profiles }: PeopleTables) {
  const courses = k.table(
    'courses',
    {
      id: k.id('id'),
      title: k.text('title').notNull(),
      description: k.text('description').notNull(),
      /** Lower-case (decisions 4). */
      category: k.text('category').notNull(),
      level: k.text('level', { enum: LEVELS }).notNull().default('beginner'),
      language: k.text('language').notNull().default('English'),
      durationMinutes: k.int('duration_minutes').notNull().default(0),
      priceCents: k.int('price_cents').notNull().default(0),
      instructorName: k.text('instructor_name').notNull(),
      instructorAvatar: k.text('instructor_avatar'),
      thumbnail: k.text('thumbnail'),
      visibility: k.text('visibility', { enum: VISIBILITIES }).notNull().default('public'),
      isPublished: k.bool('is_published').notNull().default(false),
      organizationId: k.uuid('organization_id').references(() => organizations.id, { onDelete: 'set null' }),
      objectives: k.json('objectives').$type<string[]>().notNull().$defaultFn(emptyList),
      prerequisites: k.json('prerequisites').$type<string[]>().notNull().$defaultFn(emptyList),
      /** Only lessons with these orderIndexes, both inclusive, exist for a learner; null means all (decisions 8). */
      windowFrom: k.int('window_from'),
      windowTo: k.int('window_to'),
      /** Grows by one whenever lessons come, go or move, or modules change: who is late with a reorder is told. */
      outlineRev: k.int('outline_rev').notNull().default(0),
      createdBy: k.uuid('created_by').references(() => profiles.id, { onDelete: 'set null' }),
      createdAt: k.date('created_at').notNull().$defaultFn(now),
      updatedAt: k.date('updated_at').notNull().$defaultFn(now).$onUpdateFn(now),
    },
    (t) => [
      k.index('courses_by_organization').on(t.organizationId, t.id),
      k.index('courses_by_visibility').on(t.isPublished, t.visibility, t.id),
      k.index('courses_by_category').on(t.category, t.id),
      k.index('courses_by_author').on(t.createdBy),
    ],
  );

  const courseModules = k.table(
    'course_modules',
    {
      id: k.id('id'),
      courseId: k
        .int('course_id')
        .notNull()
        .references(() => courses.id, { onDelete: 'cascade' }),
      title: k.text('title').notNull(),
      description: k.text('description').notNull().default(''),
      orderIndex: k.int('order_index').notNull(),
      /** The module holds the lessons with these orderIndexes, both inclusive. */
      startLessonIndex: k.int('start_lesson_index').notNull(),
      endLessonIndex: k.int('end_lesson_index').notNull(),
      isEnabled: k.bool('is_enabled').notNull().default(true),
    },
    (t) => [k.index('course_modules_by_course').on(t.courseId, t.orderIndex, t.id)],
  );

  const assets = k.table(
    'assets',
    {
      id: k.uuid('id').primaryKey().$defaultFn(randomUUID),
      /** Where the storage driver keeps it; made by the server (V1). */
      storageKey: k.text('storage_key').notNull().unique(),
      fileName: k.text('file_name').notNull(),
      contentType: k.text('content_type').notNull(),
      sizeBytes: k.big('size_bytes').notNull(),
      /** Hex. Null while nobody has computed it yet. */
      sha256: k.text('sha256'),
      etag: k.text('etag').notNull(),
      /** Null for a picture. */
      durationSeconds: k.real('duration_seconds'),
      /** WebVTT. */
      captions: k.text('captions'),
      /** Raised with every change of the captions, so that their address is another one and devices fetch them anew. */
      captionsRev: k.int('captions_rev').notNull().default(0),
      /** Whether the browser that sent it could play it; null when nobody asked (V3). */
      isPlayable: k.bool('is_playable'),
      /** The course it belongs to: thumbnails and pictures in lesson texts follow its access. */
      courseId: k.int('course_id').references(() => courses.id, { onDelete: 'set null' }),
      createdBy: k.uuid('created_by').references(() => profiles.id, { onDelete: 'set null' }),
      createdAt: k.date('created_at').notNull().$defaultFn(now),
    },
    (t) => [k.index('assets_by_course').on(t.courseId), k.index('assets_by_author').on(t.createdBy)],
  );

  // No unique index over orderIndex: a reorder passes through equal values, and PostgreSQL would check row by row.
  const lessons = k.table(
    'lessons',
    {
      id: k.id('id'),
      courseId: k
        .int('course_id')
        .notNull()
        .references(() => courses.id, { onDelete: 'cascade' }),
      title: k.text('title').notNull(),
      description: k.text('description').notNull().default(''),
      /** Markdown. */
      body: k.text('body').notNull().default(''),
      assetId: k.uuid('asset_id').references(() => assets.id, { onDelete: 'set null' }),
      durationSeconds: k.int('duration_seconds').notNull().default(0),
      orderIndex: k.int('order_index').notNull(),
      isPreview: k.bool('is_preview').notNull().default(false),
      /** Null counts as DEFAULT_LESSON_POINTS. */
      points: k.int('points'),
      /** Grows by one with each change of title, text or settings: who is late with an edit is told. */
      rev: k.int('rev').notNull().default(0),
      /** A lesson that is deleted is retired: what people did in it stays true, and nobody sees it any more. */
      retiredAt: k.date('retired_at'),
      createdAt: k.date('created_at').notNull().$defaultFn(now),
      updatedAt: k.date('updated_at').notNull().$defaultFn(now).$onUpdateFn(now),
    },
    (t) => [k.index('lessons_by_course').on(t.courseId, t.orderIndex, t.id), k.index('lessons_by_asset').on(t.assetId)],
  );

  /** A place that a file may be sent to, once, for one lesson. */
  const videoUploads = k.table(
    'video_uploads',
    {
      id: k.uuid('id').primaryKey().$defaultFn(randomUUID),
      lessonId: k
        .int('lesson_id')
        .notNull()
        .references(() => lessons.id, { onDelete: 'cascade' }),
      storageKey: k.text('storage_key').notNull().unique(),
      fileName: k.text('file_name').notNull(),
      contentType: k.text('content_type').notNull(),
      /** Null until the file has arrived. */
      sizeBytes: k.big('size_bytes'),
      createdBy: k.uuid('created_by').references(() => profiles.id, { onDelete: 'set null' }),
      createdAt: k.date('created_at').notNull().$defaultFn(now),
      expiresAt: k.date('expires_at').notNull(),
      /** When a sender began to use the token; nobody else may. */
      claimedAt: k.date('claimed_at'),
      receivedAt: k.date('received_at'),
      completedAt: k.date('completed_at'),
    },
    (t) => [
      k.index('video_uploads_by_lesson').on(t.lessonId),
      k.index('video_uploads_by_expiry').on(t.expiresAt),
      k.index('video_uploads_by_author').on(t.createdBy),
    ],
  );

  /** The organizations that were given a course they do not own. */
  const courseGrants = k.table(
    'course_grants',
    {
      courseId: k
        .int('course_id')
        .notNull()
        .references(() => courses.id, { onDelete: 'cascade' }),
      organizationId: k
        .uuid('organization_id')
        .notNull()
        .references(() => organizations.id, { onDelete: 'cascade' }),
      grantedBy: k.uuid('granted_by').references(() => profiles.id, { onDelete: 'set null' }),
      createdAt: k.date('created_at').notNull().$defaultFn(now),
    },
    (t) => [
      k.primaryKey({ columns: [t.courseId, t.organizationId] }),
      k.index('course_grants_by_organization').on(t.organizationId, t.courseId),
      k.index('course_grants_by_author').on(t.grantedBy),
    ],
  );

  return { courses, courseModules, assets, lessons, videoUploads, courseGrants };
}
export type LearningTables = ReturnType<typeof defineLearning>;

export function defineQuizzes(k: Kit, { lessons }: LearningTables) {
  // A question or answer that is removed is retired, not deleted: attempts that chose it stay readable.
  const quizQuestions = k.table(
    'quiz_questions',
    {
      id: k.id('id'),
      lessonId: k
        .int('lesson_id')
        .notNull()
        .references(() => lessons.id, { onDelete: 'cascade' }),
      questionText: k.text('question_text').notNull(),
      questionType: k.text('question_type', { enum: QUESTION_TYPES }).notNull(),
      orderIndex: k.int('order_index').notNull(),
      points: k.int('points').notNull().default(1),
      explanation: k.text('explanation'),
      retiredAt: k.date('retired_at'),
      createdAt: k.date('created_at').notNull().$defaultFn(now),
      updatedAt: k.date('updated_at').notNull().$defaultFn(now).$onUpdateFn(now),
    },
    (t) => [k.index('quiz_questions_by_lesson').on(t.lessonId, t.orderIndex, t.id)],
  );

  const quizAnswers = k.table(
    'quiz_answers',
    {
      id: k.id('id'),
      questionId: k
        .int('question_id')
        .notNull()
        .references(() => quizQuestions.id, { onDelete: 'cascade' }),
      answerText: k.text('answer_text').notNull(),
      isCorrect: k.bool('is_correct').notNull().default(false),
      orderIndex: k.int('order_index').notNull(),
      retiredAt: k.date('retired_at'),
      createdAt: k.date('created_at').notNull().$defaultFn(now),
    },
    (t) => [k.index('quiz_answers_by_question').on(t.questionId, t.orderIndex, t.id)],
  );

  /** The wording of a quiz under each version that somebody was asked, because questions are edited in place. */
  const quizVersions = k.table(
    'quiz_versions',
    {
      lessonId: k
        .int('lesson_id')
        .notNull()
        .references(() => lessons.id, { onDelete: 'cascade' }),
      version: k.text('version').notNull(),
      /** Questions and answers with their correctness, as they were. */
      content: k.json('content').notNull(),
      createdAt: k.date('created_at').notNull().$defaultFn(now),
    },
    (t) => [k.primaryKey({ columns: [t.lessonId, t.version] })],
  );

  return { quizQuestions, quizAnswers, quizVersions };
}

const now = () => new Date();
const emptyList = (): string[] => [];
