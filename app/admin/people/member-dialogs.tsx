// The dialogs for selected members: remove them from the organization (R-M5), or enroll them in a course (R-M14).

import { type ComponentProps, useState } from 'react';
import { EXCEPT_LIMIT, type Matching } from '#sync/contract/bulk-job.ts';
import type { Enrolling } from '#sync/contract/due.ts';
import { BULK_LIMIT, type BulkOutcome } from '#sync/contract/organization.ts';
import { byId, call, pathOf } from '../../api/client.ts';
import { server } from '../../api/session.ts';
import { useApiMutation } from '../../api/use-api-mutation.ts';
import { useApiQuery } from '../../api/use-api-query.ts';
import { useActiveUser } from '../../device/active-user.tsx';
import { ApiErrorView } from '../../shell/api-error-view.tsx';
import { ConfirmDialog } from '../../ui/confirm.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogForm } from '../../ui/form/dialog-form.tsx';
import { counted } from '../../ui/labels.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { JobConfirm, useAllCount, useAllWords, useStartJob } from '../frame/bulk-jobs.tsx';
import { DUE_FIELD_NAMES, EnrollingFields, useEnrollingFields } from '../frame/due-fields.tsx';
import { adminFailures, adminTexts } from '../frame/messages.ts';
import { OutcomeDialog, TooMany } from '../frame/outcome-list.tsx';
import { type ChosenCourse, CourseChoice } from '../frame/searched-choices.tsx';
import { coursesPath, membersPath, PERSON_PAGES } from '../frame/use-organizations.ts';
import { type Member, named, nameOf } from './people.ts';

type MembersDialogProps = {
  organization: { id: string; name: string };
  people: readonly Member[];
  /** All who match, instead of `people`: a job. */
  matching?: Matching | undefined;
  onClose: () => void;
  /** After a success. */
  onDone: () => void;
};

const YOU_STAY = "You won't be removed yourself.";

/** Asks, then removes one or several people from the organization; lists who was not removed, and why. */
export function RemoveDialog(props: MembersDialogProps) {
  const { organization, matching, onClose, onDone } = props;
  const { userId: ownId } = useActiveUser();
  const people = props.people.filter(({ id }) => id !== ownId);
  const [outcome, setOutcome] = useState<BulkOutcome>();
  const everyone = useAllWords(organization.id, matching);
  const total = useAllCount(organization.id, matching);
  const [first] = people;
  const errorToast = { title: 'Removal Failed', sentence: 'Failed to remove user from organization' };
  const invalidates = [membersPath(organization.id), pathOf(server.admin.users), PERSON_PAGES];
  const removeOne = useApiMutation({
    send: (userId: string) =>
      call(
        server.enterprise.admin.organizations[':id'].users[':userId'].$delete({
          param: { id: organization.id, userId },
        }),
      ),
    successToast: ({ message }) => ({ title: 'User Removed', description: message }),
    errorToast,
    invalidates,
  });
  const removeMany = useApiMutation({
    send: (userIds: string[]) =>
      call(
        server.enterprise.admin.organizations[':id']['remove-users'].$post({
          ...byId(organization.id),
          json: { userIds },
        }),
      ),
    successToast: ({ changed, message }) => (changed > 0 ? { title: 'User Removed', description: message } : undefined),
    errorToast,
    invalidates,
  });
  const remove = async () => {
    if (people.length === 1 && first) {
      const isRemoved = (await removeOne.run(first.id)) !== undefined;
      if (isRemoved) onDone();
      return isRemoved;
    }
    const answer = await removeMany.run(people.map(({ id }) => id));
    if (!answer) return false;
    onDone();
    if (answer.left.length > 0) setOutcome(answer);
    return answer.left.length === 0;
  };
  if (outcome) {
    const list = { people: people.map(named), outcome, done: 'Removed', file: 'removed-people' };
    return <OutcomeDialog title="Not everyone was removed" {...list} onClose={onClose} />;
  }
  const hasAdmin = people.some(({ isOrgAdmin }) => isOrgAdmin);
  const who = people.length === 1 && first ? nameOf(first) : counted(people.length, 'person', 'people');
  if (matching) {
    return (
      <JobConfirm
        {...{ organization, onClose, onDone }}
        // Where there is no room for one more, the job leaves whoever started it.
        matching={
          ownId ? { ...matching, except: [...(matching.except ?? []), ownId].slice(0, EXCEPT_LIMIT) } : matching
        }
        act={{ kind: 'remove' }}
        title={`Remove ${everyone} from ${organization.name}?`}
        text={`They lose access to the organization's courses but keep their account, progress and certificates. ${YOU_STAY} This action cannot be undone.`}
        affected={total}
        action="Remove all"
      />
    );
  }
  if (people.length > BULK_LIMIT) return <TooMany people={people.length} onClose={onClose} />;
  return (
    <ConfirmDialog
      title={`Remove ${who} from ${organization.name}?`}
      text={`They lose access to the organization's courses but keep their account, progress and certificates.${hasAdmin ? ' Invitations that they made stop working.' : ''}${people.length < props.people.length ? ` ${YOU_STAY}` : ''} This action cannot be undone.`}
      action="Remove"
      running="Removing..."
      affected={people.length}
      run={remove}
      onClose={onClose}
    />
  );
}

/** Enrolls the selected people in a course by hand, and shows the outcome of each. */
export function EnrollDialog(props: MembersDialogProps) {
  const { organization, people, matching, onClose, onDone } = props;
  const theirs = { organizationId: organization.id, among: 'enrollable' } as const;
  const asked = useApiQuery(server.enterprise.admin.organizations[':id'].courses, {
    ...byId(organization.id),
    query: { among: theirs.among, limit: '2' },
  });
  const [outcome, setOutcome] = useState<BulkOutcome>();
  const everyone = useAllWords(organization.id, matching);
  const who = matching ? everyone : counted(people.length, 'person', 'people');
  if (!matching && people.length > BULK_LIMIT) return <TooMany people={people.length} onClose={onClose} />;
  if (outcome) {
    const list = { people: people.map(named), outcome, done: 'Enrolled', file: 'enrollments' };
    return <OutcomeDialog title="Enrollment" {...list} onClose={onClose} />;
  }
  const told = (answer: BulkOutcome) => {
    setOutcome(answer);
    onDone();
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`Enroll ${who}`}
      description="Enrolled people can open this course even if it's private."
    >
      {asked.error ? (
        <ApiErrorView title={adminTexts.failedOrganizationCourses} error={asked.error} refetch={asked.refetch} />
      ) : asked.data ? (
        <EnrollForm
          {...{ organization, theirs, people, matching, who, onClose }}
          courses={asked.data.courses}
          onTold={told}
          onStarted={() => {
            onDone();
            onClose();
          }}
        />
      ) : (
        <Skeleton className="h-30" />
      )}
    </Dialog>
  );
}

type EnrollFormProps = Pick<MembersDialogProps, 'organization' | 'people' | 'matching' | 'onClose'> & {
  who: string;
  theirs: ComponentProps<typeof CourseChoice>['of'];
  /** The first of them; one that stands alone is selected. */
  courses: readonly (ChosenCourse & { isPublished: boolean })[];
  onTold: (outcome: BulkOutcome) => void;
  onStarted: () => void;
};

function EnrollForm(props: EnrollFormProps) {
  const { organization, theirs, courses, people, matching, who, onClose, onTold, onStarted } = props;
  const [first, ...others] = courses;
  // A draft is for nobody yet: whoever means it chooses it.
  const [course, setCourse] = useState<ChosenCourse | undefined>(
    others.length === 0 && first?.isPublished ? first : undefined,
  );
  const due = useEnrollingFields();
  const job = useStartJob(organization.id);
  const act = useApiMutation({
    send: ({ courseId, userIds, ...due }: Enrolling & { courseId: number; userIds: string[] }) =>
      call(server.admin.courses[':id'].enrollments.$post({ ...byId(courseId), json: { userIds, ...due } })),
    errorToast: adminFailures.enroll,
    fields: DUE_FIELD_NAMES,
    invalidates: [membersPath(organization.id), coursesPath(organization.id), PERSON_PAGES],
  });
  if (!first) return <p>There is no course that people in {organization.name} can take.</p>;
  const enroll = async () => {
    if (!course || !due.check()) return;
    if (matching) {
      const wanted = { kind: 'enroll' as const, courseId: course.id, ...due.wanted };
      if (await job.run({ act: wanted, matching })) onStarted();
      return;
    }
    const answer = await act.run({ courseId: course.id, userIds: people.map(({ id }) => id), ...due.wanted });
    if (answer) onTold(answer);
  };
  return (
    <DialogForm
      onSubmit={enroll}
      cancel={onClose}
      verb={`Enroll ${who}`}
      running="Enrolling..."
      isRunning={act.isRunning || job.isRunning}
      isReady={course !== undefined}
    >
      <CourseChoice
        value={course}
        of={theirs}
        onChange={setCourse}
        hint={`Only courses that people in ${organization.name} can take.`}
      />
      <EnrollingFields {...due} isDraft={course?.isPublished === false} failure={act.failure ?? job.failure} />
      {due.kind !== 'none' && (
        <p className="text-ink-soft">Whoever is enrolled already gets this due date instead of theirs.</p>
      )}
    </DialogForm>
  );
}
