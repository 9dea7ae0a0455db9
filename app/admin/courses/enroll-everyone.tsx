// Everyone in an organization or a group is enrolled at once, and whoever joins it later.
import { useState } from 'react';
import type { Due, Enrolling } from '#sync/contract/due.ts';
import type { AdminCourse, AutoEnrollment } from '#sync/contract/organization.ts';
import { byId, call, pathOf } from '../../api/client.ts';
import { server } from '../../api/session.ts';
import { useApiMutation } from '../../api/use-api-mutation.ts';
import { useApiQuery } from '../../api/use-api-query.ts';
import { ApiErrorView } from '../../shell/api-error-view.tsx';
import { Button } from '../../ui/button.tsx';
import { useConfirm } from '../../ui/confirm.tsx';
import { FormDialog } from '../../ui/form/dialog-form.tsx';
import { Choice } from '../../ui/form/field.tsx';
import { SwitchField } from '../../ui/form/switch-field.tsx';
import { counted, dayWords } from '../../ui/labels.ts';
import {
  changedDue,
  DUE_FIELD_NAMES,
  DueFields,
  EnrollingFields,
  useDueFields,
  useEnrollingFields,
} from '../forms/due-fields.tsx';
import { adminFailures } from '../forms/messages.ts';
import { groupLists, useGroups, useOrganization } from '../forms/use-organizations.ts';
import { jobsPath } from '../jobs/bulk-jobs.tsx';
import type { Admin } from '../lists/admin-gate.tsx';
import { OrganizationChoice } from '../lists/searched-choices.tsx';

type EnrollEveryoneProps = { admin: Admin; course: AdminCourse; onClose: () => void };

/** Org admins enroll their own people; super admins choose the organization, unless the course has one. */
export function EnrollEveryoneDialog({ admin, course, onClose }: EnrollEveryoneProps) {
  const asked = useOrganization((admin.isSuperAdmin && course.organizationId) || '');
  const [chosen, setChosen] = useState<string>();
  // Not that of an inactive organization, which is no choice.
  const ofCourse = asked.data?.organization.isActive ? asked.data.organization.id : undefined;
  const organizationId = (admin.isSuperAdmin ? (chosen ?? ofCourse) : admin.organization?.id) ?? '';
  const groups = useGroups(organizationId).data?.groups ?? [];
  const [wantedGroup, setGroup] = useState('');
  const group = groups.find(({ id }) => id === wantedGroup);
  const whose = group?.name ?? (admin.isSuperAdmin ? undefined : admin.organization?.name);
  const [isForLater, setForLater] = useState(true);
  const due = useEnrollingFields();
  const act = useApiMutation({
    send: (wanted: Enrolling & { organizationId: string; groupId?: string; andLater: boolean }) =>
      call(server.admin.courses[':id']['enroll-everyone'].$post({ ...byId(course.id), json: wanted })),
    successToast: ({ message, waiting }) => ({ title: waiting ? 'Enrolling' : 'Enrolled', description: message }),
    errorToast: adminFailures.enroll,
    fields: DUE_FIELD_NAMES,
    invalidates: [
      pathOf(server.admin.courses[':id'], byId(course.id)),
      ...groupLists(organizationId),
      jobsPath(admin.isSuperAdmin ? null : organizationId),
    ],
  });
  const enroll = async () => {
    const whom = { organizationId, ...(group && { groupId: group.id }), andLater: isForLater };
    if (due.check() && (await act.run({ ...whom, ...due.wanted }))) onClose();
  };
  return (
    <FormDialog
      title={whose ? `Enroll everyone in ${whose}` : 'Enroll everyone'}
      description={`They'll see ${course.title} in their courses.`}
      onSubmit={enroll}
      onClose={onClose}
      verb="Enroll everyone"
      running="Enrolling..."
      isRunning={act.isRunning}
      isReady={organizationId !== ''}
    >
      {admin.isSuperAdmin && <OrganizationChoice value={organizationId} onChange={setChosen} />}
      {groups.length > 0 && (
        <Choice
          label="Group"
          value={group?.id ?? ''}
          options={[['', 'Everyone'], ...groups.map(({ id, name }) => [id, name] as const)]}
          onChange={setGroup}
        />
      )}
      <EnrollingFields {...due} isDraft={!course.isPublished} failure={act.failure} isForLater={isForLater} />
      <SwitchField
        label="And everyone who joins later"
        note={`People are enrolled when they join ${group ? group.name : 'the organization'}.`}
        checked={isForLater}
        onChange={(event) => setForLater(event.target.checked)}
      />
    </FormDialog>
  );
}

/** The organizations and groups whose new people are enrolled; draws nothing while there is none. */
export function AutoEnrollments({ course }: { course: AdminCourse }) {
  const rules = server.admin.courses[':id']['auto-enrollments'];
  const { data, error, refetch } = useApiQuery(rules, byId(course.id));
  const confirm = useConfirm();
  const { run } = useApiMutation({
    send: ({ organization, group }: AutoEnrollment) => {
      const param = { id: `${course.id}`, organizationId: organization.id };
      if (!group) return call(rules[':organizationId'].$delete({ param }));
      return call(rules[':organizationId'].groups[':groupId'].$delete({ param: { ...param, groupId: group.id } }));
    },
    successToast: ({ message }) => ({ title: 'Automatic Enrollment Ended', description: message }),
    errorToast: { title: 'Ending Failed', sentence: 'New people are still enrolled.' },
    invalidates: [
      pathOf(server.admin.courses[':id'], byId(course.id)),
      ...(data?.autoEnrollments.flatMap(({ organization }) => groupLists(organization.id)) ?? []),
    ],
  });
  const [changing, setChanging] = useState<AutoEnrollment>();
  if (error && !data) return <ApiErrorView title="Failed to fetch automatic enrollments" {...{ error, refetch }} />;
  if (!data || data.autoEnrollments.length === 0) return null;
  const end = (rule: AutoEnrollment) =>
    void confirm({
      title: `Stop enrolling people who join ${placeOf(rule)}?`,
      text: 'People who are enrolled stay enrolled.',
      action: 'Stop',
      running: 'Stopping...',
      run: () => run(rule),
    });
  return (
    <>
      <ul
        aria-label="Automatic enrollments"
        className="mb-4 divide-y divide-line rounded-lg border border-line bg-surface"
      >
        {data.autoEnrollments.map((rule) => (
          <li key={placeOf(rule)} className="flex flex-wrap items-center justify-between gap-x-4 px-4 py-1">
            <span>
              Everyone who joins <strong>{placeOf(rule)}</strong> is enrolled{dueWords(rule)}.
            </span>
            <span className="ms-auto flex">
              <Button
                variant="quiet"
                aria-label={`Change due date for ${placeOf(rule)}`}
                onClick={() => setChanging(rule)}
              >
                Change due date
              </Button>
              <Button variant="quiet" aria-label={`Stop for ${placeOf(rule)}`} onClick={() => end(rule)}>
                Stop
              </Button>
            </span>
          </li>
        ))}
      </ul>
      {changing && <RuleDialog course={course} rule={changing} onClose={() => setChanging(undefined)} />}
    </>
  );
}

/** Another due date for those who join from now on. */
function RuleDialog({ course, rule, onClose }: { course: AdminCourse; rule: AutoEnrollment; onClose: () => void }) {
  const { organization, group } = rule;
  const due = useDueFields(rule.dueOn, rule.dueInDays === null ? undefined : 'days', rule.dueInDays);
  const { run, isRunning, failure } = useApiMutation({
    send: (wanted: Due) => {
      const place = { organizationId: organization.id, ...(group && { groupId: group.id }) };
      return call(
        server.admin.courses[':id']['auto-enrollments'].$put({ ...byId(course.id), json: { ...place, ...wanted } }),
      );
    },
    successToast: ({ message }) => ({ title: 'Due date changed', description: message }),
    errorToast: { title: 'Change Failed', sentence: 'The due date was not changed.' },
    fields: DUE_FIELD_NAMES,
    invalidates: [pathOf(server.admin.courses[':id'], byId(course.id))],
  });
  const save = async () => {
    if (due.check() && (await run(changedDue(due)))) onClose();
  };
  return (
    <FormDialog
      title="Change due date"
      description={`For people who join ${placeOf(rule)} from now on. Whoever is enrolled keeps their due date.`}
      onSubmit={save}
      onClose={onClose}
      verb="Save"
      running="Saving..."
      isRunning={isRunning}
    >
      <DueFields {...due} failure={failure} from="joining" />
    </FormDialog>
  );
}

type Rule = Omit<AutoEnrollment, 'createdAt'>;

/** 'Demo Inspections', or 'North crew in Demo Inspections'. */
export const placeOf = ({ organization, group }: Rule) =>
  group ? `${group.name} in ${organization.name}` : organization.name;

/** ', due 14 days after joining'; empty without a due date. */
export function dueWords({ dueOn, dueInDays }: Rule): string {
  if (dueInDays !== null) return `, due ${counted(dueInDays, 'day')} after joining`;
  return dueOn ? `, due ${dayWords(dueOn)}` : '';
}
