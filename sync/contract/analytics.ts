import * as z from 'zod/mini';

const Count = z.int().check(z.nonnegative());

/** Answer of GET /api/admin/stats: how many of each the whole installation has, drafts and inactive ones included. */
export const AdminStats = z.object({ organizations: Count, users: Count, courses: Count });
export type AdminStats = z.infer<typeof AdminStats>;
