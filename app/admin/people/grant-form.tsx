import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { type FormEvent, useState } from 'react';
import type { CourseGrant, OrganizationCourse } from '#sync/contract/organization.ts';
import { byId, call } from '../../api/client.ts';
import { server } from '../../api/session.ts';
import { useApiMutation } from '../../api/use-api-mutation.ts';
import { useApiPages, useApiQuery } from '../../api/use-api-query.ts';
import { ApiErrorView } from '../../shell/api-error-view.tsx';
import { Button } from '../../ui/button.tsx';
import { useConfirm } from '../../ui/confirm.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useToast } from '../../ui/toast.tsx';
import { adminTexts, adminToasts } from '../forms/messages.ts';
import { coursesPath } from '../forms/use-organizations.ts';
import { jobsPath } from '../jobs/bulk-jobs.tsx';
import { type ChosenCourse, CourseChoice, OrganizationChoice } from '../lists/searched-choices.tsx';

/** The courses that an organization was granted; each can be revoked. */
function GrantedCourses({ organizationId, name }: { organizationId: string; name: string }) {
  const { pages, error, refetch, more, isLoadingMore } = useApiPages(
    server.enterprise.admin.organizations[':id'].courses,
    { ...byId(organizationId), query: { access: 'view', limit: '50' } },
  );
  const confirm = useConfirm();
  const { run } = useApiMutation({
    send: (grant: CourseGrant) => call(server.enterprise.admin['revoke-course-access'].$post({ json: grant })),
    successToast: ({ message }) => ({ title: t`Access Revoked`, description: message }),
    errorToast: { title: t`Revocation Failed`, sentence: t`The grant could not be taken back.` },
    invalidates: [coursesPath(organizationId), jobsPath(null)],
  });
  const revoke = (course: OrganizationCourse) =>
    confirm({
      title: t`Take ${course.title} back?`,
      text: t`The people of ${name} lose the course at once, unless they can take it otherwise. Their progress is kept, and a new grant gives it back.`,
      action: t`Revoke`,
      running: t`Revoking...`,
      run: () => run({ courseId: course.id, organizationId }),
    });
  if (error && !pages)
    return <ApiErrorView title={adminTexts.failedOrganizationCourses} error={error} refetch={refetch} />;
  if (!pages) return <Skeleton className="h-20" />;
  const granted = pages.flatMap(({ courses }) => courses);
  return (
    <div className="flex flex-col gap-1 border-line border-t pt-4">
      <h3 className="font-semibold">
        <Trans>Granted to {name}</Trans>
      </h3>
      {granted.length === 0 && (
        <p className="text-ink-soft">
          <Trans>No course was granted yet.</Trans>
        </p>
      )}
      <ul className="divide-y divide-line">
        {granted.map((course) => (
          <li key={course.id} className="flex items-center justify-between gap-3 py-1">
            <span className="min-w-0">{course.title}</span>
            <Button variant="quiet" aria-label={t`Revoke ${course.title}`} onClick={() => revoke(course)}>
              <Trans>Revoke</Trans>
            </Button>
          </li>
        ))}
      </ul>
      {more && (
        <Button variant="secondary" disabled={isLoadingMore} onClick={more} className="self-start">
          {isLoadingMore ? t`Loading...` : t`Show more courses`}
        </Button>
      )}
    </div>
  );
}

/** Grants a course to an organization, and lists the granted ones (R-M8). Course 1 is selected at first, where there is one (P-11). */
export function GrantForm() {
  const toast = useToast();
  const [organization, setOrganization] = useState({ id: '', name: '' });
  const [chosen, setChosen] = useState<ChosenCourse>();
  const first = useApiQuery(server.admin.courses[':id'], byId(1));
  const course = chosen ?? first.data?.course;
  const { run, isRunning } = useApiMutation({
    send: (grant: CourseGrant) => call(server.enterprise.admin['grant-course-access'].$post({ json: grant })),
    successToast: ({ message }) => ({ title: t`Access Granted`, description: message }),
    errorToast: { title: t`Access Grant Failed`, sentence: t`The course could not be granted.` },
    invalidates: [coursesPath(organization.id)],
  });
  const grant = (event: FormEvent) => {
    event.preventDefault();
    if (organization.id === '') toast(adminToasts.noOrganizationSelected);
    else if (course) void run({ courseId: course.id, organizationId: organization.id });
  };
  return (
    <>
      <form noValidate onSubmit={grant} className="flex flex-col gap-4">
        <CourseChoice value={course} of="all" onChange={setChosen} />
        <OrganizationChoice value={organization.id} onChange={(id, name) => setOrganization({ id, name })} />
        <Button type="submit" size="big" disabled={isRunning || !course} className="self-start">
          {isRunning ? t`Granting...` : t`Grant Access`}
        </Button>
      </form>
      {organization.id && <GrantedCourses organizationId={organization.id} name={organization.name} />}
    </>
  );
}
