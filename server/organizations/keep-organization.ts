// Making, renaming and switching organizations: acts of super admins alone (decision 14).
import { eq } from 'drizzle-orm';
import type { NewOrganization, OrganizationChange, OrganizationRow } from '#sync/contract/organization.ts';
import { Refusal } from '#sync/contract/refusal.ts';
import { noteAct } from '../audit/note.ts';
import { type Db, run, type Source, type Steps } from '../db/client.ts';
import { type Acting, signed } from '../http/admin.ts';
import { onTheWire, organizationById } from './list-organizations.ts';
import { requireOrganization } from './require-organization.ts';

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
