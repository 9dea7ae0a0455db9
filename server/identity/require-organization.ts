import { eq } from 'drizzle-orm';
import { Refusal } from '#sync/contract/refusal.ts';
import { run, type Steps, type TxContext } from '../db/client.ts';
import { may, type Viewer } from '../permissions.ts';

export interface Organization {
  id: string;
  name: string;
  isActive: boolean;
  language: string | null;
  rev: number;
}

/** The organization that this viewer runs; everything else is `organization_not_found`, even if it exists (P-13). */
export async function readOrganization(tx: TxContext, viewer: Viewer, id: string): Promise<Organization> {
  const [found] = await organizationQuery(tx, id);
  return requireRun(found, viewer);
}

/** `readOrganization` inside a unit of work. */
export function* requireOrganization(tx: TxContext, viewer: Viewer, id: string): Steps<Organization> {
  const [found] = yield* run(organizationQuery(tx, id));
  return requireRun(found, viewer);
}

/** The same, but `organization_inactive` when it is switched off: it takes no new people and courses (P-16). */
export function* requireActive(tx: TxContext, viewer: Viewer, id: string): Steps<Organization> {
  const organization = yield* requireOrganization(tx, viewer, id);
  if (!organization.isActive) throw new Refusal('organization_inactive', { field: 'organizationId' });
  return organization;
}

function organizationQuery({ queries, tables: { organizations } }: TxContext, id: string) {
  const { name, isActive, language, rev } = organizations;
  return queries
    .select({ id: organizations.id, name, isActive, language, rev })
    .from(organizations)
    .where(eq(organizations.id, id.toLowerCase()));
}

function requireRun(found: Organization | undefined, viewer: Viewer): Organization {
  if (found && may(viewer, 'run_organization', { organizationId: found.id })) return found;
  throw new Refusal('organization_not_found', { field: 'organizationId' });
}
