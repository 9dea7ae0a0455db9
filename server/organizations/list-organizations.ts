import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { OrganizationRow, SearchedPage } from '#sync/contract/organization.ts';
import type { Db, Source } from '../db/client.ts';
import { ageCursor, cut, pageByAge, wordsIn } from '../http/pages.ts';

/** Every organization, newest first, with how many people and courses it has. */
export async function listOrganizations(db: Db, asked: SearchedPage) {
  const { organizations } = db.tables;
  const place = pageByAge({ at: organizations.createdAt, id: organizations.id }, asked);
  const found = asked.search ? inArray(organizations.id, await search(db, asked.search)) : undefined;
  const rows = await selectOrganizations(db, and(place.after, found))
    .orderBy(...place.order)
    .limit(place.rows);
  const { page, nextCursor } = cut(rows, place.limit, ageCursor);
  return { organizations: page.map(onTheWire), nextCursor };
}

async function search(db: Db, words: string): Promise<string[]> {
  const { id, name, slug } = db.tables.organizations;
  const all = await db.select({ id, name, slug }).from(db.tables.organizations);
  return all.filter((row) => wordsIn([row.name, row.slug], words)).map((row) => row.id);
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
