import { type AdminCourse, CourseKept } from '#sync/contract/organization.ts';
import { useAct } from '../use-act.ts';
import { adminFailures } from '../words.ts';
import { type CourseForm, screenPayload } from './course-form.ts';

/** Saves what is typed as a draft: a new one, or again the one that it became (`savedId`), never a second. */
export function useSaveCourse(savedId: number | undefined) {
  const { run, failure } = useAct({
    method: savedId === undefined ? 'POST' : 'PUT',
    path: () => (savedId === undefined ? '/api/courses' : `/api/admin/courses/${savedId}`),
    payload: (form: CourseForm) => {
      const { isPublished, ...written } = screenPayload(form);
      // Saved again, it stays what it has become meanwhile.
      return savedId === undefined ? { ...written, isPublished } : written;
    },
    answer: CourseKept,
    failed: adminFailures.writeCourse,
    refreshes: ['/api/admin/courses'],
  });
  const save = async (form: CourseForm): Promise<AdminCourse | undefined> => (await run(form))?.course;
  return { save, failure };
}
