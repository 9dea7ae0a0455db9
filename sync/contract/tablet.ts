import * as z from 'zod/mini';
import { Count, MAX_ID, requiredText } from './fields.ts';
import { SearchedPage } from './organization.ts';

// The tablets of an organization: what a device says of itself when it speaks to the server, and what an admin does with
// it. Nothing in it says who uses the device.

export const TABLET_NAME_LIMIT = 60;
/** Work that waits for longer needs someone who takes the tablet to a network. */
export const OLD_WORK_DAYS = 3;
/** A tablet that has not been heard from for longer may be lost. */
export const SILENT_DAYS = 14;

const Some = Count.check(z.lte(MAX_ID));

/** Body of POST /api/tablets. */
export const TabletReport = z.object({
  /** Made by the device, and kept in its database. */
  id: z.uuid(),
  /** Of the app. */
  version: z.string().check(z.regex(/^[\w.+-]{1,40}$/)),
  /** How many can continue here without signing in, or have unsent work here. */
  people: Some,
  /** Of all of them. */
  unsent: Some,
  /** By the device's own clock, which may be wrong; null when nothing waits. */
  oldestUnsentSeconds: z.nullable(Some),
  /** Null where the browser does not say. */
  storage: z.nullable(z.object({ usedBytes: Count, quotaBytes: Count, isPersistent: z.boolean() })),
  /** The last `signOutAskedAt` that this device has followed. */
  signedOutFor: z.nullable(z.iso.datetime()),
});
export type TabletReport = z.infer<typeof TabletReport>;
/** Its response: when an admin asked for everybody to be signed out, unless this device has done it; ISO 8601. */
export type TabletAnswer = { signOutAskedAt: string | null };

export const TABLET_STATES = ['all', 'old-work', 'silent'] as const;

/** Query of GET /api/admin/tablets. The search is about the name and the browser. */
export const TabletsQuery = z.extend(SearchedPage, {
  organizationId: z.optional(z.uuid()),
  state: z._default(z.enum(TABLET_STATES), 'all'),
  sort: z._default(z.enum(['-contact', 'contact', '-unsent', 'unsent']), '-contact'),
});
export type TabletsQuery = z.infer<typeof TabletsQuery>;

/** A tablet in the list. Times are ISO 8601. */
export type TabletRow = {
  id: string;
  organization: { id: string; name: string };
  /** Given by an admin. */
  name: string | null;
  /** 'Chrome on Android'. */
  browser: string;
  version: string;
  people: number;
  unsent: number;
  oldestUnsentAt: string | null;
  storage: TabletReport['storage'];
  lastContactAt: string;
  /** Set until the tablet has done it. */
  signOutAskedAt: string | null;
  signedOutAt: string | null;
};

/** Body of PATCH /api/admin/tablets/{id}: a name (null takes it away), or whether everybody is signed out at the next contact. */
export const TabletChange = z.object({
  name: z.optional(
    z.nullable(
      requiredText(
        'Please enter a name.',
        TABLET_NAME_LIMIT,
        `The name may have at most ${TABLET_NAME_LIMIT} characters.`,
      ),
    ),
  ),
  signOut: z.optional(z.boolean()),
});
export type TabletChange = z.infer<typeof TabletChange>;
