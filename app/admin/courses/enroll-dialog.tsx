import { useState } from 'react';
import { type AdminCourse, BULK_LIMIT, type BulkOutcome } from '#sync/contract/organization.ts';
import { counted } from '../../course-words.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import type { Admin } from '../admin-gate.tsx';
import { OutcomeList } from '../outcome-list.tsx';
import type { Learner } from './learner-columns.tsx';
import { type Candidate, PeopleChoice } from './people-choice.tsx';
import { useEnroll } from './use-enroll.ts';

type EnrollDialogProps = {
  admin: Admin;
  course: AdminCourse;
  /** Those who take the course already. */
  learners: readonly Learner[];
  onClose: () => void;
};

/** Looks people up, enrolls those chosen, and says what became of each. */
export function EnrollDialog({ admin, course, learners, onClose }: EnrollDialogProps) {
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
