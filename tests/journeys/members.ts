// An organization with people in it, written into the product's own database: making them by hand would take minutes.
import { randomUUID } from 'node:crypto';
import { askDatabase } from './database.ts';
import { ORGANIZATION } from './invitations.ts';
import type { Product } from './product.ts';

const DAY_MS = 86_400_000;

export type Member = { id: string; name: string; email: string };

type MemberWishes = {
  name: string;
  /** Lessons of course 1 that they have completed. */
  completed?: number;
  /** Days since the last of it, and since they came. */
  daysAgo?: number;
};

/** The id of the sample organization. */
export async function organizationId(product: Product): Promise<string> {
  const [row] = await askDatabase<{ id: string }>(product, 'select id from organizations where name = ?', ORGANIZATION);
  if (!row) throw new Error('The sample organization is gone.');
  return row.id;
}

/** Puts somebody without a way to sign in into the sample organization. */
export async function addMember(product: Product, wishes: MemberWishes): Promise<Member> {
  const { name, completed = 0, daysAgo = 0 } = wishes;
  const id = randomUUID();
  const email = `${id}@people.example`;
  const at = Date.now() - daysAgo * DAY_MS;
  await askDatabase(
    product,
    'insert into profiles (id, email, full_name, name_key, organization_id, created_at, updated_at) values (?, ?, ?, ?, ?, ?, ?)',
    ...[id, email, name, name.toLowerCase(), await organizationId(product), at, at],
  );
  await askDatabase(
    product,
    `insert into unit_progress (user_id, lesson_id, course_id, status, rev, watched, updated_at)
       select ?, id, course_id, 'completed', 1, '[]', ? from lessons where course_id = 1 order by order_index desc limit ?`,
    ...[id, at, completed],
  );
  if (completed > 0)
    await askDatabase(
      product,
      'insert into course_progress (user_id, course_id, enrolled_at, last_activity_at) values (?, 1, ?, ?)',
      ...[id, at, at],
    );
  return { id, name, email };
}
