import { Eye, EyeOff } from 'lucide-react';
import { type AdminCourse, CourseKept } from '#sync/contract/organization.ts';
import { Button } from '../../ui/button.tsx';
import { useAct } from '../use-act.ts';
import { adminFailures } from '../words.ts';

/** Shows the course to its learners, or takes it away from them; the other word takes it back. */
export function PublishButton({ course }: { course: AdminCourse }) {
  const { run, isRunning } = useAct({
    method: 'PUT',
    path: () => `/api/admin/courses/${course.id}`,
    payload: (isPublished: boolean) => ({ isPublished }),
    answer: CourseKept,
    said: ({ course: { title, isPublished } }) => ({
      title: isPublished ? 'Course published' : 'Course is a draft again',
      description: isPublished ? `${title} can be taken now.` : `Learners no longer see ${title}.`,
    }),
    failed: adminFailures.updateCourse,
    refreshes: ['/api/admin/courses'],
  });
  const Icon = course.isPublished ? EyeOff : Eye;
  return (
    <Button
      variant={course.isPublished ? 'secondary' : 'primary'}
      disabled={isRunning}
      onClick={() => void run(!course.isPublished)}
    >
      <Icon aria-hidden className="size-5" />
      {course.isPublished ? 'Unpublish' : 'Publish'}
    </Button>
  );
}
