// Everything that this installation holds about one person, in tables that they can read. Times are UTC.
import { asc, desc, eq, getTableColumns, inArray, or, sql } from 'drizzle-orm';
import { type Db, pick } from '../db/client.ts';
import { attemptedQuestions, selectAttempts } from '../learning/attempts.ts';

type Row = Record<string, unknown>;

/** Without an address nothing is theirs. */
const NEVER = sql`1 = 0`;

/** The tables of an export by their names, each as its rows. A person who is not here has no rows. */
export async function readHeldData(db: Db, userId: string): Promise<Record<string, Row[]>> {
  const { profiles, authUsers } = db.tables;
  const [profile] = await db.select().from(profiles).where(eq(profiles.id, userId));
  const [account] = await db.select().from(authUsers).where(eq(authUsers.id, userId));
  const addresses = [...new Set([profile?.email, account?.email].filter((one) => one !== undefined))];
  return {
    ...(await readAccount(db, userId)),
    ...(await readLearning(db, userId)),
    ...(await readWork(db, userId)),
    ...(await readMessages(db, userId, addresses)),
  };
}

async function readAccount({ select, tables }: Db, userId: string) {
  const { profiles, organizations, groups, groupMembers, authUsers, authSessions, authFactors, recoveryCodes } = tables;
  const { authIdentities } = tables;
  const {
    erasedAt: _,
    nameKey: __,
    sortName: ___,
    organizationId: ____,
    mergedInto: _____,
    ...profile
  } = getTableColumns(profiles);
  const account = {
    ...pick(authUsers, 'id', 'email', 'newEmail', 'userMetadata'),
    ...pick(authUsers, 'emailConfirmedAt', 'invitedAt', 'lastSignInAt', 'bannedUntil', 'createdAt'),
  };
  const authenticator = {
    name: authFactors.friendlyName,
    isInUse: authFactors.isVerified,
    createdAt: authFactors.createdAt,
    lastUsedAt: authFactors.lastChallengedAt,
  };
  const session = {
    signedInAt: authSessions.createdAt,
    lastUsedAt: authSessions.refreshedAt,
    device: authSessions.userAgent,
    ip: authSessions.ip,
  };
  return {
    profile: await select({ ...profile, organization: organizations.name })
      .from(profiles)
      .leftJoin(organizations, eq(organizations.id, profiles.organizationId))
      .where(eq(profiles.id, userId)),
    groups: await select({
      group: groups.name,
      organization: organizations.name,
      isLead: groupMembers.isLead,
      since: groupMembers.createdAt,
    })
      .from(groupMembers)
      .innerJoin(groups, eq(groups.id, groupMembers.groupId))
      .innerJoin(organizations, eq(organizations.id, groups.organizationId))
      .where(eq(groupMembers.userId, userId)),
    account: await select(account).from(authUsers).where(eq(authUsers.id, userId)),
    authenticators: await select(authenticator).from(authFactors).where(eq(authFactors.userId, userId)),
    sign_in_providers: await select(pick(authIdentities, 'issuer', 'subject', 'createdAt', 'lastUsedAt'))
      .from(authIdentities)
      .where(eq(authIdentities.userId, userId)),
    recovery_codes: await select(pick(recoveryCodes, 'createdAt', 'usedAt'))
      .from(recoveryCodes)
      .where(eq(recoveryCodes.userId, userId)),
    sessions: await select(session).from(authSessions).where(eq(authSessions.userId, userId)),
  };
}

async function readLearning(db: Db, userId: string) {
  const { courses, lessons, courseProgress, unitProgress, courseRatings, certificates, quizAttempts } = db.tables;
  const { pastRounds, pastUnits } = db.tables;
  const course = courses.title;
  const enrollment = {
    course,
    ...pick(courseProgress, 'percent', 'pointsEarned', 'totalPoints', 'status', 'isAssigned'),
    ...pick(courseProgress, 'enrolledAt', 'dueOn', 'remindedAt', 'completedAt', 'lastActivityAt'),
  };
  const unit = {
    course,
    lesson: lessons.title,
    ...pick(unitProgress, 'status', 'completedAt', 'positionSeconds', 'watched', 'reflection', 'updatedAt'),
  };
  const { profiles } = db.tables;
  const merged = db.select({ id: profiles.id }).from(profiles).where(eq(profiles.mergedInto, userId));
  const attempts = await selectAttempts(db).where(eq(quizAttempts.userId, userId)).orderBy(asc(quizAttempts.id));
  const titles = new Map(
    (await db.select(pick(lessons, 'id', 'title')).from(lessons)).map(({ id, title }) => [id, title]),
  );
  return {
    courses: await db
      .select(enrollment)
      .from(courseProgress)
      .innerJoin(courses, eq(courses.id, courseProgress.courseId))
      .where(eq(courseProgress.userId, userId)),
    lessons: await db
      .select(unit)
      .from(unitProgress)
      .innerJoin(lessons, eq(lessons.id, unitProgress.lessonId))
      .innerJoin(courses, eq(courses.id, unitProgress.courseId))
      .where(eq(unitProgress.userId, userId)),
    past_rounds: await db
      .select({
        course,
        ...pick(
          pastRounds,
          'round',
          'percent',
          'pointsEarned',
          'totalPoints',
          'enrolledAt',
          'completedAt',
          'lastActivityAt',
          'endedAt',
        ),
      })
      .from(pastRounds)
      .innerJoin(courses, eq(courses.id, pastRounds.courseId))
      .where(eq(pastRounds.userId, userId)),
    lessons_of_past_rounds: await db
      .select({
        course,
        lesson: lessons.title,
        ...pick(pastUnits, 'round', 'status', 'completedAt', 'positionSeconds', 'watched', 'reflection', 'updatedAt'),
      })
      .from(pastUnits)
      .innerJoin(lessons, eq(lessons.id, pastUnits.lessonId))
      .innerJoin(courses, eq(courses.id, pastUnits.courseId))
      .where(eq(pastUnits.userId, userId)),
    quiz_attempts: attempts.map((row) => {
      const answers = attemptedQuestions(row)?.map(({ questionText, answers: all }) => ({
        question: questionText,
        chosen: all.filter(({ isChosen }) => isChosen).map(({ answerText }) => answerText),
      }));
      const attempt = pick(row.attempt, 'score', 'passed', 'submittedAt', 'durationMs');
      return { quiz: titles.get(row.attempt.lessonId) ?? null, ...attempt, answers: answers ?? [] };
    }),
    ratings: await db
      .select({ course, ...pick(courseRatings, 'stars', 'createdAt', 'updatedAt') })
      .from(courseRatings)
      .innerJoin(courses, eq(courses.id, courseRatings.courseId))
      .where(eq(courseRatings.userId, userId)),
    certificates: await db
      .select(
        pick(
          certificates,
          'serial',
          'learnerName',
          'courseTitle',
          'issuedAt',
          'validUntil',
          'revokedAt',
          'remindedAt',
          'replaces',
          'history',
        ),
      )
      .from(certificates)
      .where(or(eq(certificates.userId, userId), inArray(certificates.userId, merged))),
  };
}

/** What they made or did for others. */
async function readWork({ select, tables }: Db, userId: string) {
  const { courses, assets, videoUploads, courseGrants, organizations, bulkJobs, bulkRows } = tables;
  const { autoEnrollments, groupEnrollments, groups, apiTokens, webhooks, webhookMessages } = tables;
  const given = { course: courses.title, organization: organizations.name };
  return {
    courses_written: await select(pick(courses, 'title', 'createdAt'))
      .from(courses)
      .where(eq(courses.createdBy, userId)),
    files_uploaded: await select(pick(assets, 'fileName', 'sizeBytes', 'createdAt'))
      .from(assets)
      .where(eq(assets.createdBy, userId)),
    uploads_started: await select(pick(videoUploads, 'fileName', 'createdAt'))
      .from(videoUploads)
      .where(eq(videoUploads.createdBy, userId)),
    courses_granted: await select({ ...given, createdAt: courseGrants.createdAt })
      .from(courseGrants)
      .innerJoin(courses, eq(courses.id, courseGrants.courseId))
      .innerJoin(organizations, eq(organizations.id, courseGrants.organizationId))
      .where(eq(courseGrants.grantedBy, userId)),
    automatic_enrollments_made: await select({ ...given, createdAt: autoEnrollments.createdAt })
      .from(autoEnrollments)
      .innerJoin(courses, eq(courses.id, autoEnrollments.courseId))
      .innerJoin(organizations, eq(organizations.id, autoEnrollments.organizationId))
      .where(eq(autoEnrollments.createdBy, userId)),
    group_enrollments_made: await select({
      course: courses.title,
      group: groups.name,
      createdAt: groupEnrollments.createdAt,
    })
      .from(groupEnrollments)
      .innerJoin(courses, eq(courses.id, groupEnrollments.courseId))
      .innerJoin(groups, eq(groups.id, groupEnrollments.groupId))
      .where(eq(groupEnrollments.createdBy, userId)),
    jobs_started: await select(pick(bulkJobs, 'title', 'state', 'total', 'changed', 'createdAt', 'finishedAt'))
      .from(bulkJobs)
      .where(eq(bulkJobs.createdBy, userId)),
    api_tokens_made: await select(
      pick(apiTokens, 'name', 'scopes', 'createdAt', 'expiresAt', 'lastUsedAt', 'revokedAt'),
    )
      .from(apiTokens)
      .where(eq(apiTokens.createdBy, userId)),
    webhooks_made: await select(pick(webhooks, 'url', 'events', 'createdAt'))
      .from(webhooks)
      .where(eq(webhooks.createdBy, userId)),
    sent_to_other_systems: await select({
      ...pick(webhookMessages, 'type', 'data', 'createdAt', 'deliveredAt'),
      organization: organizations.name,
    })
      .from(webhookMessages)
      .innerJoin(webhooks, eq(webhooks.id, webhookMessages.webhookId))
      .innerJoin(organizations, eq(organizations.id, webhooks.organizationId))
      .where(eq(webhookMessages.userId, userId)),
    sent_to_record_store: await select(pick(tables.xapiStatements, 'type', 'data', 'doneAt', 'deliveredAt'))
      .from(tables.xapiStatements)
      .where(eq(tables.xapiStatements.userId, userId)),
    jobs_about_them: await select({
      ...pick(bulkJobs, 'title', 'createdAt'),
      ...pick(bulkRows, 'isChanged', 'reason'),
    })
      .from(bulkRows)
      .innerJoin(bulkJobs, eq(bulkJobs.id, bulkRows.jobId))
      .where(eq(bulkRows.userId, userId)),
  };
}

async function readMessages(db: Db, userId: string, addresses: string[]) {
  const { invitations, invitationUses, organizations, mailOutbox, auditLog, appliedOps } = db.tables;
  const invitation = {
    organization: organizations.name,
    ...pick(invitations, 'role', 'createdAt', 'expiresAt', 'revokedAt'),
  };
  const toThem = addresses.map((address) => eq(mailOutbox.toAddress, address));
  const forThem = addresses.map((address) => eq(invitations.email, address));
  const acts = await db
    .select()
    .from(auditLog)
    .where(or(eq(auditLog.actorId, userId), eq(auditLog.subject, userId)))
    .orderBy(desc(auditLog.id));
  return {
    invitations_received: await db
      .select(invitation)
      .from(invitations)
      .innerJoin(organizations, eq(organizations.id, invitations.organizationId))
      .where(or(NEVER, ...forThem)),
    invitations_used: await db
      .select({ organization: organizations.name, usedAt: invitationUses.usedAt })
      .from(invitationUses)
      .innerJoin(invitations, eq(invitations.id, invitationUses.invitationId))
      .innerJoin(organizations, eq(organizations.id, invitations.organizationId))
      .where(eq(invitationUses.userId, userId)),
    invitations_made: await db
      .select(invitation)
      .from(invitations)
      .innerJoin(organizations, eq(organizations.id, invitations.organizationId))
      .where(eq(invitations.createdBy, userId)),
    mails: await db
      .select(pick(mailOutbox, 'kind', 'subject', 'createdAt', 'sentAt'))
      .from(mailOutbox)
      .where(or(NEVER, ...toThem)),
    // What others did to them is told without saying who, and without what it says about further people.
    activity: acts.map(({ at, action, actorId, ip }) => {
      const isOwn = actorId === userId;
      return { at, action, by: isOwn ? 'you' : 'someone else', ip: isOwn ? ip : null };
    }),
    changes_received_from_devices: await db
      .select({ operation: appliedOps.opId, status: appliedOps.status, receivedAt: appliedOps.at })
      .from(appliedOps)
      .where(eq(appliedOps.userId, userId)),
  };
}
