// Every name in the tables of administration leads to its person, whose page leads back to where one came from, or to its course.
import { type ReactNode, use } from 'react';
import { paths } from '../../paths.ts';
import { Link, useLocation } from '../../ui/router.ts';
import { LeavingList, leftList } from './left-list.ts';

type PersonLinkProps = { id: string; className?: string; children: ReactNode };

export function PersonLink({
  id,
  className = 'rounded-sm py-1 max-md:-my-2 max-md:py-3 underline-offset-4 hover:underline',
  children,
}: PersonLinkProps) {
  const { pathname, search } = useLocation();
  const leave = use(LeavingList);
  const from = pathname + search;
  return (
    <Link
      to={paths.adminPerson(id)}
      state={{ from }}
      data-returned={leftList(from)?.person === id ? '' : undefined}
      onClick={() => leave(id, from)}
      className={className}
    >
      {children}
    </Link>
  );
}

/** Its page shows an admin what is theirs to see of it. */
export const CourseLink = ({ id, children }: { id: number; children: ReactNode }) => (
  <Link
    to={paths.adminCourse(id)}
    className="rounded-sm py-1 max-md:-my-2 max-md:py-3 underline-offset-4 hover:underline"
  >
    {children}
  </Link>
);
