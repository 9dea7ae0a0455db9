import type { AdminCourse } from '#sync/contract/organization.ts';
import { byId, call, pathOf } from '../../api/client.ts';
import { server } from '../../api/session.ts';
import { useApiMutation } from '../../api/use-api-mutation.ts';
import type { ToastMessage } from '../../ui/toaster.tsx';
import { adminFailures } from '../forms/messages.ts';

/** Publishes or archives a course, or takes that back. */
export const useCourseChange = (courseId: number, toastOf: (course: AdminCourse) => ToastMessage) =>
  useApiMutation({
    send: (json: { isPublished: boolean } | { isArchived: boolean }) =>
      call(server.admin.courses[':id'].$put({ ...byId(courseId), json })),
    successToast: ({ course }) => toastOf(course),
    errorToast: adminFailures.updateCourse,
    invalidates: [pathOf(server.admin.courses)],
  });
