// Who there is: organizations and the people in them.
import { randomUUID } from 'node:crypto';
import type { Kit } from './kit.ts';

export function definePeople(k: Kit) {
  const organizations = k.table(
    'organizations',
    {
      id: k.uuid('id').primaryKey().$defaultFn(randomUUID),
      name: k.text('name').notNull(),
      slug: k.text('slug').notNull().unique(),
      isActive: k.bool('is_active').notNull().default(true),
      createdAt: k.date('created_at').notNull().$defaultFn(now),
      updatedAt: k.date('updated_at').notNull().$defaultFn(now).$onUpdateFn(now),
    },
    (t) => [k.index('organizations_by_age').on(t.createdAt, t.id)],
  );

  // `id` is the auth user's id, of whichever service: so it references no table of ours (A15).
  const profiles = k.table(
    'profiles',
    {
      id: k.uuid('id').primaryKey(),
      /** Lower-case. */
      email: k.text('email').notNull(),
      fullName: k.text('full_name'),
      /** The full name trimmed and lower-cased in JavaScript, for the name-availability question. */
      nameKey: k.text('name_key'),
      /** True once the person saved the name themselves (decisions 17). */
      nameChosen: k.bool('name_chosen').notNull().default(false),
      avatarUrl: k.text('avatar_url'),
      organizationId: k.uuid('organization_id').references(() => organizations.id, { onDelete: 'set null' }),
      isOrgAdmin: k.bool('is_org_admin').notNull().default(false),
      isSuperAdmin: k.bool('is_super_admin').notNull().default(false),
      createdAt: k.date('created_at').notNull().$defaultFn(now),
      updatedAt: k.date('updated_at').notNull().$defaultFn(now).$onUpdateFn(now),
    },
    (t) => [
      k.index('profiles_by_email').on(t.email),
      k.index('profiles_by_age').on(t.createdAt, t.id),
      k.index('profiles_by_organization').on(t.organizationId, t.createdAt, t.id),
      k.index('profiles_by_name').on(t.nameKey, t.organizationId),
    ],
  );

  return { organizations, profiles };
}
export type PeopleTables = ReturnType<typeof definePeople>;

const now = () => new Date();
