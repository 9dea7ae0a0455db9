// /create-course (M11): a course written at length and saved as a draft; lessons and settings come afterwards.

import { paths } from '../../paths.ts';
import { usePageTitle } from '../../ui/page-title.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { AdminFrame } from '../frame/admin-frame.tsx';
import { AdminGate } from '../frame/admin-gate.tsx';
import { CreateCourseForm } from './create-course-form.tsx';
import { useKeptCourse } from './use-kept-course.ts';

export function CreateCoursePage() {
  usePageTitle('Create Course');
  return <AdminGate opens="any">{() => <CreateCourse />}</AdminGate>;
}

function CreateCourse() {
  const { kept, isRestored, type, settle, startOver } = useKeptCourse();
  return (
    <AdminFrame
      title="Create Course"
      back={{ to: paths.adminCourses(), label: 'Back to Courses' }}
      description="What you type is kept on this device until it is saved."
    >
      {kept ? (
        <CreateCourseForm {...{ kept, isRestored, type, settle, startOver }} />
      ) : (
        <Skeleton className="h-200 w-full" />
      )}
    </AdminFrame>
  );
}
