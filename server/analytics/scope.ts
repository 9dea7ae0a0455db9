import { and, type Column, eq, type SQL, sql } from 'drizzle-orm';
import { Refusal } from '#sync/contract/refusal.ts';
import type { Tables } from '../db/schema.ts';
import { may, type Person } from '../permissions.ts';

/** Whose figures are shown: one organization's people, or those in one of its groups, or with null everybody's. */
export type Scope = { organizationId: string | null; group?: string | undefined };

/**
 * A super admin sees everybody's figures unless they name an organization, an org admin their own organization's. Refuses
 * `organization_not_found` for another one, and `no_organization` for an org admin without one.
 */
export function scopeOf(person: Person, named?: string): Scope {
  const organizationId = named?.toLowerCase() ?? (person.isSuperAdmin ? null : person.organizationId);
  if (organizationId === null) {
    if (person.isSuperAdmin) return { organizationId };
    throw new Refusal('no_organization');
  }
  if (may(person, 'run_organization', { organizationId })) return { organizationId };
  throw new Refusal('organization_not_found', { field: 'organizationId' });
}

/** The scope that a query names: one of the groups too, which without an organization is none. */
export function askedScope(
  person: Person,
  { organizationId, group }: { organizationId?: string | undefined; group?: string | undefined },
): Scope {
  return { ...scopeOf(person, organizationId), group };
}

/** As long as nobody real has an organization, invented people count as everybody: who tries the product sees figures. */
const isLeftOut = ({ profiles, organizations }: Tables): SQL =>
  sql`${profiles.isSample} and exists (select 1 from ${organizations} where not ${organizations.isSample})`;

/** The SQL condition of a scope, for a query that has `profiles`. */
export function within(tables: Tables, { organizationId, group }: Scope): SQL | undefined {
  const { profiles, groupMembers } = tables;
  if (organizationId === null) return sql`not (${isLeftOut(tables)})`;
  const isOurs = eq(profiles.organizationId, organizationId);
  if (group === undefined) return isOurs;
  const isIn = eq(groupMembers.groupId, group.toLowerCase());
  return and(isOurs, sql`${profiles.id} in (select ${groupMembers.userId} from ${groupMembers} where ${isIn})`);
}

/**
 * The same about a column that holds people's ids: no person is looked up for everybody's figures, and a small organization reads
 * only the rows of its own people.
 */
export function isOf(tables: Tables, userId: Column, scope: Scope): SQL | undefined {
  const { profiles } = tables;
  // They are few or none, and have an index of their own.
  if (scope.organizationId === null)
    return sql`${userId} not in (select ${profiles.id} from ${profiles} where ${isLeftOut(tables)})`;
  const isTheirs = within(tables, scope);
  return isTheirs && sql`${userId} in (select ${profiles.id} from ${profiles} where ${isTheirs})`;
}
