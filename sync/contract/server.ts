import * as z from 'zod/mini';
/**
 * Every path that the server itself answers. All other paths are pages of the app: the service worker's
 * navigation fallback and the development server both use this one list.
 */
export const SERVER_PATHS = ['/api/', '/auth/v1/', '/media/', '/dev/'] as const;

/** True when `pathname` (with its leading slash, without a query) belongs to the server. */
export function isServerPath(pathname: string): boolean {
  return SERVER_PATHS.some((prefix) => pathname.startsWith(prefix));
}

/** Every answer of the API carries this header; an answer without it did not come from us (Y10). */
export const MARKER_HEADER = 'X-Groundwork-Api';
export const MARKER_VALUE = '1';

/** When an answer's operation was applied, or answered again, ISO 8601 to the millisecond; the Date header has seconds. */
export const ANSWERED_AT_HEADER = 'X-Answered-At';

/** Answer of GET /api/config: what one build needs to know of the installation it runs on. */
export const Config = z.object({
  /** Base address of the auth service, without a trailing slash, e.g. `https://host/auth/v1`. */
  authUrl: z.string(),
  publishableKey: z.string(),
  partner: z.nullable(z.object({ name: z.string(), courseId: z.int() })),
  version: z.string(),
});
export type Config = z.infer<typeof Config>;
