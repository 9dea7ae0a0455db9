import { Told } from '#sync/contract/organization.ts';
import { useToast } from '../../ui/toast.tsx';
import { useAct } from '../use-act.ts';
import { adminFailures } from '../words.ts';
import { type Learner, learnerName } from './learner-columns.tsx';
import { useEnroll } from './use-enroll.ts';

/** Takes an enrollment by hand back; the toast can undo it, as nothing that the person did is lost. */
export function useUnenroll(courseId: number) {
  const toast = useToast();
  const back = useEnroll(courseId, ({ message }) => ({ title: 'Enrolled again', description: message }));
  const { run, isRunning } = useAct({
    method: 'DELETE',
    path: ({ userId }: Learner) => `/api/admin/courses/${courseId}/enrollments/${userId}`,
    answer: Told,
    failed: adminFailures.unenroll,
    refreshes: [`/api/admin/courses/${courseId}`],
  });
  const unenroll = async (learner: Learner) => {
    if (!(await run(learner))) return;
    toast({
      title: 'Removed from the course',
      description: `${learnerName(learner)} is no longer enrolled by an admin.`,
      action: { label: 'Undo', onPress: () => void back.run([learner.userId]) },
    });
  };
  return { unenroll, isRunning: isRunning || back.isRunning };
}
