import * as z from 'zod/mini';

// What a person may ask about their own data: a copy of all of it, and that it is erased.

/** How long an export can be downloaded, in days. */
export const EXPORT_KEPT_DAYS = 7;

/** A proof of identity is fresh for five minutes. */
export const FRESH_SIGN_IN_SECONDS = 300;

/** One export; times are ISO 8601, `sizeBytes` is null until it is ready. */
export type DataExport = {
  id: string;
  state: 'waiting' | 'ready' | 'failed';
  requestedAt: string;
  expiresAt: string;
  sizeBytes: number | null;
};

/**
 * Body of POST /api/account/erase and POST /api/admin/users/:userId/erase. `proof` is an access token of the same person
 * from a sign-in within the last five minutes; it may be left out when the request's own session is that fresh.
 */
export const Erasure = z.object({ proof: z.optional(z.string()) });

/** Response of both. */
export type Erased = { message: string };

/** Response of GET /api/erasures/:userId, for a device whose session has ended. */
export type ErasureState = { erased: boolean };
