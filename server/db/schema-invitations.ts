// The invitations that bring people into an organization, and who used them.
import { randomUUID } from 'node:crypto';
import type { Kit } from './kit.ts';
import type { LearningTables } from './schema-learning.ts';
import type { PeopleTables } from './schema-people.ts';

export function defineInvitations(k: Kit, { organizations, profiles, courses }: PeopleTables & LearningTables) {
  const invitations = k.table(
    'invitations',
    {
      id: k.uuid('id').primaryKey().$defaultFn(randomUUID),
      /** SHA-256 of the token in hex; the token itself is shown once and kept nowhere. */
      tokenHash: k.text('token_hash').notNull().unique(),
      organizationId: k
        .uuid('organization_id')
        .notNull()
        .references(() => organizations.id, { onDelete: 'cascade' }),
      /** Consuming also enrolls here. */
      courseId: k.int('course_id').references(() => courses.id, { onDelete: 'set null' }),
      /** The person it was made for, when it was made for one (Z6). */
      email: k.text('email'),
      role: k
        .text('role', { enum: ['member', 'admin'] })
        .notNull()
        .default('member'),
      maxUses: k.int('max_uses').notNull().default(50),
      uses: k.int('uses').notNull().default(0),
      expiresAt: k.date('expires_at'),
      revokedAt: k.date('revoked_at'),
      createdBy: k.uuid('created_by').references(() => profiles.id, { onDelete: 'set null' }),
      createdAt: k.date('created_at').notNull().$defaultFn(now),
    },
    (t) => [
      k.index('invitations_by_organization').on(t.organizationId, t.createdAt, t.id),
      k.index('invitations_by_course').on(t.courseId),
      k.index('invitations_by_author').on(t.createdBy),
    ],
  );

  /** Who used which invitation: the second time is a 409 (decisions 16). */
  const invitationUses = k.table(
    'invitation_uses',
    {
      invitationId: k
        .uuid('invitation_id')
        .notNull()
        .references(() => invitations.id, { onDelete: 'cascade' }),
      userId: k
        .uuid('user_id')
        .notNull()
        .references(() => profiles.id, { onDelete: 'cascade' }),
      usedAt: k.date('used_at').notNull().$defaultFn(now),
    },
    (t) => [k.primaryKey({ columns: [t.invitationId, t.userId] }), k.index('invitation_uses_by_user').on(t.userId)],
  );

  return { invitations, invitationUses };
}

const now = () => new Date();
