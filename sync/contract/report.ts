import * as z from 'zod/mini';
import { Count } from './fields.ts';

// What went wrong in a browser, for the audit log: where in the code, never what a person typed or read.

/** The most reports that a device keeps and one call sends. */
export const REPORTS_LIMIT = 20;

export const BrowserReport = z.object({
  /** Made by the browser: a report whose answer got lost is logged twice, under one id. */
  id: z.uuid(),
  kind: z.enum(['error', 'save_failed']),
  /** ISO 8601, by the device's clock. */
  at: z.iso.datetime(),
  /** The error's class with a status and a code, such as 'QuotaExceededError' or 'ApiError 500 internal'. */
  name: z.string().check(z.regex(/^[\w$ -]{1,80}$/)),
  /** Positions in the app's files, innermost first: 'learn-a1b2.js:1:2345'. */
  where: z.array(z.string().check(z.regex(/^[\w.-]{1,80}:\d{1,7}:\d{1,7}$/))).check(z.maxLength(8)),
  /** The page's address without its ids: '/course/-/lesson/-'. */
  page: z.string().check(z.regex(/^[a-z/-]{1,120}$/)),
  /** How many times since the last report. */
  count: Count,
});
export type BrowserReport = z.infer<typeof BrowserReport>;

/** Body of POST /api/browser-reports. */
export const BrowserReports = z.object({
  reports: z.array(BrowserReport).check(z.minLength(1), z.maxLength(REPORTS_LIMIT)),
});
/** Its response; 0 when BROWSER_REPORTS is off. */
export type ReportsTaken = { taken: number };
