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
