// What lessons show beside their texts and videos, what is on its way to them, and their words in other languages.
import { type Kit, WITH_IT } from './kit.ts';
import type { defineLearning } from './schema-learning.ts';

/**
 * One text of a source and its translation. `key` names the text, such as `title`, `question.7`, or `body` for each block of a lesson's
 * text in their order; `of` is what it said when it was translated.
 */
export interface TranslatedUnit {
  key: string;
  of: string;
  text: string;
}

const none = (): TranslatedUnit[] => [];

export function defineMedia(k: Kit, { tables: { assets, profiles }, columns }: ReturnType<typeof defineLearning>) {
  /** PDF and audio beside a lesson. */
  const lessonDocuments = k.table(
    'lesson_documents',
    {
      lessonId: columns.lessonId(),
      assetId: k.requiredUuid('asset_id').references(() => assets.id, WITH_IT),
      title: k.text('title').notNull(),
      /** Raised by one with each upload to the lesson. */
      position: k.int('position').notNull(),
    },
    (t) => [k.primaryKey({ columns: [t.lessonId, t.assetId] }), k.index('lesson_documents_by_asset').on(t.assetId)],
  );

  /** The right to send one file for one lesson, once: its video, or a document, as `content_type` says. */
  const videoUploads = k.table(
    'video_uploads',
    {
      id: k.uuidKey(),
      lessonId: columns.lessonId(),
      storageKey: k.text('storage_key').notNull().unique(),
      fileName: k.text('file_name').notNull(),
      contentType: k.text('content_type').notNull(),
      /** Of the file, where a part of it is kept until the rest comes: SHA-256 in hex, made by the sender. */
      fingerprint: k.text('fingerprint'),
      /** Null until the file has arrived. */
      sizeBytes: k.big('size_bytes'),
      createdBy: k.uuid('created_by').references(() => profiles.id, { onDelete: 'set null' }),
      createdAt: k.dateNow('created_at'),
      expiresAt: k.date('expires_at').notNull(),
      /** When a sender started to use the token; nobody else may. */
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

  /** A language of a course, with the words of the course itself. */
  const courseTranslations = k.table(
    'course_translations',
    {
      courseId: columns.courseId(),
      /** Its tag, such as es or pt-BR. */
      language: k.text('language').notNull(),
      /** Learners read it. */
      isPublished: k.bool('is_published').notNull().default(false),
      units: k.json('units').$type<TranslatedUnit[]>().notNull().$defaultFn(none),
      updatedAt: k.updatedAt(),
    },
    (t) => [k.primaryKey({ columns: [t.courseId, t.language] })],
  );

  /** The words of a lesson, and of its quiz. */
  const lessonTranslations = k.table(
    'lesson_translations',
    {
      lessonId: columns.lessonId(),
      language: k.text('language').notNull(),
      units: k.json('units').$type<TranslatedUnit[]>().notNull().$defaultFn(none),
      updatedAt: k.updatedAt(),
    },
    (t) => [k.primaryKey({ columns: [t.lessonId, t.language] })],
  );

  return { lessonDocuments, videoUploads, courseTranslations, lessonTranslations };
}
