import { BulkOutcome } from '#sync/contract/organization.ts';
import type { ToastMessage } from '../../ui/toast.tsx';
import { useAct } from '../use-act.ts';
import { adminFailures } from '../words.ts';

/** Enrolls people in a course by hand. `said` is the toast after it; nothing is said without. */
export function useEnroll(courseId: number, said?: (outcome: BulkOutcome) => ToastMessage | undefined) {
  return useAct({
    method: 'POST',
    path: () => `/api/admin/courses/${courseId}/enrollments`,
    payload: (userIds: readonly string[]) => ({ userIds }),
    answer: BulkOutcome,
    ...(said && { said }),
    failed: adminFailures.enroll,
    refreshes: [`/api/admin/courses/${courseId}`],
  });
}
