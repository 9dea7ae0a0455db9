import { count } from 'drizzle-orm';
import type { AdminStats } from '#sync/contract/analytics.ts';
import type { Db } from '../db/client.ts';

/** Everything that there is here: also inactive organizations, and courses that are drafts. */
export async function countInstallation(db: Db): Promise<AdminStats> {
  const { organizations, profiles, courses } = db.tables;
  const rowsOf = async (table: typeof organizations | typeof profiles | typeof courses) => {
    const [row] = await db.select({ rows: count() }).from(table);
    return row?.rows ?? 0;
  };
  return { organizations: await rowsOf(organizations), users: await rowsOf(profiles), courses: await rowsOf(courses) };
}
