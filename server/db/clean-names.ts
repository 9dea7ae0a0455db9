// Names that earlier versions stored as they came are cleaned once, so that every screen, mail and file shows them safely.
import { eq, getTableColumns } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { cleanName } from '#sync/contract/name.ts';
import type { Db } from './unit-of-work.ts';

const DONE_KEY = 'names_cleaned';

const NAMES = {
  organizations: ['name'],
  profiles: ['fullName'],
  courses: ['title', 'instructorName'],
  courseModules: ['title'],
  lessons: ['title'],
  assets: ['fileName'],
  certificates: ['learnerName', 'courseTitle'],
} as const;

/** Cleans the stored names, unless that was done before. */
export async function cleanStoredNames(db: Db): Promise<void> {
  const { meta } = db.tables;
  const [done] = await db.select({ value: meta.value }).from(meta).where(eq(meta.key, DONE_KEY));
  if (done) return;
  for (const [key, names] of Object.entries(NAMES)) {
    const table = db.tables[key as keyof typeof NAMES] as PgTable;
    const all = getTableColumns(table) as Record<string, PgColumn>;
    const columns = Object.fromEntries(Object.entries(all).filter(([name]) => ['id', ...names].includes(name)));
    for (const { id, ...stored } of await db.select(columns).from(table)) {
      const change = changeOf(stored as Record<string, string | null>);
      if (change)
        await db
          .update(table)
          .set(change)
          .where(eq(all.id as PgColumn, id));
    }
  }
  await db.insert(meta).values({ key: DONE_KEY, value: 'yes' }).onConflictDoNothing();
}

/** The cleaned names; undefined when they are clean. A name of nothing else becomes a dash. */
function changeOf(names: Record<string, string | null>): Record<string, string | null> | undefined {
  const clean = Object.entries(names).map(([key, name]) => [key, name && (cleanName(name) || '-')] as const);
  if (clean.every(([key, name]) => name === names[key])) return undefined;
  const { fullName, ...others } = Object.fromEntries(clean);
  return fullName ? { fullName, nameKey: fullName.toLowerCase(), sortName: '' } : others;
}
