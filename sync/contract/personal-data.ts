import * as z from 'zod/mini';

// What a person may ask about their own data: a copy of all of it, and that it is erased.

/** How long an export can be downloaded, in days. */
export const EXPORT_KEPT_DAYS = 7;

/** A proof of identity is fresh for five minutes. */
export const FRESH_SIGN_IN_SECONDS = 300;

/** One export; times are ISO 8601, `sizeBytes` is null until it is ready. */
export const DataExport = z.object({
  id: z.uuid(),
  state: z.enum(['waiting', 'ready', 'failed']),
  requestedAt: z.string(),
  expiresAt: z.string(),
  sizeBytes: z.nullable(z.int()),
});
export type DataExport = z.infer<typeof DataExport>;

/** Response of GET and POST /api/account/exports, newest first. */
export const DataExportList = z.object({ exports: z.array(DataExport) });
export type DataExportList = z.infer<typeof DataExportList>;

/**
 * Body of POST /api/account/erase and POST /api/admin/users/:userId/erase. `proof` is an access token of the same person
 * from a sign-in within the last five minutes; it may be left out when the request's own session is that fresh.
 */
export const Erasure = z.object({ proof: z.optional(z.string()) });

/** Response of both. */
export const Erased = z.object({ message: z.string() });
export type Erased = z.infer<typeof Erased>;

/** Response of GET /api/erasures/:userId, for a device whose session has ended. */
export const ErasureState = z.object({ erased: z.boolean() });
export type ErasureState = z.infer<typeof ErasureState>;
