// What joining an organization or a group brings: the courses that whoever comes in is enrolled in, each the way to its rule.
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useId, useState } from 'react';
import { byId } from '../../api/client.ts';
import { server } from '../../api/session.ts';
import { useApiQuery } from '../../api/use-api-query.ts';
import { paths } from '../../paths.ts';
import { Link } from '../../ui/router.ts';
import { useGroups } from '../forms/use-organizations.ts';

const MOST = 5;

type JoiningCoursesProps = { courses: readonly { id: number; title: string }[]; into: string };

/** 'People who join Night shift are enrolled in Orientation, Basics.'; nothing while it brings nothing. */
export function JoiningCourses({ courses, into }: JoiningCoursesProps) {
  const id = useId();
  const [isWhole, setWhole] = useState(false);
  if (courses.length === 0) return null;
  const shown = isWhole ? courses : courses.slice(0, MOST);
  return (
    <div className="text-ink-soft text-sm">
      <p id={id}>
        <Trans>People who join {into} are enrolled in:</Trans>
      </p>
      <ul aria-labelledby={id} className="flex flex-wrap gap-x-4">
        {shown.map(({ id: course, title }) => (
          <li key={course}>
            <Link
              to={paths.adminCourse(course, { tab: 'people' })}
              className="wrap-anywhere inline-flex min-h-touch items-center rounded-sm font-medium text-accent-text underline-offset-4 hover:underline"
            >
              {title}
            </Link>
          </li>
        ))}
        {courses.length > MOST && (
          <li>
            <button
              type="button"
              onClick={() => setWhole(!isWhole)}
              className="min-h-touch rounded-sm font-medium text-accent-text underline-offset-4 hover:underline"
            >
              {isWhole ? t`Show fewer` : t`and ${courses.length - MOST} more`}
            </button>
          </li>
        )}
      </ul>
    </div>
  );
}

/** What everyone who joins the organization, or one of its groups, is enrolled in. */
export function JoiningOrganization({ organization: { id, name } }: { organization: { id: string; name: string } }) {
  const query = { among: 'automatic' as const, limit: '500' };
  const { data } = useApiQuery(server.enterprise.admin.organizations[':id'].courses, { ...byId(id), query });
  const bringing = useGroups(id).data?.groups.filter(({ courses }) => courses.length > 0) ?? [];
  if (!data?.courses.length && bringing.length === 0) return null;
  return (
    <div className="mt-6 flex flex-col gap-2 rounded-lg border border-line bg-surface px-4 py-2 print:hidden">
      <JoiningCourses courses={data?.courses ?? []} into={name} />
      {bringing.slice(0, MOST).map((group) => (
        <JoiningCourses key={group.id} courses={group.courses} into={group.name} />
      ))}
      {bringing.length > MOST && (
        <p className="text-ink-soft text-sm">
          <Trans>And {bringing.length - MOST} more groups, in the list of groups.</Trans>
        </p>
      )}
    </div>
  );
}
