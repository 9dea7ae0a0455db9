// Who takes the course and how far they are, those furthest behind first; people are enrolled and removed by hand (M14).

import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import { CourseLearners } from '#sync/contract/analytics.ts';
import { type AdminCourse, BULK_LIMIT, BulkOutcome, Told } from '#sync/contract/organization.ts';
import { counted } from '../../course-words.ts';
import { api } from '../../session.ts';
import { Button } from '../../ui/button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { EmptyState } from '../../ui/state-view.tsx';
import type { ToastMessage } from '../../ui/toast.tsx';
import type { Admin } from '../admin-gate.tsx';
import { useAskAll } from '../ask.ts';
import { OutcomeList } from '../outcome-list.tsx';
import { TableSkeleton } from '../table-skeleton.tsx';
import { TroubleView } from '../trouble-view.tsx';
import { useAct } from '../use-act.ts';
import { adminFailures } from '../words.ts';
import { type Learner, learnerColumns, learnerName } from './learner-columns.tsx';
import { type Candidate, PeopleChoice } from './people-choice.tsx';

/** Enrolls people in a course by hand. `said` is the toast after it; nothing is said without. */
function useEnroll(courseId: number, said?: (outcome: BulkOutcome) => ToastMessage | undefined) {
  return useAct({
    send: (userIds: readonly string[]) =>
      api(`/api/admin/courses/${courseId}/enrollments`, { method: 'POST', payload: { userIds }, answer: BulkOutcome }),
    ...(said && { said }),
    failed: adminFailures.enroll,
    refreshes: [`/api/admin/courses/${courseId}`],
  });
}

type EnrollDialogProps = {
  admin: Admin;
  course: AdminCourse;
  /** Those who take the course already. */
  learners: readonly Learner[];
  onClose: () => void;
};

/** Looks people up, enrolls those chosen, and says what became of each. */
function EnrollDialog({ admin, course, learners, onClose }: EnrollDialogProps) {
  const [chosen, setChosen] = useState<ReadonlyMap<string, Candidate>>(new Map());
  const [outcome, setOutcome] = useState<BulkOutcome>();
  const { run, isRunning } = useEnroll(course.id);
  const enroll = async () => {
    const answer = await run([...chosen.keys()]);
    if (answer) setOutcome(answer);
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={outcome ? 'Enrollment' : 'Enroll people'}
      description={outcome?.message ?? `They find ${course.title} among their courses.`}
    >
      {outcome ? (
        <>
          <OutcomeList people={[...chosen.values()]} outcome={outcome} done="Enrolled" file="enrollments" />
          <Button onClick={onClose}>Done</Button>
        </>
      ) : (
        <>
          <PeopleChoice admin={admin} learners={learners} chosen={chosen} onChange={setChosen} />
          <Button
            size="big"
            disabled={isRunning || chosen.size === 0 || chosen.size > BULK_LIMIT}
            onClick={() => void enroll()}
          >
            {isRunning ? 'Enrolling...' : chosen.size === 0 ? 'Enroll' : `Enroll ${counted(chosen.size, 'learner')}`}
          </Button>
        </>
      )}
    </Dialog>
  );
}

/** Takes an enrollment by hand back; the toast can undo it, as nothing that the person did is lost. */
function useUnenroll(courseId: number) {
  const back = useEnroll(courseId, ({ message }) => ({ title: 'Enrolled again', description: message }));
  const { run, isRunning } = useAct({
    send: ({ userId }: Learner) =>
      api(`/api/admin/courses/${courseId}/enrollments/${userId}`, { method: 'DELETE', answer: Told }),
    said: (_, learner) => ({
      title: 'Removed from the course',
      description: `${learnerName(learner)} is no longer enrolled by an admin.`,
      action: { label: 'Undo', onPress: () => void back.run([learner.userId]) },
    }),
    failed: { title: 'Removal Failed', sentence: 'The enrollment is still there.' },
    refreshes: [`/api/admin/courses/${courseId}`],
  });
  return { unenroll: run, isRunning: isRunning || back.isRunning };
}

export function LearnersTab({ admin, course }: { admin: Admin; course: AdminCourse }) {
  const [isEnrolling, setIsEnrolling] = useState(false);
  const path = `/api/admin/courses/${course.id}/learners`;
  const { data, trouble, again } = useAskAll(path, CourseLearners, 'learners');
  const { unenroll, isRunning } = useUnenroll(course.id);
  if (trouble) return <TroubleView title="Failed to fetch learners" trouble={trouble} again={again} />;
  if (!data) return <TableSkeleton label="Loading learners" />;
  const { learners } = data;
  const enrollPeople = (
    <Button onClick={() => setIsEnrolling(true)}>
      <UserPlus aria-hidden className="size-5" />
      Enroll people
    </Button>
  );
  return (
    <>
      <DataTable
        label="Learners"
        noun="learner"
        rows={learners}
        rowKey={({ userId }) => userId}
        columns={learnerColumns((learner) => void unenroll(learner), isRunning)}
        actions={learners.length > 0 && enrollPeople}
        empty={
          <EmptyState title="Nobody is enrolled yet" action={enrollPeople}>
            Whoever starts the course stands here, and whom you enroll.
          </EmptyState>
        }
      />
      {isEnrolling && (
        <EnrollDialog admin={admin} course={course} learners={learners} onClose={() => setIsEnrolling(false)} />
      )}
    </>
  );
}
