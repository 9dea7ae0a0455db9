import { CourseKept } from '#sync/contract/organization.ts';
import { api } from '../../api/session.ts';
import { useApiMutation } from '../../api/use-api-mutation.ts';
import { adminFailures } from '../frame/messages.ts';

/** Shows the course to its learners (`run(true)`), or takes it away from them. */
export function usePublish(courseId: number) {
  return useApiMutation({
    send: (isPublished: boolean) =>
      api(`/api/admin/courses/${courseId}`, { method: 'PUT', payload: { isPublished }, answer: CourseKept }),
    said: ({ course: { title, isPublished } }) => ({
      title: isPublished ? 'Course published' : 'Course is a draft again',
      description: isPublished ? `${title} can be taken now.` : `Learners no longer see ${title}.`,
    }),
    failed: adminFailures.updateCourse,
    refreshes: ['/api/admin/courses'],
  });
}
