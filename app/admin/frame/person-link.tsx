// Every name in the tables of administration leads to its person, whose page can walk through the list one came from.
import type { MouseEvent, ReactNode } from 'react';
import { paths } from '../../paths.ts';
import { Link, useLocation, useNavigate } from '../../ui/router.ts';

/** The history state of a person's page: the people of the list in its order, and the address of the list. */
export type Walk = { among: readonly string[]; from: string };

/** The walk in a history state; undefined for a page that no list led to. */
export function walkIn(state: unknown): Walk | undefined {
  const { among, from } = (state ?? {}) as Partial<Walk>;
  return Array.isArray(among) && typeof from === 'string' ? { among, from } : undefined;
}

type PersonLinkProps = { id: string; className?: string; children: ReactNode };

export function PersonLink({
  id,
  className = 'rounded-sm py-1 underline-offset-4 hover:underline',
  children,
}: PersonLinkProps) {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const open = (event: MouseEvent<HTMLAnchorElement>) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    // As they stand in the table now, sorted and filtered as they are.
    const links = event.currentTarget.closest('table')?.querySelectorAll<HTMLElement>('[data-person]');
    const among = [...new Set([...(links ?? [])].flatMap(({ dataset }) => dataset.person ?? []))];
    void navigate(paths.adminPerson(id), { state: { among, from: pathname + search } satisfies Walk });
  };
  return (
    <Link to={paths.adminPerson(id)} data-person={id} onClick={open} className={className}>
      {children}
    </Link>
  );
}
