// Everything that this installation holds about one person, in tables that they can read. Times are UTC.
import { desc, eq, getTableColumns, inArray, or, type SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { isInternal } from '#sync/contract/email.ts';
import { type Db, pick } from '../db/client.ts';
import type { Tables } from '../db/schema.ts';
import { attemptedQuestions, selectAttempts } from '../learning/attempts.ts';

type Row = Record<string, unknown>;

/** The tables of an export by their names, each as its rows. A person who is not here has no rows. */
export async function readHeldData(db: Db, userId: string): Promise<Record<string, Row[]>> {
  const t = db.tables;
  const [profile] = await db.select().from(t.profiles).where(eq(t.profiles.id, userId));
  const [account] = await db.select().from(t.authUsers).where(eq(t.authUsers.id, userId));
  const addresses = [...new Set([profile?.email, account?.email].filter((one) => one !== undefined))];
  const merged = await db.select({ id: t.profiles.id }).from(t.profiles).where(eq(t.profiles.mergedInto, userId));
  const own = { userId, ids: [userId, ...merged.map(({ id }) => id)], addresses };
  const held: Record<string, Row[]> = {};
  for (const [name, { table, columns, where }] of Object.entries(heldTables(t, own)))
    held[name] = (await readNamed(db, table, { columns, where })).map(withoutInternal);
  return {
    ...held,
    quiz_attempts: await readAttempts(db, userId),
    ...(await readThroughOthers(db, userId)),
    activity: await readActivity(db, userId),
  };
}

/** What the auth service calls somebody without an address is no data about them. */
const withoutInternal = ({ email, ...row }: Row): Row =>
  email === undefined || (typeof email === 'string' && isInternal(email)) ? row : { email, ...row };

interface Held {
  table: PgTable;
  where: SQL;
  /** Never a secret, and nothing about another person. */
  columns: Record<string, PgColumn>;
}

interface Owner {
  userId: string;
  /** The person's, and those of the accounts that were merged into it. */
  ids: string[];
  /** Of the profile and of the account. */
  addresses: string[];
}

/** Which rows of which tables are theirs, by the names that the tables have in an export. */
function heldTables(t: Tables, { userId, ids, addresses }: Owner): Record<string, Held> {
  const theirs = (owner: PgColumn, columns: Record<string, PgColumn>, values = [userId]): Held => ({
    table: owner.table as PgTable,
    columns,
    where: inArray(owner, values),
  });
  const invitation = pick(t.invitations, 'role', 'createdAt', 'expiresAt', 'revokedAt');
  const unit = ['status', 'completedAt', 'positionSeconds', 'watched', 'reflection', 'updatedAt'] as const;
  const figures = ['percent', 'pointsEarned', 'totalPoints', 'enrolledAt', 'completedAt', 'lastActivityAt'] as const;
  return {
    profile: theirs(t.profiles.id, {
      ...pick(t.profiles, 'id', 'email', 'fullName', 'nameChosen', 'personnelNumber', 'avatarUrl', 'language'),
      ...pick(t.profiles, 'isOrgAdmin', 'isSuperAdmin', 'joinedAt', 'remindersOffAt', 'createdAt', 'updatedAt'),
    }),
    groups: theirs(t.groupMembers.userId, { isLead: t.groupMembers.isLead, since: t.groupMembers.createdAt }),
    account: theirs(t.authUsers.id, {
      ...pick(t.authUsers, 'id', 'email', 'newEmail', 'userMetadata', 'emailConfirmedAt', 'invitedAt'),
      ...pick(t.authUsers, 'lastSignInAt', 'bannedUntil', 'createdAt'),
    }),
    sign_in_card: theirs(t.signInCards.userId, pick(t.signInCards, 'issuedAt', 'expiresAt', 'usedAt')),
    authenticators: theirs(t.authFactors.userId, {
      name: t.authFactors.friendlyName,
      isInUse: t.authFactors.isVerified,
      createdAt: t.authFactors.createdAt,
      lastUsedAt: t.authFactors.lastChallengedAt,
    }),
    sign_in_providers: theirs(
      t.authIdentities.userId,
      pick(t.authIdentities, 'issuer', 'subject', 'createdAt', 'lastUsedAt'),
    ),
    recovery_codes: theirs(t.recoveryCodes.userId, pick(t.recoveryCodes, 'createdAt', 'usedAt')),
    sessions: theirs(t.authSessions.userId, {
      signedInAt: t.authSessions.createdAt,
      lastUsedAt: t.authSessions.refreshedAt,
      device: t.authSessions.userAgent,
      ip: t.authSessions.ip,
    }),
    courses: theirs(
      t.courseProgress.userId,
      pick(t.courseProgress, ...figures, 'status', 'isAssigned', 'dueOn', 'remindedAt'),
    ),
    lessons: theirs(t.unitProgress.userId, pick(t.unitProgress, ...unit)),
    past_rounds: theirs(t.pastRounds.userId, pick(t.pastRounds, 'round', ...figures, 'endedAt')),
    lessons_of_past_rounds: theirs(t.pastUnits.userId, pick(t.pastUnits, 'round', ...unit)),
    ratings: theirs(t.courseRatings.userId, pick(t.courseRatings, 'stars', 'createdAt', 'updatedAt')),
    certificates: theirs(
      t.certificates.userId,
      {
        ...pick(t.certificates, 'serial', 'learnerName', 'courseTitle', 'issuedAt', 'validUntil', 'revokedAt'),
        ...pick(t.certificates, 'remindedAt', 'replaces', 'history'),
      },
      ids,
    ),
    courses_written: theirs(t.courses.createdBy, pick(t.courses, 'title', 'createdAt')),
    files_uploaded: theirs(t.assets.createdBy, pick(t.assets, 'fileName', 'sizeBytes', 'createdAt')),
    uploads_started: theirs(t.videoUploads.createdBy, pick(t.videoUploads, 'fileName', 'createdAt')),
    courses_granted: theirs(t.courseGrants.grantedBy, pick(t.courseGrants, 'createdAt')),
    automatic_enrollments_made: theirs(t.autoEnrollments.createdBy, pick(t.autoEnrollments, 'createdAt')),
    group_enrollments_made: theirs(t.groupEnrollments.createdBy, pick(t.groupEnrollments, 'createdAt')),
    jobs_started: theirs(
      t.bulkJobs.createdBy,
      pick(t.bulkJobs, 'title', 'state', 'total', 'changed', 'createdAt', 'finishedAt'),
    ),
    api_tokens_made: theirs(
      t.apiTokens.createdBy,
      pick(t.apiTokens, 'name', 'scopes', 'createdAt', 'expiresAt', 'lastUsedAt', 'revokedAt'),
    ),
    webhooks_made: theirs(t.webhooks.createdBy, pick(t.webhooks, 'url', 'events', 'createdAt')),
    sent_to_record_store: theirs(
      t.xapiStatements.userId,
      pick(t.xapiStatements, 'type', 'data', 'doneAt', 'deliveredAt'),
    ),
    invitations_received: theirs(t.invitations.email, invitation, addresses),
    invitations_made: theirs(t.invitations.createdBy, invitation),
    mails: theirs(t.mailOutbox.toAddress, pick(t.mailOutbox, 'kind', 'subject', 'createdAt', 'sentAt'), addresses),
    changes_received_from_devices: theirs(t.appliedOps.userId, {
      operation: t.appliedOps.opId,
      status: t.appliedOps.status,
      receivedAt: t.appliedOps.at,
    }),
  };
}

/** Rows with the names of the course, lesson, organization and group that they belong to. */
async function readNamed(db: Db, table: PgTable, { columns, where }: Omit<Held, 'table'>): Promise<Row[]> {
  const { courses, lessons, organizations, groups } = db.tables;
  const own: Record<string, PgColumn> = getTableColumns(table);
  const parents = [
    { name: 'course', title: courses.title, id: courses.id, key: own.courseId },
    { name: 'lesson', title: lessons.title, id: lessons.id, key: own.lessonId },
    { name: 'organization', title: organizations.name, id: organizations.id, key: own.organizationId },
    { name: 'group', title: groups.name, id: groups.id, key: own.groupId },
  ].filter(({ key }) => key !== undefined);
  const titles: Record<string, PgColumn> = Object.fromEntries(parents.map(({ name, title }) => [name, title]));
  let query = db
    .select({ ...titles, ...columns })
    .from(table)
    .$dynamic();
  for (const { id, key } of parents) if (key) query = query.leftJoin(id.table, eq(id, key));
  return query.where(where);
}

async function readAttempts(db: Db, userId: string): Promise<Row[]> {
  const { lessons, quizAttempts } = db.tables;
  const attempts = await selectAttempts(db).where(eq(quizAttempts.userId, userId)).orderBy(quizAttempts.id);
  const titles = new Map((await db.select().from(lessons)).map(({ id, title }) => [id, title]));
  return attempts.map((row) => {
    const answers = attemptedQuestions(row)?.map(({ questionText, answers: all }) => ({
      question: questionText,
      chosen: all.filter(({ isChosen }) => isChosen).map(({ answerText }) => answerText),
    }));
    const attempt = pick(row.attempt, 'score', 'passed', 'submittedAt', 'durationMs');
    return { quiz: titles.get(row.attempt.lessonId) ?? null, ...attempt, answers: answers ?? [] };
  });
}

/** What is named by another row of theirs. */
async function readThroughOthers({ select, tables }: Db, userId: string) {
  const { bulkJobs, bulkRows, invitations, invitationUses, organizations, webhooks, webhookMessages } = tables;
  const organization = organizations.name;
  return {
    sent_to_other_systems: await select({
      ...pick(webhookMessages, 'type', 'data', 'createdAt', 'deliveredAt'),
      organization,
    })
      .from(webhookMessages)
      .innerJoin(webhooks, eq(webhooks.id, webhookMessages.webhookId))
      .innerJoin(organizations, eq(organizations.id, webhooks.organizationId))
      .where(eq(webhookMessages.userId, userId)),
    jobs_about_them: await select({
      ...pick(bulkJobs, 'title', 'createdAt'),
      ...pick(bulkRows, 'isChanged', 'reason'),
    })
      .from(bulkRows)
      .innerJoin(bulkJobs, eq(bulkJobs.id, bulkRows.jobId))
      .where(eq(bulkRows.userId, userId)),
    invitations_used: await select({ organization, usedAt: invitationUses.usedAt })
      .from(invitationUses)
      .innerJoin(invitations, eq(invitations.id, invitationUses.invitationId))
      .innerJoin(organizations, eq(organizations.id, invitations.organizationId))
      .where(eq(invitationUses.userId, userId)),
  };
}

/** What others did to them is told without saying who, and without what it says about further people. */
async function readActivity({ select, tables: { auditLog } }: Db, userId: string): Promise<Row[]> {
  const acts = await select()
    .from(auditLog)
    .where(or(eq(auditLog.actorId, userId), eq(auditLog.subject, userId)))
    .orderBy(desc(auditLog.id));
  return acts.map(({ at, action, actorId, ip }) => {
    const isOwn = actorId === userId;
    return { at, action, by: isOwn ? 'you' : 'someone else', ip: isOwn ? ip : null };
  });
}
