import type { AdminCourse } from '#sync/contract/organization.ts';
import { categoryLabel } from '../../learn/messages.ts';
import { paths } from '../../paths.ts';
import { actsColumn, RowButton } from '../../ui/table/row-actions.tsx';
import type { Column } from '../../ui/table/table-view.ts';
import { VISIBILITY_LABELS } from '../frame/option-lists.ts';
import { PublishedBadge } from '../frame/published-badge.tsx';

/** Title, Category, Visibility, Status, Created At and the link to manage the course. */
export const courseColumns: readonly Column<AdminCourse>[] = [
  {
    key: 'title',
    title: 'Title',
    value: ({ title }) => title,
    cell: ({ title }) => <span className="font-medium">{title}</span>,
  },
  { key: 'category', title: 'Category', value: ({ category }) => categoryLabel(category) },
  {
    key: 'visibility',
    title: 'Visibility',
    value: ({ visibility, organization }) =>
      organization ? `${VISIBILITY_LABELS[visibility]} (${organization.name})` : VISIBILITY_LABELS[visibility],
    cell: ({ visibility, organization }) => (
      <>
        <span className="block">{VISIBILITY_LABELS[visibility]}</span>
        {organization && <span className="block text-ink-soft text-sm">{organization.name}</span>}
      </>
    ),
  },
  {
    key: 'status',
    title: 'Status',
    value: ({ isPublished }) => (isPublished ? 'Published' : 'Draft'),
    cell: ({ isPublished }) => <PublishedBadge isPublished={isPublished} />,
  },
  { key: 'created', title: 'Created At', value: ({ createdAt }) => new Date(createdAt) },
  actsColumn(({ id, title }) => (
    <RowButton to={paths.adminCourse(id)} aria-label={`Manage ${title}`}>
      Manage
    </RowButton>
  )),
];

type Chosen = { category: string; visibility: string; status: string };

/** True when the course is one of those chosen; '' chooses all. */
export function passes(course: AdminCourse, { category, visibility, status }: Chosen): boolean {
  if (category && course.category !== category) return false;
  if (visibility && course.visibility !== visibility) return false;
  return !status || course.isPublished === (status === 'published');
}
