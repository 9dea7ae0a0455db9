import type { SQL } from 'drizzle-orm';
import { dayOf } from '#sync/contract/due.ts';
import type { PageEnd } from '#sync/contract/fields.ts';
import type { MemberRow, MembersQuery, PeopleQuery, UserRow } from '#sync/contract/organization.ts';
import { isEnding, listEnds } from '../certificates/ends.ts';
import type { Db } from '../db/client.ts';
import type { Deps } from '../deps.ts';
import { type Among, type Having, pageOfPeople } from '../search-people.ts';
import { findGroupsOf } from './groups.ts';
import { countProgress, NO_COURSES } from './member-progress.ts';
import { isInState, isOfStanding } from './overdue.ts';
import { pageByLearning } from './people-by-learning.ts';

/** Everybody with a profile. */
export async function listPeople(
  { db, identity }: Pick<Deps, 'db' | 'identity'>,
  query: PeopleQuery,
): Promise<{ users: UserRow[] } & PageEnd> {
  const { page, cursorOf: _, ...end } = await pageOfPeople(db, query);
  const users = page.map((row) => ({
    id: row.id,
    email: row.email,
    full_name: row.fullName,
    organization_id: row.organization?.id ?? null,
    organization: row.organization,
    is_org_admin: row.isOrgAdmin,
    is_super_admin: row.isSuperAdmin,
    has_two_step: identity.embedded ? row.hasTwoStep : null,
    created_at: row.createdAt.toISOString(),
  }));
  return { users, ...end };
}

/** The people of an organization with their progress. The caller has checked access. */
export async function listMembers(
  { db, now, env }: Pick<Deps, 'db' | 'now' | 'env'>,
  organizationId: string,
  query: MembersQuery,
): Promise<{ users: MemberRow[] } & PageEnd> {
  const { ends, ...among } = narrowedBy({ db, now, env }, query);
  const { page, nextCursor, total } = await pageOfMembers(db, query, { organizationId, ...among });
  const users = await withProgress(db, { organizationId, ends }, page);
  return { users, nextCursor, ...(total !== undefined && { total }) };
}

function pageOfMembers(db: Db, { sort, ...query }: MembersQuery, among: Among & { organizationId: string }) {
  if (sort === 'name' || sort === '-name' || sort === 'created' || sort === '-created')
    return pageOfPeople(db, { ...query, sort }, among);
  return pageByLearning(db, { ...query, sort }, among);
}

/** The ids alone, for an act on all who match. */
export async function listMemberIds(
  deps: Pick<Deps, 'db' | 'now' | 'env'>,
  organizationId: string,
  query: MembersQuery,
): Promise<{ ids: string[]; nextCursor: string | null }> {
  const { ends: _, ...among } = narrowedBy(deps, query);
  const { page, nextCursor } = await pageOfMembers(deps.db, query, { organizationId, ...among });
  return { ids: page.map(({ id }) => id), nextCursor };
}

/** What holds of the people whom the filters want; `ends` is about their certificates. */
function narrowedBy({ db, now, env }: Pick<Deps, 'db' | 'now' | 'env'>, { standing, certificates }: MembersQuery) {
  const today = dayOf(now(), env.timeZone);
  const having: Having[] = [];
  if (standing === 'overdue' || standing === 'behind')
    having.push({ rows: db.tables.courseProgress, where: isInState(db.tables, standing, today) });
  const ends = certificates && isEnding(db.tables, certificates, today);
  if (ends) having.push({ rows: db.tables.certificates, where: ends });
  const isIdle = standing === 'not-started' || standing === 'inactive';
  return { having, ends, who: isIdle ? isOfStanding(db.tables, standing, now()) : undefined };
}

type Person = Awaited<ReturnType<typeof pageByLearning>>['page'][number];

interface Place {
  organizationId: string;
  ends: SQL | undefined;
}

async function withProgress(db: Db, { organizationId, ends }: Place, people: Person[]): Promise<MemberRow[]> {
  const ids = people.map((row) => row.id);
  const ending = Map.groupBy(await listEnds(db, ids, ends), ({ userId }) => userId);
  const stats = await countProgress(db, { organizationId, ids });
  const groups = await findGroupsOf(db, organizationId, ids);
  return people.map(({ id, email, fullName, isOrgAdmin, createdAt }) => {
    const { lastActivityAt, dueOn = null, remindedAt, progressStats = NO_COURSES } = stats.get(id) ?? {};
    const [first, ...others] = ending.get(id) ?? [];
    return {
      ...{ id, email, isOrgAdmin, dueOn, progressStats },
      full_name: fullName,
      createdAt: createdAt.toISOString(),
      groups: groups.get(id) ?? [],
      certificateEnds: first
        ? { on: first.validUntil, course: { id: first.courseId, title: first.courseTitle }, others: others.length }
        : null,
      remindedAt: remindedAt?.toISOString() ?? null,
      lastActivityAt: lastActivityAt?.toISOString() ?? null,
    };
  });
}
