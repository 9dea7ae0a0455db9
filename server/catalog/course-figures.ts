// Counts who takes and rates the courses of many, so that no catalog has to (decision 296).
import { count, gte, inArray, sql } from 'drizzle-orm';
import { inBatches, number, run } from '../db/client.ts';
import { allExcluded } from '../db/prepared.ts';
import type { Deps } from '../deps.ts';

/** A course of fewer people is counted whenever it is read. */
export const MANY_PEOPLE = 1000;

/** Counts the courses of many anew, and keeps what has changed. Several processes may do it at once: they write the same. */
export async function countLargeCourses({ db }: Pick<Deps, 'db'>): Promise<void> {
  const { courseFigures, courseProgress, courseRatings } = db.tables;
  const { courseId, enrolled, reviews, starsSum } = courseFigures;
  const taken = await db.aside
    .select({ courseId: courseProgress.courseId, enrolled: count() })
    .from(courseProgress)
    .groupBy(courseProgress.courseId)
    .having(gte(count(), MANY_PEOPLE));
  const kept = new Map((await db.select().from(courseFigures)).map((row) => [row.courseId, row]));
  if (taken.length === 0 && kept.size === 0) return;
  const rated = await db.aside
    .select({ courseId: courseRatings.courseId, reviews: count(), starsSum: number(sql`sum(${courseRatings.stars})`) })
    .from(courseRatings)
    .where(
      inArray(
        courseRatings.courseId,
        taken.map((row) => row.courseId),
      ),
    )
    .groupBy(courseRatings.courseId);
  const ratings = new Map(rated.map((row) => [row.courseId, row]));
  const rows = taken.map((row) => ({ reviews: 0, starsSum: 0, ...ratings.get(row.courseId), ...row }));
  const changed = rows.filter((row) => {
    const before = kept.get(row.courseId);
    return !before || (['enrolled', 'reviews', 'starsSum'] as const).some((name) => row[name] !== before[name]);
  });
  for (const row of rows) kept.delete(row.courseId);
  const small = [...kept.keys()];
  if (changed.length === 0 && small.length === 0) return;
  await db.transact(function* ({ queries }) {
    for (const part of inBatches(small)) yield* run(queries.delete(courseFigures).where(inArray(courseId, part)));
    const set = allExcluded({ enrolled, reviews, starsSum });
    for (const part of inBatches(changed))
      yield* run(queries.insert(courseFigures).values(part).onConflictDoUpdate({ target: courseId, set }));
  });
}
