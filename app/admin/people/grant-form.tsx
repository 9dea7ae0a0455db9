import { type FormEvent, useState } from 'react';
import type { AdminCourse, CourseGrant, OrganizationCourse, OrganizationRow } from '#sync/contract/organization.ts';
import { call } from '../../api/client.ts';
import { server } from '../../api/session.ts';
import { useApiMutation } from '../../api/use-api-mutation.ts';
import { ApiErrorView } from '../../shell/api-error-view.tsx';
import { Button } from '../../ui/button.tsx';
import { useConfirm } from '../../ui/confirm.tsx';
import { Choice } from '../../ui/form/field.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useToast } from '../../ui/toast.tsx';
import { jobsPath } from '../frame/bulk-jobs.tsx';
import { adminTexts, adminToasts } from '../frame/messages.ts';
import { activeOptions, coursesPath, useOrganizationCourses } from '../frame/use-organizations.ts';

export type Enterprise = { organizations: readonly OrganizationRow[]; courses: readonly AdminCourse[] };

type OrganizationChoiceProps = {
  organizations: readonly OrganizationRow[];
  /** The id; '' for none. */
  value: string;
  onChange: (id: string) => void;
};

export function OrganizationChoice({ organizations, ...choice }: OrganizationChoiceProps) {
  const options = [['', 'Select an organization'] as const, ...activeOptions(organizations)];
  return <Choice label="Organization" options={options} {...choice} />;
}

/** The courses that an organization was granted; each can be revoked. */
function GrantedCourses({ organizationId, name }: { organizationId: string; name: string }) {
  const { data, error, refetch } = useOrganizationCourses(organizationId);
  const confirm = useConfirm();
  const { run } = useApiMutation({
    send: (grant: CourseGrant) => call(server.enterprise.admin['revoke-course-access'].$post({ json: grant })),
    successToast: ({ message }) => ({ title: 'Access Revoked', description: message }),
    errorToast: { title: 'Revocation Failed', sentence: 'The grant could not be taken back.' },
    invalidates: [coursesPath(organizationId), jobsPath(null)],
  });
  const revoke = (course: OrganizationCourse) =>
    confirm({
      title: `Take ${course.title} back?`,
      text: `The members of ${name} lose the course at once, unless they can take it otherwise. Their progress is kept, and a new grant gives it back.`,
      action: 'Revoke',
      running: 'Revoking...',
      run: () => run({ courseId: course.id, organizationId }),
    });
  if (error) return <ApiErrorView title={adminTexts.failedOrganizationCourses} error={error} refetch={refetch} />;
  if (!data) return <Skeleton className="h-20" />;
  const granted = data.courses.filter(({ isGranted }) => isGranted);
  return (
    <div className="flex flex-col gap-1 border-line border-t pt-4">
      <h3 className="font-semibold">Granted to {name}</h3>
      {granted.length === 0 && <p className="text-ink-soft">No course was granted yet.</p>}
      <ul className="divide-y divide-line">
        {granted.map((course) => (
          <li key={course.id} className="flex items-center justify-between gap-3 py-1">
            <span className="min-w-0">{course.title}</span>
            <Button variant="quiet" aria-label={`Revoke ${course.title}`} onClick={() => revoke(course)}>
              Revoke
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The course that is selected at first (decisions 11). */
const FIRST_COURSE = 1;

/** Grants a course to an organization, and lists the granted ones (M8). */
export function GrantForm({ organizations, courses }: Enterprise) {
  const toast = useToast();
  const [organizationId, setOrganizationId] = useState('');
  const [courseId, setCourseId] = useState((courses.find(({ id }) => id === FIRST_COURSE) ?? courses[0])?.id);
  const { run, isRunning } = useApiMutation({
    send: (grant: CourseGrant) => call(server.enterprise.admin['grant-course-access'].$post({ json: grant })),
    successToast: ({ message }) => ({ title: 'Access Granted', description: message }),
    errorToast: { title: 'Access Grant Failed', sentence: 'The course could not be granted.' },
    invalidates: [coursesPath(organizationId)],
  });
  const grant = (event: FormEvent) => {
    event.preventDefault();
    if (organizationId === '') toast(adminToasts.noOrganizationSelected);
    else if (courseId !== undefined) void run({ courseId, organizationId });
  };
  return (
    <>
      <form noValidate onSubmit={grant} className="flex flex-col gap-4">
        <Choice
          label="Course"
          value={String(courseId ?? '')}
          options={courses.map(({ id, title }) => [String(id), title] as const)}
          onChange={(id) => setCourseId(Number(id))}
        />
        <OrganizationChoice organizations={organizations} value={organizationId} onChange={setOrganizationId} />
        <Button type="submit" size="big" disabled={isRunning || courseId === undefined} className="self-start">
          {isRunning ? 'Granting...' : 'Grant Access'}
        </Button>
      </form>
      {organizationId && (
        <GrantedCourses
          organizationId={organizationId}
          name={organizations.find(({ id }) => id === organizationId)?.name ?? ''}
        />
      )}
    </>
  );
}
