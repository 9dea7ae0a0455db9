// What two people have learned, written into the product's database as if over the last weeks.
import { askDatabase } from './database.ts';
import type { Product } from './product.ts';

const DAY_MS = 86_400_000;
const ago = (days: number) => Date.now() - days * DAY_MS;

export const ANN = { id: '11111111-0000-4000-8000-000000000001', name: 'Ann Analyst', email: 'ann@people.example' };
export const BEN = { id: '22222222-0000-4000-8000-000000000002', name: 'Ben Builder', email: 'ben@people.example' };

/** The quiz that both answered. */
export type Recorded = { quiz: { id: number; title: string }; organizationId: string };

/**
 * Ann, of Demo Inspections, began course 4 ten days ago and failed its quiz three times of four. Ben, of no organization,
 * began course 2 forty days ago, completed it five days ago, and passed that quiz at once. Course 2 costs 49 dollars.
 */
export async function recordLearning(product: Product): Promise<Recorded> {
  const run = (sql: string, ...values: unknown[]) => askDatabase(product, sql, ...values);
  const [organization] = await askDatabase<{ id: string }>(product, 'select id from organizations limit 1');
  const [quiz] = await askDatabase<{ id: number; title: string }>(
    product,
    "select id, title from lessons where course_id = 4 and title like 'Quiz%' order by order_index limit 1",
  );
  if (!organization || !quiz) throw new Error('The sample content lost its organization or its quiz.');
  for (const [who, home] of [
    [ANN, organization.id],
    [BEN, null],
  ] as const) {
    await run(
      'insert into profiles (id, email, full_name, organization_id, created_at, updated_at) values (?, ?, ?, ?, ?, ?)',
      ...[who.id, who.email, who.name, home, ago(60), ago(60)],
    );
  }
  await run('update courses set price_cents = 4900 where id = 2');
  const enroll = `insert into course_progress (user_id, course_id, percent, status, enrolled_at, completed_at, last_activity_at)
    values (?, ?, ?, ?, ?, ?, ?)`;
  await run(enroll, ANN.id, 4, 40, 'in_progress', ago(10), null, ago(10));
  await run(enroll, BEN.id, 2, 100, 'completed', ago(40), ago(5), ago(5));
  await run(
    `insert into unit_progress (user_id, lesson_id, course_id, status, rev, completed_at, watched, updated_at)
      values (?, ?, 4, 'completed', 1, ?, '[]', ?)`,
    ...[ANN.id, quiz.id, ago(10), ago(10)],
  );
  const figures = (
    firstPassed: boolean,
  ) => `insert into quiz_figures (user_id, lesson_id, attempts, passed, score_sum, duration_ms_sum, timed_attempts, last_attempt_at, first_attempt_at, first_passed)
    values (?, ?, ?, ?, ?, ?, ?, ?, ?, ${firstPassed})`;
  await run(figures(false), ANN.id, quiz.id, 4, 1, 200, 4_500, 3, ago(10), ago(12));
  await run(figures(true), BEN.id, quiz.id, 1, 1, 100, 0, 0, ago(5), ago(5));
  const rate = 'insert into course_ratings (user_id, course_id, stars, created_at, updated_at) values (?, ?, ?, ?, ?)';
  await run(rate, BEN.id, 2, 5, ago(40), ago(40));
  await run(rate, ANN.id, 4, 3, ago(3), ago(3));
  return { quiz, organizationId: organization.id };
}
