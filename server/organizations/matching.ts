// Whom an act is for that goes to all who match a list.
import { and, desc, eq } from 'drizzle-orm';
import { isOfInvitations, type Matching } from '#sync/contract/bulk-job.ts';
import { MembersQuery } from '#sync/contract/organization.ts';
import { Refusal } from '#sync/contract/refusal.ts';
import type { Deps } from '../deps.ts';
import type { JobRow } from '../jobs/job-kinds.ts';
import { isFound } from './invitations.ts';
import { listMemberIds } from './list-people.ts';

/** More than any organization has. */
const ALL = 1_000_000;

/** The ids of all who match, of people by name and of invitations the newest first. Refuses `nobody_matches`. */
export async function listAllMatching(
  deps: Pick<Deps, 'db' | 'now' | 'env'>,
  kind: JobRow['act']['kind'],
  { organizationId, matching: { except = [], ...matching } }: { organizationId: string; matching: Matching },
): Promise<string[]> {
  const found = isOfInvitations(kind)
    ? await listInvitationIds(deps, organizationId, matching)
    : await listMemberIds(deps, organizationId, { ...MembersQuery.parse({ ...matching, sort: 'name' }), limit: ALL });
  const ids = found.filter((id) => !except.includes(id));
  if (ids.length > 0) return ids;
  if (isOfInvitations(kind)) throw new Refusal('nobody_matches', {}, 'No invitation matches this search.');
  throw new Refusal('nobody_matches');
}

async function listInvitationIds(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  organizationId: string,
  matching: Omit<Matching, 'except'>,
): Promise<string[]> {
  const { invitations } = db.tables;
  const rows = await db
    .select({ id: invitations.id })
    .from(invitations)
    .where(and(eq(invitations.organizationId, organizationId), isFound(db.tables, matching, now())))
    .orderBy(desc(invitations.createdAt), desc(invitations.id));
  return rows.map(({ id }) => id);
}
