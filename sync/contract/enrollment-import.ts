import * as z from 'zod/mini';
import { BULK_LIMIT } from './organization.ts';

// Enrolling people by a CSV file.

/** The most different due dates that one file gives. */
export const DUE_DATES_LIMIT = 20;

/** Body of POST /api/admin/courses/{id}/enrollments/import: people by their addresses, each with their due date. */
export const EnrollmentImport = z.object({
  dryRun: z.boolean(),
  /** Whoever is enrolled, or gets another due date, is told by email. */
  sendEmail: z.optional(z.boolean()),
  rows: z
    .array(
      z.object({
        email: z.string().check(z.maxLength(1000)),
        /** A day such as '2026-12-03'; empty for none, or for the one they have. */
        due: z.optional(z.string().check(z.maxLength(1000))),
        /** The row of an exported list in which nobody had enrolled them: it asks for no enrollment. */
        isOwn: z.optional(z.boolean()),
      }),
    )
    .check(z.minLength(1, 'The file has no rows.'), z.maxLength(BULK_LIMIT, `At most ${BULK_LIMIT} rows at a time.`)),
});
export type EnrollmentImport = z.infer<typeof EnrollmentImport>;

/** What becomes of one row, or would; `change` gives another due date. */
export type ImportedEnrollment = {
  email: string;
  name: string | null;
  act: 'enroll' | 'change' | 'same' | 'refused';
  /** A job is still to do it; false in a dry run. */
  isWaiting: boolean;
  field: string | null;
  reason: string | null;
};

/** One outcome per row, in the order sent. A dry run enrolls nobody. */
export type EnrollmentImportAnswer = {
  dryRun: boolean;
  changed: number;
  same: number;
  refused: number;
  rows: ImportedEnrollment[];
};
