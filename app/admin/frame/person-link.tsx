// Every name in the tables of administration leads to its person, whose page can walk through the list one came from, or to its course.
import { type MouseEvent, type ReactNode, use } from 'react';
import { paths } from '../../paths.ts';
import { Link, useLocation, useNavigate } from '../../ui/router.ts';
import { LeavingList, leftList } from './left-list.ts';

/** The history state of a person's page: the people of the list in its order, how many there are, and the address of the list. */
export type Walk = { among: readonly string[]; total?: string; from: string };

/** The walk in a history state; undefined for a page that no list led to. */
export function walkIn(state: unknown): Walk | undefined {
  const { among, from, total } = (state ?? {}) as Partial<Walk>;
  return Array.isArray(among) && typeof from === 'string' ? { among, from, ...(total && { total }) } : undefined;
}

type PersonLinkProps = { id: string; className?: string; children: ReactNode };

export function PersonLink({
  id,
  className = 'rounded-sm py-1 underline-offset-4 hover:underline',
  children,
}: PersonLinkProps) {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const leave = use(LeavingList);
  const open = (event: MouseEvent<HTMLAnchorElement>) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    // As they stand in the table now, sorted and filtered as they are.
    const links = event.currentTarget.closest('table')?.querySelectorAll<HTMLElement>('[data-person]');
    const among = [...new Set([...(links ?? [])].flatMap(({ dataset }) => dataset.person ?? []))];
    const walk: Walk = { among, from: pathname + search, ...leave(id, pathname + search) };
    void navigate(paths.adminPerson(id), { state: walk });
  };
  return (
    <Link
      to={paths.adminPerson(id)}
      data-person={id}
      data-returned={leftList(pathname + search)?.person === id ? '' : undefined}
      onClick={open}
      className={className}
    >
      {children}
    </Link>
  );
}

/** Its page shows an admin what is theirs to see of it. */
export const CourseLink = ({ id, children }: { id: number; children: ReactNode }) => (
  <Link to={paths.adminCourse(id)} className="rounded-sm py-1 underline-offset-4 hover:underline">
    {children}
  </Link>
);
