import { useMemo } from 'react';
import type { AdminCourse } from '#sync/contract/organization.ts';
import type { ApiQuery } from '../../api/use-api-query.ts';
import { useOutline } from '../frame/use-outline.ts';
import { type CourseForm, minutesIn } from './course-form.ts';
import { type Checklist, checkCourse } from './publish-checklist.ts';

/** The checklist of a course by its lessons on the server, and, while it is being edited, by what its form says. */
export function useChecklist(course: AdminCourse, form?: CourseForm): ApiQuery<Checklist> {
  const { data, trouble, again } = useOutline(course.id);
  const { visibility } = form ?? course;
  const organizationId = (form ?? course).organizationId || null;
  const duration = form ? minutesIn(form.duration) : course.duration;
  const thumbnail = (form ?? course).thumbnail?.trim() || null;
  const checklist = useMemo(
    () => data && checkCourse({ visibility, organizationId, duration, thumbnail }, data),
    [data, visibility, organizationId, duration, thumbnail],
  );
  return { data: checklist, trouble, again };
}
