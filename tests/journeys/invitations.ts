// Invitations as an administrator makes them, written into the product's SQLite file: the pages that make them come later.
import { createHash, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import type { Product } from './product.ts';

/** The organization of the sample content that every invitation here leads into. */
export const ORGANIZATION = 'Demo Inspections';

export type InvitationWishes = {
  maxUses?: number;
  /** Unix milliseconds; never without it. */
  expiresAt?: number;
  /** The only address that it is for, as one that was mailed. */
  email?: string;
  courseId?: number;
};

/** Makes an invitation and answers its token. */
export function invite(
  { dataDir }: Product,
  { maxUses = 50, expiresAt, email, courseId }: InvitationWishes = {},
): string {
  const token = `e2e-${randomUUID()}`;
  const database = new Database(join(dataDir, 'groundwork.db'));
  try {
    const organization = database
      .prepare<[string], { id: string }>('select id from organizations where name = ?')
      .get(ORGANIZATION);
    if (!organization) throw new Error('The sample organization is gone.');
    database
      .prepare(
        "insert into invitations (id, organization_id, token_hash, role, max_uses, uses, expires_at, email, course_id, created_by, created_at) values (?, ?, ?, 'member', ?, 0, ?, ?, ?, (select id from profiles where is_super_admin limit 1), ?)",
      )
      .run(
        randomUUID(),
        organization.id,
        createHash('sha256').update(token).digest('hex'),
        maxUses,
        expiresAt ?? null,
        email ?? null,
        courseId ?? null,
        Date.now(),
      );
    return token;
  } finally {
    database.close();
  }
}
