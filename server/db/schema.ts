// Every table, written once for both engines. A column cannot differ between them.
import type { Kit } from './kit.ts';
import { defineIntegrations } from './schema-integrations.ts';
import { defineJobs } from './schema-jobs.ts';
import { defineLearning } from './schema-learning.ts';
import { defineMedia } from './schema-media.ts';
import { defineProgress } from './schema-progress.ts';
import { defineUpkeep } from './schema-upkeep.ts';

/** All tables of the product in the words of one kit, parents before children: the order in which rows can be copied. */
export function defineSchema(k: Kit) {
  const learning = defineLearning(k);
  return {
    ...learning.tables,
    ...defineMedia(k, learning),
    ...defineProgress(k, learning),
    ...defineJobs(k, learning),
    ...defineIntegrations(k, learning),
    ...defineUpkeep(k, learning),
  };
}

/** The tables by name: `db.tables.courses`. Rows are typed by `typeof db.tables.courses.$inferSelect`. */
export type Tables = ReturnType<typeof defineSchema>;
