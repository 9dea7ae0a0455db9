// What a group needs, above the list of its people: people, a lead, a course, and invitations that lead into it.
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { BookOpen, Flag, MailPlus, UserPlus } from 'lucide-react';
import { useState } from 'react';
import type { Enrolling } from '#sync/contract/due.ts';
import type { GroupRow } from '#sync/contract/group.ts';
import { byId, call, pathOf } from '../../api/client.ts';
import { server } from '../../api/session.ts';
import { useApiMutation } from '../../api/use-api-mutation.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { DialogForm } from '../../ui/form/dialog-form.tsx';
import { SwitchField } from '../../ui/form/switch-field.tsx';
import { EmptyState } from '../../ui/state-view.tsx';
import { DUE_FIELD_NAMES, EnrollingFields, useEnrollingFields } from '../forms/due-fields.tsx';
import { adminFailures } from '../forms/messages.ts';
import { groupLists, sizeOf } from '../forms/use-organizations.ts';
import { jobsPath } from '../jobs/bulk-jobs.tsx';
import { nameOf } from '../lists/people.ts';
import { type FoundPerson, PeopleSearch, usePeopleSearch } from '../lists/people-search.tsx';
import { type ChosenCourse, CourseChoice } from '../lists/searched-choices.tsx';
import { JoiningCourses } from './joining-courses.tsx';

type Named = { id: string; name: string };
type GroupProps = { organization: Named; group: GroupRow };
const groupsOf = server.enterprise.admin.organizations[':id'].groups;

/** `invitations` is the address of the list of invitations. */
type GroupPageProps = GroupProps & { invitations: string };

/** The form that invites people into a group. */
const inviteInto = ({ group, invitations }: GroupPageProps) =>
  `${invitations}${invitations.includes('?') ? '&' : '?'}invite=one&group=${group.id}`;

export function GroupActs(props: GroupPageProps) {
  const [open, setOpen] = useState<'people' | 'lead' | 'course'>();
  const { group } = props;
  const close = () => setOpen(undefined);
  const leads = group.leads.map(({ name }) => name).join(', ');
  return (
    <section
      aria-label={group.name}
      className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-lg border border-line bg-surface px-4 py-3 print:hidden"
    >
      <div className="min-w-0 grow basis-60">
        <h2 className="wrap-anywhere font-semibold">{group.name}</h2>
        <p className="text-ink-soft text-sm">
          {group.people === 0 ? t`No one is in it yet` : sizeOf(group)},{' '}
          {leads ? t`led by ${leads}` : t`without a lead`}.
        </p>
        <JoiningCourses courses={group.courses} into="it" />
      </div>
      <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:*:grow">
        <Button icon={UserPlus} variant="secondary" onClick={() => setOpen('people')}>
          <Trans>Add people</Trans>
        </Button>
        <Button icon={Flag} variant="secondary" onClick={() => setOpen('lead')}>
          <Trans>Add lead</Trans>
        </Button>
        <Button icon={BookOpen} variant="secondary" onClick={() => setOpen('course')}>
          <Trans>Assign a course</Trans>
        </Button>
        <Button icon={MailPlus} variant="secondary" to={inviteInto(props)}>
          <Trans>Invite into it</Trans>
        </Button>
      </div>
      {open === 'people' && <AddDialog {...props} onClose={close} />}
      {open === 'lead' && <AddDialog {...props} isForLead onClose={close} />}
      {open === 'course' && <AssignCourseDialog {...props} onClose={close} />}
    </section>
  );
}

/** In place of its people while it has none. */
export const EmptyGroup = (props: GroupPageProps) => (
  <EmptyState
    title={t`${props.group.name} is empty`}
    action={
      <Button to={inviteInto(props)}>
        <Trans>Invite people</Trans>
      </Button>
    }
  >
    <Trans>Add people of {props.organization.name} above, or invite new ones into it.</Trans>
  </EmptyState>
);

type AddDialogProps = GroupProps & { isForLead?: boolean; onClose: () => void };

/** Finds people of the organization, and adds each by one press; a lead is in the group, too. */
function AddDialog({ organization, group, isForLead = false, onClose }: AddDialogProps) {
  const found = usePeopleSearch({ isSuperAdmin: false, organization });
  const { run, isRunning } = useApiMutation({
    send: ({ person }: { person: FoundPerson }) =>
      call(
        groupsOf[':groupId'].people[':userId'].$put({
          param: { id: organization.id, groupId: group.id, userId: person.id },
          json: isForLead ? { isLead: true } : {},
        }),
      ),
    successToast: (_, { person }) =>
      isForLead
        ? {
            title: t`Lead Changed`,
            description: t`${nameOf(person)} now sees the people of ${group.name} and their progress.`,
          }
        : { title: t`Added to Group`, description: t`${nameOf(person)} is in ${group.name}.` },
    errorToast: { title: t`Failed to change the group`, sentence: t`Please try again.` },
    invalidates: groupLists(organization.id),
  });
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={isForLead ? t`Add a lead of ${group.name}` : t`Add people to ${group.name}`}
      description={
        isForLead
          ? t`A lead sees the people of the group and their progress, and can remind them.`
          : t`People of ${organization.name}. They can be in several groups.`
      }
    >
      <PeopleSearch
        {...found}
        none={t`No one in ${organization.name} matches.`}
        row={(person) => {
          const mine = person.groups?.find(({ id }) => id === group.id);
          const isDone = isForLead ? mine?.isLead : mine;
          return (
            <div className="flex min-h-touch items-center gap-3">
              <span className="min-w-0 grow">
                <span className="block truncate font-medium">{nameOf(person)}</span>
                {person.full_name && <span className="block truncate text-ink-soft text-sm">{person.email}</span>}
              </span>
              {isDone ? (
                <span className="shrink-0 px-4 text-ink-soft text-sm">{isForLead ? t`Leads it` : t`Is in it`}</span>
              ) : (
                <Button
                  variant="quiet"
                  disabled={isRunning}
                  aria-label={isForLead ? t`Make lead: ${nameOf(person)}` : t`Add: ${nameOf(person)}`}
                  onClick={() => void run({ person })}
                >
                  {isForLead ? t`Make lead` : t`Add`}
                </Button>
              )}
            </div>
          );
        }}
      />
      <DialogActions>
        <Button onClick={onClose}>
          <Trans>Done</Trans>
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/** Enrolls everyone in the group, and whoever joins it later. */
function AssignCourseDialog({ organization, group, onClose }: GroupProps & { onClose: () => void }) {
  const [course, setCourse] = useState<ChosenCourse>();
  const [isForLater, setForLater] = useState(true);
  const due = useEnrollingFields();
  const act = useApiMutation({
    send: ({ courseId, ...wanted }: Enrolling & { courseId: number }) =>
      call(
        server.admin.courses[':id']['enroll-everyone'].$post({
          ...byId(courseId),
          json: { organizationId: organization.id, groupId: group.id, andLater: isForLater, ...wanted },
        }),
      ),
    successToast: ({ message, waiting }) => ({ title: waiting ? t`Enrolling` : t`Enrolled`, description: message }),
    errorToast: adminFailures.enroll,
    fields: DUE_FIELD_NAMES,
    invalidates: [pathOf(server.admin.courses), ...groupLists(organization.id), jobsPath(organization.id)],
  });
  const enroll = async () => {
    if (course && due.check() && (await act.run({ courseId: course.id, ...due.wanted }))) onClose();
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t`Assign a course to ${group.name}`}
      description={t`Everyone in the group is enrolled.`}
    >
      <DialogForm
        onSubmit={enroll}
        cancel={onClose}
        verb={t`Assign`}
        running={t`Enrolling...`}
        isRunning={act.isRunning}
        isReady={course !== undefined}
      >
        <CourseChoice
          value={course}
          of={{ organizationId: organization.id, among: 'enrollable' }}
          onChange={setCourse}
        />
        <EnrollingFields
          {...due}
          isDraft={course?.isPublished === false}
          failure={act.failure}
          isForLater={isForLater}
        />
        <SwitchField
          label={t`And everyone who joins later`}
          note={t`People are enrolled when they join ${group.name}.`}
          checked={isForLater}
          onChange={(event) => setForLater(event.target.checked)}
        />
      </DialogForm>
    </Dialog>
  );
}
