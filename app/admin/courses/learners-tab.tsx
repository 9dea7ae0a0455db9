// Who takes the course and how far they are, those furthest behind first; people are enrolled and removed by hand (R-M14).
import { FileUp, UserPlus, Users } from 'lucide-react';
import { useState } from 'react';
import type { Enrolling } from '#sync/contract/due.ts';
import type { AdminCourse, BulkOutcome } from '#sync/contract/organization.ts';
import { ApiError, byId, call, pathOf } from '../../api/client.ts';
import { server } from '../../api/session.ts';
import { useApiMutation } from '../../api/use-api-mutation.ts';
import { useApiQuery } from '../../api/use-api-query.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { counted } from '../../ui/labels.ts';
import { EmptyState } from '../../ui/state-view.tsx';
import { actsColumn, RowButton } from '../../ui/table/data-table.tsx';
import { SelectionActs } from '../../ui/table/selection-acts.tsx';
import { useTableAddress } from '../../ui/table/use-table-address.ts';
import { DUE_FIELD_NAMES, DueDialog, EnrollingFields, useEnrollingFields } from '../forms/due-fields.tsx';
import { adminFailures } from '../forms/messages.ts';
import { useStartJob } from '../jobs/bulk-jobs.tsx';
import { RemindDialog } from '../jobs/remind-dialog.tsx';
import type { Admin } from '../lists/admin-gate.tsx';
import { LEARNERS, type Learner, LearnersTable, learnerName } from '../lists/learners-table.tsx';
import { useSelection } from '../lists/left-list.ts';
import { OutcomeDialog } from '../lists/outcome-list.tsx';
import { nameOf } from '../lists/people.ts';
import { type FoundPerson, PeopleSearch, usePeopleSearch } from '../lists/people-search.tsx';
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
  const { chosen, setChosen } = useSelection<Learner>();
  const [doing, setDoing] = useState<{ act: 'remind' | 'due' | 'remove'; people: readonly Learner[] }>();
  // A super admin sees the people of all organizations until one is chosen, and reminders and jobs belong to one.
  const asked = useTableAddress(LEARNERS).read('organizationId');
  const organizationId = admin.isSuperAdmin ? asked : (admin.organization?.id ?? '');
  const { run: start } = useStartJob(organizationId);
  const people = doing?.people ?? [];
  const ids = people.map(({ userId }) => userId);
  const close = () => setDoing(undefined);
  const clear = () => setChosen(new Map());
  const [chosenIn, setChosenIn] = useState(organizationId);
  if (chosenIn !== organizationId) {
    setChosenIn(organizationId);
    clear();
  }
  const act = (label: string, what: NonNullable<typeof doing>['act']) => ({
    label: `${label} (${chosen.size})`,
    onSelect: () => setDoing({ act: what, people: [...chosen.values()] }),
  });
  const selected = (
    <SelectionActs
      acts={[...(organizationId ? [act('Remind', 'remind')] : []), act('Set due date', 'due')]}
      dangerous={organizationId ? act('Remove from course', 'remove') : undefined}
    />
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
        selection={{ chosen, setChosen, acts: selected }}
        actions={enrollPeople}
        empty={
          <EmptyState title="No one is enrolled yet">
            {course.isArchived
              ? 'This course is archived: no one new can be enrolled.'
              : 'People who start the course or whom you enroll appear here.'}
          </EmptyState>
        }
      />
      {doing?.act === 'remind' ? (
        <RemindDialog
          organization={{ id: organizationId }}
          people={people.map(({ userId, fullName, email }) => ({ id: userId, full_name: fullName, email }))}
          courseId={course.id}
          onClose={close}
          onDone={clear}
        />
      ) : doing?.act === 'due' ? (
        <DueDialog
          userIds={ids}
          course={{ ...course, dueOn: null }}
          {...(people.some(({ isAssigned }) => !isAssigned) && {
            note: 'Whoever enrolled themselves is then enrolled by an admin.',
          })}
          onClose={close}
          onDone={clear}
        />
      ) : (
        doing?.act === 'remove' && (
          <ConfirmDialog
            title={`Remove ${counted(people.length, 'person', 'people')} from ${course.title}?`}
            text="Due dates end. Progress, attempts and certificates are kept. Whoever enrolled themselves stays."
            action="Remove"
            running="Starting..."
            affected={people.length}
            run={async () => {
              const isStarted = (await start({ act: { kind: 'unenroll', courseId: course.id }, ids })) !== undefined;
              if (isStarted) clear();
              return isStarted;
            }}
            onClose={close}
          />
        )
      )}
      {isForAll && <EnrollEveryoneDialog admin={admin} course={course} onClose={() => setIsForAll(false)} />}
      {isEnrolling && <EnrollPeopleDialog admin={admin} course={course} onClose={() => setIsEnrolling(false)} />}
    </>
  );
}

type PeopleChoiceProps = {
  admin: Admin;
  courseId: number;
  chosen: ReadonlyMap<string, FoundPerson>;
  onChange: (chosen: ReadonlyMap<string, FoundPerson>) => void;
};

/** Finds people by name or email address and selects them; the selection survives another search. */
function PeopleChoice({ admin, courseId, chosen, onChange }: PeopleChoiceProps) {
  const search = usePeopleSearch(admin);
  const shown = (search.people ?? []).map(({ id }) => id);
  const query = { people: shown.join(','), limit: '20' };
  const learners = useApiQuery(server.admin.courses[':id'].learners, { ...byId(courseId), query }, shown.length > 0);
  const toggle = (person: FoundPerson, isOn: boolean) => {
    const next = new Map(chosen);
    if (isOn) next.set(person.id, person);
    else next.delete(person.id);
    onChange(next);
  };
  return (
    <PeopleSearch
      {...search}
      none="No one was found."
      row={(person) => {
        const { id, email } = person;
        const isEnrolled = learners.data?.learners.some(({ userId, isAssigned }) => userId === id && isAssigned);
        return (
          <label className="flex min-h-action items-center gap-3 py-2">
            <input
              type="checkbox"
              checked={chosen.has(id) || Boolean(isEnrolled)}
              disabled={isEnrolled}
              onChange={(event) => toggle(person, event.target.checked)}
              className="size-5 shrink-0"
            />
            <span className="min-w-0 grow">
              <span className="block font-medium">{nameOf(person)}</span>
              <span className="block text-ink-soft text-sm">{email}</span>
            </span>
            {isEnrolled && <span className="shrink-0 text-ink-soft text-sm">Already enrolled</span>}
          </label>
        );
      }}
    />
  );
}

type Enrollment = Enrolling & { userIds: readonly string[] };

const enroll = (courseId: number, { userIds, ...due }: Enrollment): Promise<BulkOutcome> =>
  call(server.admin.courses[':id'].enrollments.$post({ ...byId(courseId), json: { userIds, ...due } }));

const enrollsIn = (courseId: number) => ({
  errorToast: adminFailures.enroll,
  fields: DUE_FIELD_NAMES,
  invalidates: [pathOf(server.admin.courses[':id'], byId(courseId))],
});

/** Enrolls the selected people, who may be of several organizations, and says who was left out. */
function EnrollPeopleDialog({ admin, course, onClose }: { admin: Admin; course: AdminCourse; onClose: () => void }) {
  const [chosen, setChosen] = useState<ReadonlyMap<string, FoundPerson>>(new Map());
  const [outcome, setOutcome] = useState<BulkOutcome>();
  const due = useEnrollingFields();
  const { run, isRunning, failure } = useApiMutation({
    send: (wanted: Enrollment) => enroll(course.id, wanted),
    successToast: ({ changed, message }) => (changed > 0 ? { title: 'Enrolled', description: message } : undefined),
    ...enrollsIn(course.id),
  });
  const submit = async () => {
    if (!due.check()) return;
    const answer = await run({ userIds: [...chosen.keys()], ...due.wanted });
    if (answer?.left.length === 0) onClose();
    else setOutcome(answer);
  };
  const people = [...chosen.values()];
  if (outcome) return <OutcomeDialog title="Not everyone was enrolled" {...{ ...outcome, people, onClose }} />;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Enroll people"
      description={`They'll see ${course.title} in their courses.`}
    >
      <PeopleChoice admin={admin} courseId={course.id} chosen={chosen} onChange={setChosen} />
      <EnrollingFields {...due} isDraft={!course.isPublished} failure={failure} />
      <DialogActions>
        <Button variant="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button disabled={isRunning || chosen.size === 0} onClick={() => void submit()}>
          {isRunning
            ? 'Enrolling...'
            : chosen.size === 0
              ? 'Enroll'
              : `Enroll ${counted(chosen.size, 'person', 'people')}`}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
