import { and, count, eq, isNotNull, isNull, type SQL } from 'drizzle-orm';
import { run, type TxContext } from '../db/client.ts';

/** What an account was given in an organization, and what it made there. */
export function* countGiven(tx: TxContext, id: string) {
  const { courseProgress, groupMembers, invitations } = tx.tables;
  const { userId, isAssigned, dueOn } = courseProgress;
  const counted = function* (table: typeof courseProgress | typeof groupMembers | typeof invitations, where?: SQL) {
    const [row] = yield* run(tx.select({ rows: count() }).from(table).where(where));
    return row?.rows ?? 0;
  };
  return {
    enrollments: yield* counted(courseProgress, and(eq(userId, id), eq(isAssigned, true))),
    dueDates: yield* counted(courseProgress, and(eq(userId, id), isNotNull(dueOn))),
    groups: yield* counted(groupMembers, eq(groupMembers.userId, id)),
    invitations: yield* counted(invitations, and(eq(invitations.createdBy, id), isNull(invitations.revokedAt))),
  };
}
