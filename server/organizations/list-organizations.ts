import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { OrganizationRow, SearchedPage } from '#sync/contract/organization.ts';
import type { Db } from '../db/client.ts';
import type { Source } from '../db/prepared.ts';
import { ageCursor, cut, holdsWords, pageByAge } from '../http/pages.ts';

/** Every organization, newest first, with how many people and courses it has. */
export async function listOrganizations(db: Db, asked: SearchedPage) {
  const { organizations } = db.tables;
  const place = pageByAge({ at: organizations.createdAt, id: organizations.id }, asked);
  const words = holdsWords([sql`lower(${organizations.name})`, organizations.slug], asked.search);
  const rows = await selectOrganizations({ queries: db, tables: db.tables }, and(place.after, words))
    .orderBy(...place.order)
    .limit(place.rows);
  const { page, nextCursor } = cut(rows, place.limit, ageCursor);
  return { organizations: page.map(onTheWire), nextCursor };
}

/** The query that reads one organization as `onTheWire` takes it. */
export function organizationById(source: Source, id: string) {
  return selectOrganizations(source, eq(source.tables.organizations.id, id));
}

function selectOrganizations({ queries, tables }: Source, where: SQL | undefined) {
  const { organizations, profiles, courses } = tables;
  const { id, name, slug, isActive, createdAt } = organizations;
  return queries
    .select({
      ...{ id, name, slug, isActive, createdAt },
      memberCount: sql<number>`(select count(*) from ${profiles}
          where ${outer(profiles, profiles.organizationId)} = ${outer(organizations, id)})`.mapWith(Number),
      courseCount: sql<number>`(select count(*) from ${courses}
          where ${outer(courses, courses.organizationId)} = ${outer(organizations, id)})`.mapWith(Number),
    })
    .from(organizations)
    .where(where);
}

/** A column with its table's name: of a single table drizzle writes `id`, which a subquery takes for its own. */
function outer(table: SQL | { getSQL(): SQL }, column: { name: string }): SQL {
  return sql`${table}.${sql.identifier(column.name)}`;
}

type Row = Omit<OrganizationRow, 'createdAt'> & { createdAt: Date };

/** An organization as administrators see it. */
export function onTheWire(row: Row): OrganizationRow {
  return { ...row, createdAt: row.createdAt.toISOString() };
}
