// The next slice of what an act that has taken effect already leaves to be done (decision 216).
import { eq } from 'drizzle-orm';
import { dayOf } from '#sync/contract/due.ts';
import type { AuditActor } from '../audit/audit-log.ts';
import { deletePage } from '../authoring/courses/delete-course.ts';
import { enrollSlice } from '../authoring/courses/enroll-people.ts';
import { endGivenPage, openAgain } from '../authoring/courses/grants.ts';
import { run, type Steps, type TxContext } from '../db/client.ts';
import type { Rest } from '../db/schema-jobs.ts';
import type { Deps } from '../deps.ts';
import { recountPage } from '../learning/recount-everyone.ts';
import { regradePage } from '../learning/regrade.ts';
import { findRests, type Slice } from '../leave-rest.ts';
import { moveSlice } from '../organizations/change-members.ts';
import { inviteSlice } from '../organizations/invite-many.ts';
import type { JobRow } from './jobs.ts';

/** Whether an older act on the same course, or on people of the same organization, is still being finished: each begins where the one before has ended. */
export function* mustWait(tx: TxContext, { id, organizationId }: JobRow, { courseId }: Rest): Steps<boolean> {
  const [first] = yield* findRests(tx, { courseId, organizationId });
  return first !== undefined && first.jobId !== id;
}

/** Does one slice of it, as a step of a unit, and writes down how far it is. */
export function* finishSlice(
  { env, ...tx }: TxContext & Pick<Deps, 'env'>,
  job: JobRow,
  rest: Rest,
  now: Date,
): Steps<void> {
  const { bulkJobs } = tx.tables;
  const { handled, changed, cursor } = yield* sliceOf({ ...tx, env }, { ...job, now }, rest);
  const done = cursor === null && { state: 'done' as const, finishedAt: now, leaseOwner: null, leaseEndsAt: null };
  const progress = { cursor, handled: job.handled + handled, changed: job.changed + changed };
  yield* run(
    tx
      .update(bulkJobs)
      // Whoever came or went meanwhile was not counted.
      .set({ ...progress, ...(done && { total: progress.handled }), ...done })
      .where(eq(bulkJobs.id, job.id)),
  );
}

function* sliceOf(
  { env, ...tx }: TxContext & Pick<Deps, 'env'>,
  { id: jobId, organizationId, cursor, now }: JobRow & { now: Date },
  rest: Rest,
): Steps<Slice> {
  const at = new Date(rest.at);
  switch (rest.kind) {
    case 'recount': {
      const { courseId } = rest;
      // This one is the first.
      const [, later] = (yield* findRests(tx, { courseId, organizationId })).filter(
        (one) => one.rest.kind === 'recount',
      );
      const until = later && new Date(later.rest.at);
      return yield* recountPage(tx, { courseId, at, lessons: rest.lessons, cursor, until });
    }
    case 'end-grant': {
      const place = { courseId: rest.courseId, organizationId: organizationId ?? '' };
      const slice = yield* endGivenPage(tx, callerOf(rest), { ...place, cursor });
      if (slice.cursor !== null) return slice;
      return { ...slice, changed: slice.changed + (yield* openAgain(tx, callerOf(rest), place)) };
    }
    case 'delete-course':
      return yield* deletePage(tx, rest.courseId);
    case 'regrade':
      return yield* regradePage(tx, { ...rest, at, cursor, now });
    case 'enroll-people':
      return yield* enrollSlice(
        { ...tx, env },
        { ...callerOf(rest), now, today: dayOf(now, env.timeZone) },
        { rest, jobId },
      );
    case 'move-people':
      return yield* moveSlice(tx, { ...callerOf(rest), today: rest.today }, { rest, jobId });
    case 'invite-people': {
      const place = { organizationId: organizationId ?? '', origin: env.publicUrl, now };
      return yield* inviteSlice(tx, callerOf(rest), { jobId, ...place });
    }
  }
}

/** Whoever did the act; their right to it was judged then, and what has taken effect is finished without it. */
function callerOf({ by, at }: Rest): AuditActor {
  const actor = { id: by, email: '', organizationId: null, isOrgAdmin: false, isSuperAdmin: false };
  return { actor, ip: '', now: new Date(at), today: at.slice(0, 10) };
}
