// Who takes the course and how far they are, those furthest behind first; people are enrolled and removed by hand (M14).
import { FileUp, UserPlus, Users } from 'lucide-react';
import { useState } from 'react';
import type { Due } from '#sync/contract/due.ts';
import { type AdminCourse, BULK_LIMIT, type BulkOutcome } from '#sync/contract/organization.ts';
import { ApiError, byId, call, pathOf } from '../../api/client.ts';
import { server } from '../../api/session.ts';
import { useApiMutation } from '../../api/use-api-mutation.ts';
import { useApiQuery } from '../../api/use-api-query.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { counted } from '../../ui/labels.ts';
import { EmptyState } from '../../ui/state-view.tsx';
import { actsColumn, RowButton } from '../../ui/table/data-table.tsx';
import type { Admin } from '../frame/admin-gate.tsx';
import { DUE_FIELD_NAMES, DueFields, useDueFields } from '../frame/due-fields.tsx';
import { type Learner, LearnersTable, learnerName } from '../frame/learners-table.tsx';
import { adminFailures } from '../frame/messages.ts';
import { OutcomeList } from '../frame/outcome-list.tsx';
import { PeopleSearch, usePeopleSearch } from '../frame/people-search.tsx';
import { EnrollByCsv } from './enroll-by-csv.tsx';
import { AutoEnrollments, EnrollEveryoneDialog } from './enroll-everyone.tsx';

/** Removes an enrollment by hand; the toast can undo it, as progress is kept. */
function useUnenroll(courseId: number) {
  const back = useApiMutation({
    send: ({ userId, dueOn }: Learner) => enrollAgain(courseId, { userIds: [userId], ...(dueOn && { dueOn }) }),
    successToast: ({ message }) => ({ title: 'Enrolled again', description: message }),
    ...enrollsIn(courseId),
  });
  const { run, isRunning } = useApiMutation({
    send: ({ userId }: Learner) =>
      call(server.admin.courses[':id'].enrollments[':userId'].$delete({ param: { id: `${courseId}`, userId } })),
    successToast: (_, learner) => ({
      title: 'Removed from the course',
      description: `${learnerName(learner)} is no longer enrolled by an admin.`,
      action: { label: 'Undo', onPress: () => void back.run(learner) },
    }),
    errorToast: { title: 'Removal Failed', sentence: 'The enrollment is still there.' },
    invalidates: [pathOf(server.admin.courses[':id'], byId(courseId))],
  });
  return { unenroll: run, isRunning: isRunning || back.isRunning };
}

/** With the due date they had; one that has passed cannot be given again, and the message says so. */
async function enrollAgain(courseId: number, wanted: Enrollment): Promise<BulkOutcome> {
  try {
    return await enroll(courseId, wanted);
  } catch (failure) {
    if (!(failure instanceof ApiError && failure.code === 'due_date_past')) throw failure;
    const outcome = await enroll(courseId, { userIds: wanted.userIds });
    return { ...outcome, message: `${outcome.message} Their due date has passed and was not restored.` };
  }
}

export function LearnersTab({ admin, course }: { admin: Admin; course: AdminCourse }) {
  const [isEnrolling, setIsEnrolling] = useState(false);
  const { unenroll, isRunning } = useUnenroll(course.id);
  const [isForAll, setIsForAll] = useState(false);
  const [isFromFile, setIsFromFile] = useState(false);
  const enrollPeople = !course.isArchived && (
    <span className="flex flex-wrap gap-2 max-md:*:grow">
      <Button icon={Users} variant="secondary" onClick={() => setIsForAll(true)}>
        Enroll everyone
      </Button>
      <Button icon={FileUp} variant="secondary" onClick={() => setIsFromFile(true)}>
        Enroll by CSV
      </Button>
      <Button icon={UserPlus} onClick={() => setIsEnrolling(true)}>
        Enroll people
      </Button>
    </span>
  );
  const acts = actsColumn<Learner>(
    (learner) =>
      learner.isAssigned && (
        <RowButton
          disabled={isRunning}
          aria-label={`Remove ${learnerName(learner)}`}
          onClick={() => void unenroll(learner)}
        >
          Remove
        </RowButton>
      ),
  );
  if (isFromFile) return <EnrollByCsv course={course} onClose={() => setIsFromFile(false)} />;
  return (
    <>
      <AutoEnrollments course={course} />
      <LearnersTable
        courseId={course.id}
        acts={[acts]}
        actions={enrollPeople}
        empty={
          <EmptyState title="No one is enrolled yet">
            {course.isArchived
              ? 'This course is archived: no one new can be enrolled.'
              : 'People who start the course or whom you enroll appear here.'}
          </EmptyState>
        }
      />
      {isForAll && <EnrollEveryoneDialog admin={admin} course={course} onClose={() => setIsForAll(false)} />}
      {isEnrolling && <EnrollPeopleDialog admin={admin} course={course} onClose={() => setIsEnrolling(false)} />}
    </>
  );
}

// Enrolling people in a course by hand (M14): looked up by name or email address, then enrolled together.

type Candidate = { id: string; name: string; email: string };

type PeopleChoiceProps = {
  admin: Admin;
  courseId: number;
  chosen: ReadonlyMap<string, Candidate>;
  onChange: (chosen: ReadonlyMap<string, Candidate>) => void;
};

/** Finds people by name or email address and selects them; the selection survives another search. */
function PeopleChoice({ admin, courseId, chosen, onChange }: PeopleChoiceProps) {
  const search = usePeopleSearch(admin);
  const shown = (search.people ?? []).map(({ id }) => id);
  const query = { people: shown.join(','), limit: '20' };
  const learners = useApiQuery(server.admin.courses[':id'].learners, { ...byId(courseId), query }, shown.length > 0);
  const isAssigned = (learners.data?.learners ?? []).filter((learner) => learner.isAssigned);
  const enrolled = new Set(isAssigned.map(({ userId }) => userId));
  const toggle = (person: Candidate, isOn: boolean) => {
    const next = new Map(chosen);
    if (isOn) next.set(person.id, person);
    else next.delete(person.id);
    onChange(next);
  };
  return (
    <PeopleSearch
      {...search}
      none="No one was found."
      row={({ id, email, full_name }) => (
        <Row
          person={{ id, email, name: full_name || email }}
          isEnrolled={enrolled.has(id)}
          isChosen={chosen.has(id)}
          onChange={(isOn) => toggle({ id, email, name: full_name || email }, isOn)}
        />
      )}
    />
  );
}

type RowProps = { person: Candidate; isEnrolled: boolean; isChosen: boolean; onChange: (isOn: boolean) => void };

function Row({ person, isEnrolled, isChosen, onChange }: RowProps) {
  return (
    <label className="flex min-h-action items-center gap-3 py-2">
      <input
        type="checkbox"
        checked={isChosen || isEnrolled}
        disabled={isEnrolled}
        onChange={(event) => onChange(event.target.checked)}
        className="size-5 shrink-0"
      />
      <span className="min-w-0 grow">
        <span className="block font-medium">{person.name}</span>
        <span className="block text-ink-soft text-sm">{person.email}</span>
      </span>
      {isEnrolled && <span className="shrink-0 text-ink-soft text-sm">Already enrolled</span>}
    </label>
  );
}

type Enrollment = Due & { userIds: readonly string[] };

const enroll = (courseId: number, { userIds, ...due }: Enrollment): Promise<BulkOutcome> =>
  call(server.admin.courses[':id'].enrollments.$post({ ...byId(courseId), json: { userIds, ...due } }));

const enrollsIn = (courseId: number) => ({
  errorToast: adminFailures.enroll,
  fields: DUE_FIELD_NAMES,
  invalidates: [pathOf(server.admin.courses[':id'], byId(courseId))],
});

/** Enrolls the selected people, and shows the outcome of each. */
function EnrollPeopleDialog({ admin, course, onClose }: { admin: Admin; course: AdminCourse; onClose: () => void }) {
  const [chosen, setChosen] = useState<ReadonlyMap<string, Candidate>>(new Map());
  const [outcome, setOutcome] = useState<BulkOutcome>();
  const due = useDueFields();
  const { run, isRunning, failure } = useApiMutation({
    send: (wanted: Enrollment) => enroll(course.id, wanted),
    ...enrollsIn(course.id),
  });
  const submit = async () => {
    if (!due.check()) return;
    const answer = await run({ userIds: [...chosen.keys()], ...due.wanted });
    if (answer) setOutcome(answer);
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={outcome ? 'Enrollment' : 'Enroll people'}
      description={outcome?.message ?? `They'll see ${course.title} in their courses.`}
    >
      {outcome ? (
        <>
          <OutcomeList people={[...chosen.values()]} outcome={outcome} done="Enrolled" file="enrollments" />
          <Button onClick={onClose}>Done</Button>
        </>
      ) : (
        <>
          <PeopleChoice admin={admin} courseId={course.id} chosen={chosen} onChange={setChosen} />
          <DueFields {...due} failure={failure} />
          <DialogActions>
            <Button variant="secondary" onClick={onClose}>
              Cancel
            </Button>
            <Button disabled={isRunning || chosen.size === 0 || chosen.size > BULK_LIMIT} onClick={() => void submit()}>
              {isRunning ? 'Enrolling...' : chosen.size === 0 ? 'Enroll' : `Enroll ${counted(chosen.size, 'learner')}`}
            </Button>
          </DialogActions>
        </>
      )}
    </Dialog>
  );
}
