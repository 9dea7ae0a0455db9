// Names that earlier versions stored as they came are cleaned once, so that every screen, mail and file shows them safely.
import { eq } from 'drizzle-orm';
import { cleanName } from '#sync/contract/name.ts';
import type { Db } from './unit-of-work.ts';

const DONE_KEY = 'names_cleaned';

/** Cleans the stored names, unless that was done before. */
export async function cleanStoredNames(db: Db): Promise<void> {
  const { meta, organizations, profiles, courses, courseModules, lessons, assets, certificates } = db.tables;
  const [done] = await db.select({ value: meta.value }).from(meta).where(eq(meta.key, DONE_KEY));
  if (done) return;

  for (const { id, name } of await db.select({ id: organizations.id, name: organizations.name }).from(organizations)) {
    const change = changeOf({ name });
    if (change) await db.update(organizations).set(change).where(eq(organizations.id, id));
  }
  for (const { id, fullName } of await db.select({ id: profiles.id, fullName: profiles.fullName }).from(profiles)) {
    const change = changeOf({ fullName: fullName ?? '' });
    if (change) {
      const nameKey = change.fullName.toLowerCase();
      await db
        .update(profiles)
        .set({ ...change, nameKey })
        .where(eq(profiles.id, id));
    }
  }
  const { title, instructorName } = courses;
  for (const { id, ...names } of await db.select({ id: courses.id, title, instructorName }).from(courses)) {
    const change = changeOf(names);
    if (change) await db.update(courses).set(change).where(eq(courses.id, id));
  }
  for (const table of [courseModules, lessons]) {
    for (const { id, title } of await db.select({ id: table.id, title: table.title }).from(table)) {
      const change = changeOf({ title });
      if (change) await db.update(table).set(change).where(eq(table.id, id));
    }
  }
  for (const { id, fileName } of await db.select({ id: assets.id, fileName: assets.fileName }).from(assets)) {
    const change = changeOf({ fileName });
    if (change) await db.update(assets).set(change).where(eq(assets.id, id));
  }
  const { learnerName, courseTitle } = certificates;
  for (const { id, ...names } of await db
    .select({ id: certificates.id, learnerName, courseTitle })
    .from(certificates)) {
    const change = changeOf(names);
    if (change) await db.update(certificates).set(change).where(eq(certificates.id, id));
  }
  await db.insert(meta).values({ key: DONE_KEY, value: 'yes' }).onConflictDoNothing();
}

/** The cleaned names; undefined when they are clean. A name of nothing else becomes a dash. */
function changeOf<T extends Record<string, string>>(names: T): T | undefined {
  const clean = Object.entries(names).map(([key, name]) => [key, name && (cleanName(name) || '-')] as const);
  return clean.some(([key, name]) => name !== names[key]) ? (Object.fromEntries(clean) as T) : undefined;
}
