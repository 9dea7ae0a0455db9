// Enrolling people from a file: every row is judged by itself, in a dry run first; an exported list of learners changes nothing.
import { and, eq, isNull } from 'drizzle-orm';
import { addDays, readDay } from '#sync/contract/due.ts';
import { foldEmail, isEmail, typedEmail } from '#sync/contract/email.ts';
import {
  DUE_DATES_LIMIT,
  type EnrollmentImport,
  type EnrollmentImportAnswer,
  type ImportedEnrollment,
} from '#sync/contract/enrollment-import.ts';
import { REFUSALS } from '#sync/contract/refusal.ts';
import { type CourseRecord, requireOpen } from '../catalog/editable.ts';
import { isOneOf, run, type Steps, type TxContext } from '../db/client.ts';
import type { ActDeps } from '../deps.ts';
import type { AuditActor } from '../http/audit-log.ts';
import { FIRST } from '../queue/start-job.ts';
import { findEndedGrants, isTheirs, startEnrolling } from './enroll-people.ts';

/**
 * Enrolls the people of a file, or gives them another due date; an empty date leaves theirs. Rows that are right are an act on many, the
 * others come with the field that is wrong. Refuses what `enrollPeople` refuses.
 */
export async function importEnrollments(
  { db, env, queue }: ActDeps,
  caller: AuditActor,
  { courseId, dryRun, sendEmail, rows }: EnrollmentImport & { courseId: number },
): Promise<EnrollmentImportAnswer> {
  const judged = await db.transact(function* (tx) {
    const course = yield* requireOpen(tx, caller.actor, courseId);
    const all = yield* judgeRows(tx, caller, { course, rows });
    if (dryRun) return all;
    const people = all.filter(isWanted).map(({ userId, due }) => ({ userId, payload: due ? { dueOn: due } : {} }));
    yield* startEnrolling({ ...tx, env }, caller, { course, rows: people, sendEmail, sentence: () => '' });
    const waiting = new Set(people.slice(FIRST).map(({ userId }) => userId));
    return all.map((row) => ({ ...row, isWaiting: waiting.has(row.userId) }));
  });
  if (!dryRun) {
    queue.wake('jobs');
    queue.wake('mails');
  }
  const told = judged.map(({ userId: _, due: __, ...row }) => row);
  const count = (act: ImportedEnrollment['act']) => told.filter((row) => row.act === act).length;
  return {
    dryRun,
    changed: judged.filter(isWanted).length,
    same: count('same'),
    refused: count('refused'),
    rows: told,
  };
}

const addressIn = ({ email }: { email: string }) => foldEmail(typedEmail(email));

type Judged = ImportedEnrollment & { userId: string; due: string };

const isWanted = ({ act }: Judged): boolean => act === 'enroll' || act === 'change';

function* judgeRows(
  tx: TxContext,
  { actor, today }: AuditActor,
  { course, rows }: { course: CourseRecord; rows: EnrollmentImport['rows'] },
): Steps<Judged[]> {
  const people = yield* findByEmail(tx, [...new Set(rows.map(addressIn).filter(isEmail))]);
  const taking = yield* findTaking(
    tx,
    course.id,
    [...people.values()].map(({ id }) => id),
  );
  const ending = yield* findEndedGrants(tx, course.id);
  const seen = new Set<string>();
  const dates = new Set<string>();
  return rows.map((row): Judged => {
    const email = addressIn(row);
    const typed = row.due?.trim() ?? '';
    const read = typed === '' ? { day: '' } : readDay(typed);
    const due = read.day ?? typed;
    const person = people.get(email);
    const of = { email, due, userId: person?.id ?? '', name: null, isWaiting: false, field: null, reason: null };
    const refused = (field: 'email' | 'due', reason: string): Judged => ({ ...of, act: 'refused', field, reason });
    if (!isEmail(email)) return refused('email', 'This is not an email address.');
    if (seen.has(email)) return refused('email', 'This address is in the file twice.');
    seen.add(email);
    if (!person || !isTheirs(actor, person))
      return refused(
        'email',
        actor.isSuperAdmin ? 'No one has this address.' : 'No one in your organization has this address.',
      );
    const theirs = taking.get(person.id);
    const named = { ...of, name: person.fullName };
    // Whoever was taken out of a private course has no way into it; an exported list says of them that it is as it is.
    const isTaking = theirs && (theirs.isAssigned || course.visibility !== 'private' || row.isOwn);
    if (isTaking && (due === '' || due === (theirs.dueOn ?? ''))) return { ...named, act: 'same' };
    if (person.organizationId && ending.has(person.organizationId)) return refused('email', REFUSALS.grant_ending[1]);
    if (read.reason !== undefined) return refused('due', read.reason);
    // Yesterday may still be today where the admin is.
    if (due !== '' && due < addDays(today, -1)) return refused('due', REFUSALS.due_date_past[1]);
    if (due !== '' && !dates.has(due) && dates.size >= DUE_DATES_LIMIT)
      return refused('due', `A file may name at most ${DUE_DATES_LIMIT} different days.`);
    if (due !== '') dates.add(due);
    return { ...named, act: isTaking ? 'change' : 'enroll' };
  });
}

function* findByEmail({ queries, tables: { profiles } }: TxContext, emails: string[]) {
  const { id, email, fullName, organizationId, isOrgAdmin, erasedAt } = profiles;
  const found = yield* run(
    queries
      .select({ id, email, fullName, organizationId, isOrgAdmin })
      .from(profiles)
      .where(and(isOneOf(email, emails), isNull(erasedAt))),
  );
  return new Map(found.map((person) => [person.email, person]));
}

/** Those who take the course or have taken it, whoever enrolled them. */
function* findTaking({ queries, tables: { courseProgress } }: TxContext, courseId: number, userIds: string[]) {
  const { userId, dueOn, isAssigned } = courseProgress;
  const found = yield* run(
    queries
      .select({ userId, dueOn, isAssigned })
      .from(courseProgress)
      .where(and(eq(courseProgress.courseId, courseId), isOneOf(userId, userIds))),
  );
  return new Map(found.map((row) => [row.userId, row]));
}
