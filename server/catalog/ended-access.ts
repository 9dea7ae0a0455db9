// The end of what someone had through an organization or by hand: it tells them why a course is gone, and decides about work
// that they did before.
import { and, eq, or, sql } from 'drizzle-orm';
import { Refusal, type RefusalCode } from '#sync/contract/refusal.ts';
import { run, type Steps, type TxContext } from '../db/client.ts';
import { prepared } from '../db/prepared.ts';
import { type CourseFacts, may, type Person, type Viewer } from '../permissions.ts';

/** The ends of this person's membership and enrollments by hand, as far as they opened this course. */
const findEnds = prepared<{ userId: string; courseId: number }>()(({ queries, tables }) => {
  const { courses, courseGrants, courseProgress, endedAssignments, endedGrants, endedMemberships, profiles } = tables;
  const userId = sql.placeholder('userId');
  const isOwn = and(
    eq(courses.visibility, 'organization'),
    eq(courses.organizationId, endedMemberships.organizationId),
  );
  const isGranted = sql`exists (select 1 from ${courseGrants} where ${courseGrants.courseId} = ${courses.id}
    and ${courseGrants.organizationId} = ${endedMemberships.organizationId})`;
  return queries
    .select({ assignment: endedAssignments.endedAt, membership: endedMemberships.endedAt, grant: endedGrants.endedAt })
    .from(courses)
    .leftJoin(endedAssignments, and(eq(endedAssignments.courseId, courses.id), eq(endedAssignments.userId, userId)))
    .leftJoin(endedMemberships, and(eq(endedMemberships.userId, userId), or(isOwn, isGranted)))
    .leftJoin(
      courseProgress,
      and(
        eq(courseProgress.courseId, courses.id),
        eq(courseProgress.userId, userId),
        eq(courseProgress.isAssigned, true),
      ),
    )
    .leftJoin(profiles, eq(profiles.id, courseProgress.userId))
    .leftJoin(
      endedGrants,
      and(eq(endedGrants.courseId, courses.id), eq(endedGrants.organizationId, profiles.organizationId)),
    )
    .where(eq(courses.id, sql.placeholder('courseId')));
});

type Ends = Awaited<ReturnType<typeof findEnds>>;

function latestOf(ends: Ends): Date | null {
  const times = ends.flatMap(({ assignment, membership, grant }) =>
    [assignment ?? [], membership ?? [], grant ?? []].flat(),
  );
  return times.length === 0 ? null : new Date(Math.max(...times.map((time) => time.getTime())));
}

/** The refusal of a course that this viewer may not see: `access_ended` when they once might, `otherwise` for all others. */
export async function refusalOf(
  db: TxContext,
  { viewer, courseId }: { viewer: Viewer; courseId: number },
  otherwise: RefusalCode,
): Promise<Refusal> {
  const ended = viewer ? latestOf(await findEnds(db, { userId: viewer.id, courseId })) : null;
  return new Refusal(ended ? 'access_ended' : otherwise);
}

/** A unit of work with what a device sends, in a course that its person may not take. */
interface LateWork extends TxContext {
  person: Person;
  /** When they did it, as far as that is known. */
  workedAt?: Date | undefined;
  now: Date;
}

/** Passes for work that was done before the person's right ended; refuses all other as `refusalOf` does. */
export function* requireDoneInTime(
  work: LateWork,
  { courseId, facts, otherwise }: { courseId: number; facts: CourseFacts; otherwise: RefusalCode },
): Steps<void> {
  const { person, workedAt, now } = work;
  const endedAt = latestOf(yield* run(findEnds(work, { userId: person.id, courseId })));
  if (endedAt === null) throw new Refusal(otherwise);
  if (!workedAt || !may(person, 'hand_in_work', { course: facts, endedAt, workedAt, now }))
    throw new Refusal('access_ended');
}
