import type { AdminCourse } from '#sync/contract/organization.ts';
import type { Admin } from '../admin-gate.tsx';
import { ConfirmDialog } from '../confirm-dialog.tsx';
import { PeopleUnderWay } from './people-under-way.tsx';
import { usePublish } from './use-publish.ts';

type UnpublishDialogProps = { admin: Admin; course: AdminCourse; open: boolean; onClose: () => void };

/** Asks before a course is taken away from its learners, saying whom it meets. */
export function UnpublishDialog({ admin, course, open, onClose }: UnpublishDialogProps) {
  const { run, isRunning } = usePublish(course.id);
  const unpublish = async () => {
    if (await run(false)) onClose();
  };
  return (
    <ConfirmDialog
      open={open}
      title="Make this course a draft again?"
      description={
        <>
          Learners no longer see the course. <PeopleUnderWay admin={admin} courseId={course.id} /> Their progress and
          their certificates stay, and they go on where they were once it is published again.
        </>
      }
      verb="Unpublish"
      running="Unpublishing..."
      isRunning={isRunning}
      variant="primary"
      onConfirm={() => void unpublish()}
      onClose={onClose}
    />
  );
}
