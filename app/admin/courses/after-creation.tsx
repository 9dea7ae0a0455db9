import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/state-view.tsx';

type AfterCreationProps = {
  what: 'Lessons' | 'Settings';
  /** The course, once it is saved. */
  courseId: number | undefined;
};

/** A tab of the creation screen whose time comes later (decisions 7). */
export function AfterCreation({ what, courseId }: AfterCreationProps) {
  return (
    <EmptyState
      title={`${what} come after creation`}
      action={courseId !== undefined && <Button to={paths.adminCourse(courseId)}>Open the course</Button>}
    >
      {what === 'Lessons'
        ? 'Create the course first. Its lessons, videos and quizzes are then added on its own page.'
        : 'Create the course first. Its price, its visibility and its publishing are then set on its own page.'}
    </EmptyState>
  );
}
