import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { Matching } from '#sync/contract/bulk-job.ts';
import { endingIn } from '#sync/contract/certificate.ts';
import { dayOf } from '#sync/contract/due.ts';
import type { PageEnd } from '#sync/contract/fields.ts';
import { type MemberRow, MembersQuery, type PeopleQuery, type UserRow } from '#sync/contract/organization.ts';
import { Refusal } from '#sync/contract/refusal.ts';
import { isListedFor, isOpenTo } from '../catalog/facts.ts';
import { isCertified, isEnding, listEnds, readCertified } from '../certificates/ends.ts';
import { type Db, run, type Steps, type TxContext } from '../db/client.ts';
import type { Deps } from '../deps.ts';
import { reminderStatus, sentIn } from '../mail/mail-state.ts';
import { whoStoppedAt } from './drop-off.ts';
import { findGroupsOf } from './groups.ts';
import { countProgress, NO_COURSES } from './member-progress.ts';
import { pageByLearning } from './people-by-learning.ts';
import { type Among, type Having, type IdsOfPage, pageOfPeople, readPeople } from './search-people.ts';
import { hasNotStarted, isEnrolledAs, isInactive } from './standings.ts';

/** Everybody with a profile. */
export async function listPeople(
  { db, identity }: Pick<Deps, 'db' | 'identity'>,
  query: PeopleQuery,
): Promise<{ users: UserRow[] } & PageEnd> {
  const { ids, end } = await pageOfPeople(db, query);
  const { userId, isVerified } = db.tables.authFactors;
  const secured = await db
    .select({ userId })
    .from(db.tables.authFactors)
    .where(and(inArray(userId, ids), eq(isVerified, true)));
  const hasTwoStep = new Set(secured.map((factor) => factor.userId));
  const users = (await readPeople(db, ids)).map((row) => ({
    id: row.id,
    email: row.email,
    full_name: row.fullName,
    organization_id: row.organization?.id ?? null,
    organization: row.organization,
    is_org_admin: row.isOrgAdmin,
    is_super_admin: row.isSuperAdmin,
    has_two_step: identity.embedded ? hasTwoStep.has(row.id) : null,
    created_at: row.createdAt.toISOString(),
  }));
  return { users, ...end };
}

/** The people of an organization with their progress. The caller has checked access. Refuses `course_not_found` for a course that it does not have. */
export async function listMembers(
  { db, now, env }: Pick<Deps, 'db' | 'now' | 'env'>,
  organizationId: string,
  query: MembersQuery,
): Promise<{ users: MemberRow[] } & PageEnd> {
  const { course } = query;
  if (course !== undefined) requireListed(await listedCourse(db, organizationId, course));
  const { ends, today, ...among } = await narrowedBy({ db, now, env }, organizationId, query);
  const { ids, end } = await pageOfMembers(db, query, { organizationId, ...among }, ends);
  const users = await withProgress(db, { organizationId, ends, course, enrolledIn: enrolledIn(query), today }, ids);
  return { users, ...end };
}

/** Certificates of other courses, from the time before someone came, are none of the organization's business. */
function listedCourse({ queries, tables }: TxContext, organizationId: string, courseId: number) {
  const { courses, organizations } = tables;
  return queries
    .select({ title: courses.title })
    .from(courses)
    .leftJoin(organizations, eq(organizations.id, courses.organizationId))
    .where(and(eq(courses.id, courseId), isListedFor(tables, organizationId)));
}

function requireListed([course]: { title: string }[]): string {
  if (!course) throw new Refusal('course_not_found', { field: 'course' });
  return course.title;
}

/** The title of a course that the organization has. Refuses `course_not_found`. */
export function* requireListedCourse(tx: TxContext, organizationId: string, courseId: number): Steps<string> {
  return requireListed(yield* run(listedCourse(tx, organizationId, courseId)));
}

/**
 * The course in which people must be enrolled, and which their figures are about (decision 178). A list by certificates alone is the
 * register of the course, and has also those who never were.
 */
const enrolledIn = ({ course, standing, stopped, certificates }: MembersQuery): number | undefined =>
  standing || stopped || !certificates ? course : undefined;

function pageOfMembers(
  db: Db,
  { sort, ...query }: MembersQuery,
  among: Among & { organizationId: string },
  ends?: SQL,
): Promise<IdsOfPage> {
  if (sort === 'name' || sort === '-name' || sort === 'created' || sort === '-created')
    return pageOfPeople(db, { ...query, sort }, among);
  return pageByLearning(db, { ...query, sort, course: enrolledIn({ ...query, sort }), ends }, among);
}

/** More than any organization has. */
const ALL = 1_000_000;

/** For an act on all who match: their ids, by name. Refuses `course_not_found` and `nobody_matches`. */
export async function listMatchingPeople(
  deps: Pick<Deps, 'db' | 'now' | 'env'>,
  organizationId: string,
  { except = [], ...matching }: Matching,
): Promise<string[]> {
  const query = { ...MembersQuery.parse({ ...matching, sort: 'name' }), limit: ALL };
  if (query.course !== undefined) requireListed(await listedCourse(deps.db, organizationId, query.course));
  const { ends: _, today: __, ...among } = await narrowedBy(deps, organizationId, query);
  const { ids } = await pageOfMembers(deps.db, query, { organizationId, ...among });
  const wanted = ids.filter((id) => !except.includes(id));
  if (wanted.length === 0) throw new Refusal('nobody_matches');
  return wanted;
}

/** What holds of the people whom the filters want; `ends` is about their certificates. */
async function narrowedBy(
  { db, now, env }: Pick<Deps, 'db' | 'now' | 'env'>,
  organizationId: string,
  query: MembersQuery,
) {
  const { tables } = db;
  const { standing, certificates, course, stopped } = query;
  const today = dayOf(now(), env.timeZone);
  const having: Having[] = [];
  const takes = enrolledIn(query);
  const isTaken = takes === undefined ? undefined : eq(tables.courseProgress.courseId, takes);
  const isDue = standing === 'overdue' || standing === 'behind' ? isEnrolledAs(tables, standing, today) : undefined;
  if (isTaken || isDue) having.push({ rows: tables.courseProgress, where: and(isTaken, isDue) });
  const when = endingIn(certificates);
  const isOfCourse = course === undefined ? undefined : eq(tables.certificates.courseId, course);
  const ends = when && and(isEnding(tables, when, today), isOfCourse);
  if (ends) having.push({ rows: tables.certificates, where: ends });
  const { courses } = tables;
  const known = sql`(select ${courses.id} from ${courses} where ${isOpenTo(tables, organizationId)})`;
  const whose = { userId: tables.profiles.id, courseId: course, among: course === undefined ? known : undefined };
  const who = and(
    standing === 'not-started' ? hasNotStarted(tables, takes) : undefined,
    stopped ? await whoStoppedAt(db, { organizationId, courseId: course ?? 0, lessonId: stopped }) : undefined,
    standing === 'inactive' ? isInactive(tables, now()) : undefined,
    certificates === 'valid' || certificates === 'not-valid' || certificates === 'none'
      ? isCertified(tables, whose, certificates, today)
      : undefined,
  );
  return { having, ends, today, who };
}

interface Place {
  organizationId: string;
  ends: SQL | undefined;
  course: number | undefined;
  enrolledIn: number | undefined;
  today: string;
}

async function withProgress(
  db: Db,
  { organizationId, ends, course, enrolledIn, today }: Place,
  ids: string[],
): Promise<MemberRow[]> {
  const ending = Map.groupBy(await listEnds(db, ids, ends), ({ userId }) => userId);
  const stats = await countProgress(db, { organizationId, ids, course: enrolledIn });
  const groups = await findGroupsOf(db, organizationId, ids);
  const certifiedIn = course === undefined ? undefined : await readCertified(db, { courseId: course, ids, today });
  return (await readPeople(db, ids)).map(({ id, email, fullName, personnelNumber: number, isOrgAdmin, createdAt }) => {
    const learning = stats.get(id);
    const { lastActivityAt, dueOn = null, dueIn, progressStats = NO_COURSES } = learning ?? {};
    const reminder = learning ? reminderStatus(learning.remindedAt, learning.mail) : null;
    const [first, ...others] = ending.get(id) ?? [];
    return {
      ...{ id, email, isOrgAdmin, dueOn, progressStats },
      ...(number && { number }),
      full_name: fullName,
      createdAt: createdAt.toISOString(),
      groups: groups.get(id) ?? [],
      ...(dueIn && { dueIn }),
      ...(certifiedIn && { certified: certifiedIn(id) }),
      certificateEnds: first
        ? { on: first.validUntil, course: { id: first.courseId, title: first.courseTitle }, others: others.length }
        : null,
      ...{ remindedAt: sentIn(reminder), reminder },
      lastActivityAt: lastActivityAt?.toISOString() ?? null,
    };
  });
}
