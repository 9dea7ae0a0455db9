import { eq } from 'drizzle-orm';
import { Refusal } from '#sync/contract/refusal.ts';
import { run, type Steps, type TxContext } from '../db/client.ts';
import { type Asking, may } from '../permissions.ts';

export interface Organization {
  id: string;
  name: string;
  isActive: boolean;
}

/** The organization that this person runs; everything else is `organization_not_found`, also what exists (decision 13). */
export async function readOrganization(source: TxContext, asking: Asking, id: string): Promise<Organization> {
  const [found] = await organizationQuery(source, id);
  return judged(found, asking);
}

/** `readOrganization` inside a unit of work. */
export function* requireOrganization(source: TxContext, asking: Asking, id: string): Steps<Organization> {
  const [found] = yield* run(organizationQuery(source, id));
  return judged(found, asking);
}

/** The same of one that takes new people and courses: `organization_inactive` when it is switched off (decision 16). */
export function* requireActive(source: TxContext, asking: Asking, id: string): Steps<Organization> {
  const organization = yield* requireOrganization(source, asking, id);
  if (!organization.isActive) throw new Refusal('organization_inactive', { field: 'organizationId' });
  return organization;
}

function organizationQuery({ queries, tables: { organizations } }: TxContext, id: string) {
  const { name, isActive } = organizations;
  return queries
    .select({ id: organizations.id, name, isActive })
    .from(organizations)
    .where(eq(organizations.id, id.toLowerCase()));
}

function judged(found: Organization | undefined, asking: Asking): Organization {
  if (found && may(asking, 'run_organization', { organizationId: found.id })) return found;
  throw new Refusal('organization_not_found', { field: 'organizationId' });
}
