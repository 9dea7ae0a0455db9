// Between a draft and its learners stands a checklist (Z10): what must be mended keeps the course back, the rest is told.
import type { AdminCourse } from '#sync/contract/organization.ts';
import { ApiErrorView } from '../../shell/api-error-view.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { adminTexts } from '../frame/messages.ts';
import { ChecklistView } from './checklist-view.tsx';
import { mayPublish } from './publish-checklist.ts';
import { useChecklist } from './use-checklist.ts';
import { usePublish } from './use-publish.ts';

type PublishDialogProps = { course: AdminCourse; onClose: () => void };

export function PublishDialog({ course, onClose }: PublishDialogProps) {
  const { data: checklist, trouble, again } = useChecklist(course);
  const { run, isRunning } = usePublish(course.id);
  const publish = async () => {
    if (await run(true)) onClose();
  };
  const leave = (go: () => void) => {
    onClose();
    go();
  };
  const isReady = checklist && mayPublish(checklist);
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Publish this course?"
      description="Whoever may see the course can take it then."
    >
      {trouble ? (
        <ApiErrorView title={adminTexts.failedChecklist} trouble={trouble} again={again} />
      ) : !checklist ? (
        <Skeleton className="h-72" />
      ) : (
        <>
          <ChecklistView courseId={course.id} checklist={checklist} onLeave={leave} />
          {!isReady && (
            <p role="alert" className="rounded-md bg-danger-soft px-4 py-3 text-danger-text">
              {adminTexts.notYetPublishable}
            </p>
          )}
          <DialogActions>
            <Button variant="secondary" onClick={onClose}>
              {isReady ? 'Cancel' : 'Close'}
            </Button>
            {isReady && (
              <Button disabled={isRunning} onClick={() => void publish()}>
                {isRunning ? 'Publishing...' : 'Publish'}
              </Button>
            )}
          </DialogActions>
        </>
      )}
    </Dialog>
  );
}
