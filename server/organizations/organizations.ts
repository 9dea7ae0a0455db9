import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type {
  NewOrganization,
  OrganizationChange,
  OrganizationRow,
  SearchedPage,
} from '#sync/contract/organization.ts';
import { Refusal } from '#sync/contract/refusal.ts';
import { noteAct } from '../audit/note.ts';
import { type Db, run, type Source, type Steps } from '../db/client.ts';
import { type Acting, signed } from '../http/actor.ts';
import { ageCursor, cut, pageByAge, wordsIn } from '../http/pages.ts';
import { requireOrganization } from './require-organization.ts';

// Making, renaming and switching organizations: acts of super admins alone (decision 14).

/** Makes an organization. A slug in use is `slug_taken`, however many ask for it at once. */
export function createOrganization(db: Db, acting: Acting, wanted: NewOrganization): Promise<OrganizationRow> {
  const { organizations } = db.tables;
  return db.transact(function* (source) {
    const [made] = yield* run(
      source
        .insert(organizations)
        .values({ ...wanted, createdAt: acting.now })
        .onConflictDoNothing({ target: organizations.slug })
        .returning({ id: organizations.id }),
    );
    if (!made) throw new Refusal('slug_taken', { field: 'slug' });
    const act = { action: 'organization.created', organizationId: made.id, subject: made.id, details: { ...wanted } };
    yield* run(noteAct(source, { ...signed(acting), ...act }));
    return yield* readBack(source, made.id);
  });
}

/** Renames an organization, or switches it off or on; its members keep account, progress and certificates (decision 16). */
export function changeOrganization(
  db: Db,
  acting: Acting,
  { id, ...change }: OrganizationChange & { id: string },
): Promise<OrganizationRow> {
  const { organizations } = db.tables;
  return db.transact(function* (source) {
    const known = yield* requireOrganization(source, acting.actor, id);
    const name = change.name ?? known.name;
    const isActive = change.isActive ?? known.isActive;
    if (name !== known.name || isActive !== known.isActive)
      yield* run(source.update(organizations).set({ name, isActive }).where(eq(organizations.id, id)));
    const act = { ...signed(acting), organizationId: id, subject: id };
    if (name !== known.name)
      yield* run(noteAct(source, { ...act, action: 'organization.renamed', details: { from: known.name, to: name } }));
    if (isActive !== known.isActive)
      yield* run(noteAct(source, { ...act, action: `organization.switched_${isActive ? 'on' : 'off'}` }));
    return yield* readBack(source, id);
  });
}

function* readBack(source: Source, id: string): Steps<OrganizationRow> {
  const [row] = yield* run(organizationById(source, id));
  if (!row) throw new Refusal('organization_not_found');
  return onTheWire(row);
}

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
