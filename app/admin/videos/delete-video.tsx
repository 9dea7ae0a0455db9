import { Told } from '#sync/contract/organization.ts';
import { ConfirmDialog } from '../confirm-dialog.tsx';
import { useAct } from '../use-act.ts';
import { adminFailures, adminToasts } from '../words.ts';
import { pathsOfLesson } from './refresh-lesson.ts';

type DeleteVideoProps = {
  open: boolean;
  lesson: { id: number; title: string };
  courseId: number;
  onClose: () => void;
};

/** Asks, then takes the video and its captions from the lesson. */
export function DeleteVideo({ open, lesson, courseId, onClose }: DeleteVideoProps) {
  const { run, isRunning } = useAct<void, Told>({
    method: 'DELETE',
    path: () => `/api/admin/lessons/${lesson.id}/video?courseId=${courseId}`,
    answer: Told,
    said: ({ message }) => adminToasts.videoDeleted(message),
    failed: adminFailures.deleteVideo,
    refreshes: pathsOfLesson(courseId),
  });
  return (
    <ConfirmDialog
      open={open}
      title={`Delete the video of "${lesson.title}"?`}
      description="The video and its captions are removed from the lesson. What learners have completed stays. This action cannot be undone."
      verb="Delete Video"
      running="Deleting..."
      isRunning={isRunning}
      onConfirm={() => void run().then(onClose)}
      onClose={onClose}
    />
  );
}
