import { type FormEvent, useState } from 'react';
import { type CourseGrant, Told } from '#sync/contract/organization.ts';
import { Button } from '../../ui/button.tsx';
import { Choice } from '../../ui/choice.tsx';
import { useToast } from '../../ui/toast.tsx';
import { useAct } from '../use-act.ts';
import { adminFailures, adminToasts } from '../words.ts';
import { GrantedCourses } from './granted-courses.tsx';
import { OrganizationChoice } from './organization-choice.tsx';
import type { Enterprise } from './use-enterprise.ts';
import { coursesPath } from './use-organization-courses.ts';

/** The course that the form starts on (decisions 11). */
const FIRST_COURSE = 1;

/** Gives an organization a course, and shows what it was given before (M8). */
export function GrantForm({ organizations, courses }: Enterprise) {
  const toast = useToast();
  const [organizationId, setOrganizationId] = useState('');
  const [courseId, setCourseId] = useState((courses.find(({ id }) => id === FIRST_COURSE) ?? courses[0])?.id);
  const { run, isRunning } = useAct({
    method: 'POST',
    path: () => '/api/enterprise/admin/grant-course-access',
    payload: (grant: CourseGrant) => grant,
    answer: Told,
    said: ({ message }) => ({ title: 'Access Granted', description: message }),
    failed: adminFailures.grantAccess,
    refreshes: [coursesPath(organizationId)],
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
          labelled="above"
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
