// People and content: organizations, people, courses with their lessons and media, grants and invitations.
import { sql } from 'drizzle-orm';
import { LEVELS, VISIBILITIES } from '#sync/contract/course.ts';
import { INVITATION_ENDS, INVITATION_ROLES } from '#sync/contract/invitation.ts';
import { LESSON_KINDS } from '#sync/contract/lesson.ts';
import type { AutoReminders } from '#sync/contract/reminder.ts';
import type { TabletReport } from '#sync/contract/tablet.ts';
import { type Kit, WITH_IT } from './kit.ts';

export function defineLearning(k: Kit) {
  const organizations = k.table(
    'organizations',
    {
      id: k.uuidKey(),
      name: k.text('name').notNull(),
      slug: k.text('slug').notNull().unique(),
      isActive: k.bool('is_active').notNull().default(true),
      /** Raised by one with each change, so that an outdated edit is refused. */
      rev: k.int('rev').notNull().default(0),
      /** The reminders that are sent automatically, none without a day, and whether they are required; `from` is the first day of these settings. */
      reminders: k.json('reminders').$type<AutoReminders & { from: string }>(),
      /** Of its people who have chosen none; null where it has chosen none itself. A BCP 47 tag. */
      language: k.text('language'),
      /** The last day on which its admins were told of certificates that end. */
      certificatesToldOn: k.text('certificates_told_on'),
      /** Its people are invented, for whoever tries the product (sample-people/). */
      isSample: k.bool('is_sample').notNull().default(false),
      createdAt: k.dateNow('created_at'),
      updatedAt: k.updatedAt(),
    },
    (t) => [k.index('organizations_by_age').on(t.createdAt, t.id)],
  );

  // `id` is the auth user's id, of whichever service, so it references no table of ours (R-A15).
  const profiles = k.table(
    'profiles',
    {
      id: k.uuid('id').primaryKey(),
      /** Lower-case. Of a person without an address the name by which they sign in, which has no @ and is theirs alone in their organization. */
      email: k.text('email').notNull(),
      /** What their organization calls them in its other lists. */
      personnelNumber: k.text('personnel_number'),
      fullName: k.text('full_name'),
      /** The full name trimmed and lower-cased in JavaScript, for the check of available names. */
      nameKey: k.text('name_key'),
      /** What lists of people are sorted by. Empty after a change of name or address, until `indexPeople` has seen it. */
      sortName: k.key('sort_name').notNull().default(''),
      /** True once the person saved the name themselves (P-17). */
      nameChosen: k.bool('name_chosen').notNull().default(false),
      avatarUrl: k.text('avatar_url'),
      /** The one that the person has chosen, a BCP 47 tag. */
      language: k.text('language'),
      organizationId: k.uuid('organization_id').references(() => organizations.id, { onDelete: 'set null' }),
      isOrgAdmin: k.bool('is_org_admin').notNull().default(false),
      isSuperAdmin: k.bool('is_super_admin').notNull().default(false),
      /** When they came into their organization; null where that was before this was noted. */
      joinedAt: k.date('joined_at'),
      /** Since when they want no reminders, but of required training. */
      remindersOffAt: k.date('reminders_off_at'),
      /** Set on the row that keeps an erased person's figures: nobody signs in as it, and no list of people shows it. */
      erasedAt: k.date('erased_at'),
      /** The account of the same person that this one was merged into; then it is empty, and `erased_at` is set too. */
      mergedInto: k.uuid('merged_into'),
      /** Invented: no mail to them leaves, and other systems are not told of them. */
      isSample: k.bool('is_sample').notNull().default(false),
      createdAt: k.dateNow('created_at'),
      updatedAt: k.updatedAt(),
    },
    (t) => [
      k.index('profiles_by_email').on(t.email),
      k.index('profiles_by_age').on(t.createdAt, t.id),
      k.index('profiles_by_organization').on(t.organizationId, t.createdAt, t.id),
      k.index('profiles_by_name').on(t.nameKey, t.organizationId),
      k.index('profiles_by_sort_name').on(t.sortName, t.id),
      k.index('profiles_by_organization_name').on(t.organizationId, t.sortName, t.id),
      k.index('profiles_by_super').on(t.isSuperAdmin),
      k.index('profiles_by_org_admin').on(t.isOrgAdmin),
      k.index('profiles_by_merge').on(t.mergedInto),
      k.index('profiles_by_joining').on(t.joinedAt, t.id),
      k.index('profiles_of_samples').on(t.id).where(sql`is_sample`),
    ],
  );

  const courses = k.table(
    'courses',
    {
      id: k.id('id'),
      title: k.text('title').notNull(),
      description: k.text('description').notNull(),
      /** Lower-case (P-4). */
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
      /** An archived course is there only for people who are enrolled in it (decision 128). */
      archivedAt: k.date('archived_at'),
      /** Since when it is gone for everybody; its row goes once a job has deleted everybody's progress (decision 345). */
      deletedAt: k.date('deleted_at'),
      organizationId: k.uuid('organization_id').references(() => organizations.id, { onDelete: 'set null' }),
      objectives: k.json('objectives').$type<string[]>().notNull().$defaultFn(emptyList),
      prerequisites: k.json('prerequisites').$type<string[]>().notNull().$defaultFn(emptyList),
      /** For how many months a certificate is valid; null for good. */
      validMonths: k.int('valid_months'),
      /** Only lessons with these orderIndexes, both inclusive, exist for a learner; null means all (P-8). */
      windowFrom: k.int('window_from'),
      windowTo: k.int('window_to'),
      /** Raised by one with each change of the course itself, so that an outdated edit is refused. */
      rev: k.int('rev').notNull().default(0),
      /** Raised by one with every change of lessons or modules, so that an outdated reorder is refused. */
      outlineRev: k.int('outline_rev').notNull().default(0),
      createdBy: k.uuid('created_by').references(() => profiles.id, { onDelete: 'set null' }),
      createdAt: k.dateNow('created_at'),
      updatedAt: k.updatedAt(),
    },
    (t) => [
      k.index('courses_by_organization').on(t.organizationId, t.id),
      k.index('courses_by_visibility').on(t.isPublished, t.visibility, t.id),
      k.index('courses_by_category').on(t.category, t.id),
      k.index('courses_by_author').on(t.createdBy),
    ],
  );

  /** Columns whose rows are deleted with the row they reference. */
  const columns = {
    organizationId: () => k.requiredUuid('organization_id').references(() => organizations.id, WITH_IT),
    userId: () => k.requiredUuid('user_id').references(() => profiles.id, WITH_IT),
    courseId: () => k.requiredInt('course_id').references(() => courses.id, WITH_IT),
    lessonId: () => k.requiredInt('lesson_id').references(() => lessons.id, WITH_IT),
  };

  /** The beginnings that find a person: each word of their name and address, and each part of such a word to its end. */
  const personWords = k.table('person_words', { word: k.key('word').notNull(), userId: columns.userId() }, (t) => [
    k.primaryKey({ columns: [t.word, t.userId] }),
    k.index('person_words_by_user').on(t.userId, t.word),
  ]);

  const courseModules = k.table(
    'course_modules',
    {
      id: k.id('id'),
      courseId: columns.courseId(),
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
      id: k.uuidKey(),
      /** The key in the storage driver; made by the server. */
      storageKey: k.text('storage_key').notNull().unique(),
      fileName: k.text('file_name').notNull(),
      contentType: k.text('content_type').notNull(),
      sizeBytes: k.big('size_bytes').notNull(),
      /** Nothing writes it any more; it goes with the next change that takes columns away. */
      sha256: k.text('sha256'),
      etag: k.text('etag').notNull(),
      /** Null for an image. */
      durationSeconds: k.real('duration_seconds'),
      /** WebVTT. */
      captions: k.text('captions'),
      /** Raised with every change of the captions, so that their address changes and devices fetch them again. */
      captionsRev: k.int('captions_rev').notNull().default(0),
      /** Whether the sending browser could play it; null when it was not tried. */
      isPlayable: k.bool('is_playable'),
      /** What the video is compressed by, as ffmpeg calls it; null until it was looked at. */
      codec: k.text('codec'),
      /** Of a smaller version for phones. Null for images, such versions, and what was here before there were any. */
      rendition: k.text('rendition', { enum: ['waiting', 'made', 'unneeded', 'failed'] }),
      renditionTries: k.int('rendition_tries').notNull().default(0),
      /** Not before; null for as soon as possible. */
      renditionTryAt: k.date('rendition_try_at'),
      /** A picture of the video, shown before it plays. No foreign key, as below. */
      posterId: k.uuid('poster_id'),
      /** What this video was made of. No foreign key: installations are copied in the order of the ids. */
      originalId: k.uuid('original_id'),
      /** The course it belongs to: access to thumbnails and images in lesson texts follows the course. */
      courseId: k.int('course_id').references(() => courses.id, { onDelete: 'set null' }),
      createdBy: k.uuid('created_by').references(() => profiles.id, { onDelete: 'set null' }),
      createdAt: k.dateNow('created_at'),
    },
    (t) => [
      k.index('assets_by_course').on(t.courseId),
      k.index('assets_by_author').on(t.createdBy),
      k.index('assets_by_original').on(t.originalId),
    ],
  );

  // No unique index over orderIndex: a reorder passes through equal values, and PostgreSQL would check row by row.
  const lessons = k.table(
    'lessons',
    {
      id: k.id('id'),
      courseId: columns.courseId(),
      title: k.text('title').notNull(),
      description: k.text('description').notNull().default(''),
      /** Null where video and title decide (decision 359). */
      kind: k.text('kind', { enum: LESSON_KINDS }),
      /** Markdown. */
      body: k.text('body').notNull().default(''),
      assetId: k.uuid('asset_id').references(() => assets.id, { onDelete: 'set null' }),
      durationSeconds: k.int('duration_seconds').notNull().default(0),
      orderIndex: k.int('order_index').notNull(),
      isPreview: k.bool('is_preview').notNull().default(false),
      /** Null counts as DEFAULT_LESSON_POINTS. */
      points: k.int('points'),
      /** Raised by one with each change of title, text or settings, so that an outdated edit is refused. */
      rev: k.int('rev').notNull().default(0),
      /** Only its authors see it, until they show it (decision 027). */
      isHidden: k.bool('is_hidden').notNull().default(false),
      /** A deleted lesson is retired: progress in it stays valid, and nobody sees it any more. */
      retiredAt: k.date('retired_at'),
      createdAt: k.dateNow('created_at'),
      updatedAt: k.updatedAt(),
    },
    (t) => [k.index('lessons_by_course').on(t.courseId, t.orderIndex, t.id), k.index('lessons_by_asset').on(t.assetId)],
  );

  /** The organizations that were granted a course they do not own. */
  const courseGrants = k.table(
    'course_grants',
    {
      courseId: columns.courseId(),
      organizationId: columns.organizationId(),
      grantedBy: k.uuid('granted_by').references(() => profiles.id, { onDelete: 'set null' }),
      createdAt: k.dateNow('created_at'),
    },
    (t) => [
      k.primaryKey({ columns: [t.courseId, t.organizationId] }),
      k.index('course_grants_by_organization').on(t.organizationId, t.courseId),
      k.index('course_grants_by_author').on(t.grantedBy),
    ],
  );

  /**
   * Grants that were taken back, as long as enrollments by hand of the organization's members in the course are still being ended:
   * until then these open nothing (decision 345).
   */
  const endedGrants = k.table(
    'ended_grants',
    { courseId: columns.courseId(), organizationId: columns.organizationId(), endedAt: k.date('ended_at').notNull() },
    (t) => [
      k.primaryKey({ columns: [t.courseId, t.organizationId] }),
      k.index('ended_grants_by_organization').on(t.organizationId),
    ],
  );

  /** Crews, sites and shifts of an organization. */
  const groups = k.table(
    'groups',
    {
      id: k.uuidKey(),
      organizationId: columns.organizationId(),
      name: k.text('name').notNull(),
      /** `groupKey` of the name: unique in the organization, and what lists of groups are sorted by. */
      nameKey: k.key('name_key').notNull(),
      createdAt: k.dateNow('created_at'),
    },
    (t) => [k.uniqueIndex('groups_by_name').on(t.organizationId, t.nameKey)],
  );

  /** Whoever leaves the organization leaves its groups; a person may be in several. */
  const groupMembers = k.table(
    'group_members',
    {
      groupId: k.requiredUuid('group_id').references(() => groups.id, WITH_IT),
      userId: columns.userId(),
      /** Leads see and remind the people of their group, and change nothing else. */
      isLead: k.bool('is_lead').notNull().default(false),
      createdAt: k.dateNow('created_at'),
    },
    (t) => [
      k.primaryKey({ columns: [t.groupId, t.userId] }),
      k.index('group_members_by_user').on(t.userId, t.isLead),
      k.index('group_members_by_lead').on(t.groupId, t.isLead),
    ],
  );

  /** The devices on which people of an organization work, as they last reported; nothing says who these people are. */
  const tablets = k.table(
    'tablets',
    {
      id: k.uuidKey(),
      organizationId: columns.organizationId(),
      /** Made by the device. One that people of two organizations share is a tablet of each. */
      deviceId: k.requiredUuid('device_id'),
      name: k.text('name'),
      browser: k.text('browser').notNull(),
      /** Name and browser, folded for the search. */
      words: k.text('words').notNull(),
      version: k.text('version').notNull(),
      people: k.requiredInt('people'),
      unsent: k.requiredInt('unsent'),
      oldestUnsentAt: k.date('oldest_unsent_at'),
      storage: k.json('storage').$type<TabletReport['storage']>(),
      lastContactAt: k.date('last_contact_at').notNull(),
      /** Everybody is to be signed out at the next contact. */
      signOutAskedAt: k.date('sign_out_asked_at'),
      signedOutAt: k.date('signed_out_at'),
    },
    (t) => [
      k.uniqueIndex('tablets_by_device').on(t.organizationId, t.deviceId),
      k.index('tablets_by_contact').on(t.organizationId, t.lastContactAt, t.id),
      k.index('tablets_by_old_work').on(t.organizationId, t.oldestUnsentAt),
    ],
  );

  const invitations = k.table(
    'invitations',
    {
      id: k.uuidKey(),
      /** SHA-256 of the token in hex; the token itself is shown once and stored nowhere. */
      tokenHash: k.text('token_hash').notNull().unique(),
      organizationId: columns.organizationId(),
      /** Using the invitation also enrolls in this course. */
      courseId: k.int('course_id').references(() => courses.id, { onDelete: 'set null' }),
      /** Using the invitation also leads into this group, and into those of `invitation_groups`. */
      groupId: k.uuid('group_id').references(() => groups.id, { onDelete: 'set null' }),
      /** The only address that may use it, when it was made for one (R-Z6), and the row of `mail_outbox` that took it there. */
      email: k.text('email'),
      mailId: k.int('mail_id'),
      role: k.text('role', { enum: INVITATION_ROLES }).notNull().default('member'),
      maxUses: k.int('max_uses').notNull().default(50),
      uses: k.int('uses').notNull().default(0),
      expiresAt: k.date('expires_at'),
      revokedAt: k.date('revoked_at'),
      /** Null when an admin revoked it. */
      endedBy: k.text('ended_by', { enum: INVITATION_ENDS }),
      createdBy: k.uuid('created_by').references(() => profiles.id, { onDelete: 'set null' }),
      createdAt: k.dateNow('created_at'),
    },
    (t) => [
      k.index('invitations_by_organization').on(t.organizationId, t.createdAt, t.id),
      k.index('invitations_by_address').on(t.email, t.organizationId),
      k.index('invitations_by_course').on(t.courseId),
      k.index('invitations_by_group').on(t.groupId),
      k.index('invitations_by_author').on(t.createdBy),
    ],
  );

  /** The groups behind the first that an invitation leads into. */
  const invitationGroups = k.table(
    'invitation_groups',
    {
      invitationId: k.requiredUuid('invitation_id').references(() => invitations.id, WITH_IT),
      groupId: k.requiredUuid('group_id').references(() => groups.id, WITH_IT),
    },
    (t) => [
      k.primaryKey({ columns: [t.invitationId, t.groupId] }),
      k.index('invitation_groups_by_group').on(t.groupId),
    ],
  );

  /** Who used which invitation: the second time is a 409 (P-16). */
  const invitationUses = k.table(
    'invitation_uses',
    {
      invitationId: k.requiredUuid('invitation_id').references(() => invitations.id, WITH_IT),
      userId: columns.userId(),
      usedAt: k.dateNow('used_at'),
    },
    (t) => [k.primaryKey({ columns: [t.invitationId, t.userId] }), k.index('invitation_uses_by_user').on(t.userId)],
  );

  const tables = {
    organizations,
    profiles,
    personWords,
    courses,
    courseModules,
    assets,
    lessons,
    courseGrants,
    endedGrants,
    groups,
    groupMembers,
    invitations,
    tablets,
    invitationGroups,
    invitationUses,
  };
  return { tables, columns };
}

const emptyList = (): string[] => [];
