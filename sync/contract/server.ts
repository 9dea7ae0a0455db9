import * as z from 'zod/mini';
import { BadgeKey } from './badge.ts';

/**
 * All paths that the server answers; every other path is a page of the app. The service worker's navigation fallback
 * and the development server use this list.
 */
export const SERVER_PATHS = ['/api/', '/auth/v1/', '/media/', '/dev/'] as const;

/** True when `pathname` (with its leading slash, without a query) belongs to the server. */
export function isServerPath(pathname: string): boolean {
  return SERVER_PATHS.some((prefix) => pathname.startsWith(prefix));
}

/** Every API response carries this header; a response without it did not come from us (Y10). */
export const MARKER_HEADER = 'X-Groundwork-Api';
export const MARKER_VALUE = '1';
export const isMarked = ({ headers }: Response) => headers.get(MARKER_HEADER) === MARKER_VALUE;

/**
 * When a response's operation was applied or answered again, ISO 8601 to the millisecond; the Date header only has
 * seconds.
 */
export const ANSWERED_AT_HEADER = 'X-Answered-At';

/**
 * Whether people may make an account on their own: 'unconfirmed' when nobody proves that their address is theirs, 'closed'
 * when they may not.
 */
export const SignUps = z.enum(['open', 'unconfirmed', 'closed']);
export type SignUps = z.infer<typeof SignUps>;

/** Response of GET /api/config: what the app needs to know about its installation. */
export const Config = z.object({
  /** Base URL of the auth service without a trailing slash; '/auth/v1' when it is this server's own. */
  authUrl: z.string(),
  publishableKey: z.string(),
  partner: z.nullable(z.object({ name: z.string(), courseId: z.int() })),
  version: z.string(),
  /** Other hosts whose pictures may be shown: 'cdn.example', or '*.example' for all below it. */
  mediaHosts: z.optional(z.array(z.string())),
  /** False when the server takes no reports of browsers (report.ts). */
  browserReports: z.optional(z.boolean()),
  /** False when the server takes no reports of tablets (tablet.ts). */
  tabletReports: z.optional(z.boolean()),
  /** True where the server converts videos, and so takes further formats. */
  convertsVideos: z.optional(z.boolean()),
  /** Absent on a device that stored an older answer, and then open. */
  signUps: z.optional(SignUps),
  /** A provider to sign in with: its id for the auth service, and its name on the button. */
  provider: z.optional(z.object({ id: z.string(), name: z.string() })),
  /** Whether there may be accounts to look around as (GET /api/demo-accounts); never in production. */
  hasDemoAccounts: z.optional(z.boolean()),
  /** The languages to choose from, and the one of whoever has chosen none; absent, English alone. */
  languages: z.optional(z.array(z.string())),
  defaultLanguage: z.optional(z.string()),
  /** What badges are checked by, also offline. */
  badgeKeys: z.optional(z.array(BadgeKey)),
});
export type Config = z.infer<typeof Config>;
