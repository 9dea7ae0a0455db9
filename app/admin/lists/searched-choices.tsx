// An organization or a course is chosen by typing a part of its name: the server finds it among any number of them.
import { t } from '@lingui/core/macro';
import { useState } from 'react';
import type { OrganizationCourse, OrganizationCoursesQuery } from '#sync/contract/organization.ts';
import { byId } from '../../api/client.ts';
import { server } from '../../api/session.ts';
import { type ApiQuery, useApiQuery } from '../../api/use-api-query.ts';
import { useActiveUser } from '../../device/active-user.tsx';
import { Combobox, type Option, useCombobox } from '../../ui/form/combobox.tsx';
import { Choice, type Labelled } from '../../ui/form/field.tsx';
import type { FilterChoice } from '../../ui/table/table-view.ts';
import { useTableAddress } from '../../ui/table/use-table-address.ts';
import { adminTexts } from '../forms/messages.ts';
import { useGroupFilter, useOrganization } from '../forms/use-organizations.ts';
import { VISIBILITY_LABELS } from './course-options.tsx';

const MOST = '20';

const failureOf = ({ data, error, refetch }: ApiQuery<unknown>, sentence: string) =>
  error && !data ? { sentence: `${sentence}.`, retry: refetch } : undefined;

type OrganizationChoiceProps = Partial<Labelled> & {
  isLabelHidden?: boolean;
  /** The id; '' for none. */
  value: string;
  /** What can be chosen besides organizations, such as `['', 'All organizations']`. */
  others?: readonly Option[];
  /** Also the inactive ones, which accept no people and no courses (P-16). */
  isAny?: boolean;
  onChange: (id: string, name: string) => void;
};

/** An organization, for super admins. */
export function OrganizationChoice(props: OrganizationChoiceProps) {
  const { value, others = [], isAny = false, onChange, label = t`Organization`, ...labelled } = props;
  const box = useCombobox();
  const [picked, setPicked] = useState<Option>();
  const named = [...others, ...(picked ? [picked] : [])].find(([id]) => id === value)?.[1];
  const asked = useOrganization(named === undefined ? value : '');
  const query = {
    search: box.search,
    limit: MOST,
    sort: 'name' as const,
    ...(!isAny && { status: 'active' as const }),
  };
  const found = useApiQuery(server.admin.organizations, { query }, box.isOpen);
  const options = found.data?.organizations.map(({ id, name }): Option => [id, name]);
  return (
    <Combobox
      {...labelled}
      label={label}
      box={box}
      value={value}
      text={value === '' && named === undefined ? '' : (named ?? asked.data?.organization.name ?? t`One organization`)}
      placeholder={t`Select an organization`}
      options={options && (box.search === '' ? [...others, ...options] : options)}
      hasMore={found.data?.nextCursor != null}
      failure={failureOf(found, adminTexts.failedOrganizations)}
      none={t`No organization found.`}
      onChange={([id, name]) => {
        setPicked([id, name]);
        onChange(id, name);
      }}
    />
  );
}

const organizationFilter = {
  key: 'organizationId',
  label: t`Organization`,
  options: [],
  choice: (props: FilterChoice) => <OrganizationChoice {...props} isAny others={[['', t`All organizations`]]} />,
  words: (id: string) => <OrganizationName id={id} />,
};

function OrganizationName({ id }: { id: string }) {
  return useOrganization(id).data?.organization.name ?? id;
}

/** The organization as a filter, for super admins. */
export const organizationFilters = (isSuperAdmin: boolean) => (isSuperAdmin ? [organizationFilter] : []);

/** Whose rows a table of people shows, as its filters: an organization's for super admins, and those of one of its groups. */
export function useScopeFilters(prefix: string) {
  const { profile } = useActiveUser();
  const isSuper = profile?.is_super_admin === true;
  const chosen = useTableAddress(prefix).read('organizationId');
  const { filters } = useGroupFilter((isSuper ? chosen : profile?.organization_id) || '', prefix);
  return [...organizationFilters(isSuper), ...filters];
}

/** The least that is known of a course that was chosen. */
export type ChosenCourse = { id: number; title: string; isPublished?: boolean | undefined };

type CourseChoiceProps = Partial<Labelled> & {
  value: ChosenCourse | undefined;
  /** Which courses: those of an organization, or all there are, for super admins. */
  of: { organizationId: string; among: NonNullable<OrganizationCoursesQuery['among']> } | 'all';
  /** What having no course is called, where that can be chosen. */
  none?: string;
  disabled?: boolean;
  onChange: (course: ChosenCourse | undefined) => void;
};

export function CourseChoice({ value, of, none, onChange, label = t`Course`, ...labelled }: CourseChoiceProps) {
  const box = useCombobox();
  // What was typed is found by how well its title fits.
  const query = { search: box.search, limit: MOST, ...(box.search === '' && { sort: 'title' as const }) };
  const all = useApiQuery(server.admin.courses, { query }, box.isOpen && of === 'all');
  // Before anything is typed the organization's own come first, however many public ones there are.
  const theirs = useOrganizationCourses(of, box.search ? query : { ...query, sort: '-access' }, box.isOpen);
  const found: ApiQuery<{ courses: readonly FoundCourse[]; nextCursor: string | null }> = of === 'all' ? all : theirs;
  const options = found.data?.courses.map(
    (course): Option => [
      String(course.id),
      course.isPublished ? course.title : t`${course.title} (draft)`,
      of === 'all' ? undefined : originOf(course),
    ],
  );
  const others: readonly Option[] = none ? [['', none]] : [];
  return (
    <Combobox
      {...labelled}
      label={label}
      box={box}
      value={String(value?.id ?? '')}
      text={value?.title ?? none ?? ''}
      placeholder={t`Select a course`}
      options={options && (box.search === '' ? [...others, ...options] : options)}
      hasMore={found.data?.nextCursor != null}
      failure={failureOf(found, adminTexts.failedCourses)}
      none={t`No course found.`}
      onChange={([id, title]) => {
        const isPublished = found.data?.courses.find((course) => String(course.id) === id)?.isPublished;
        onChange(id === '' ? undefined : { id: Number(id), title, isPublished });
      }}
    />
  );
}

/** One of an organization's courses as a filter; its title is asked for where only its number is in the address. */
export const courseFilter = (organizationId: string) => ({
  ...{ key: 'course', label: t`Course`, options: [], shows: 'certificate', clears: 'stopped' },
  choice: (props: FilterChoice) => <CourseFilterChoice {...props} organizationId={organizationId} />,
  words: (id: string) => id && <CourseTitle id={id} />,
});

/** The lesson of this course at which people stopped, as a filter; none without a course. */
export const stoppedFilters = (courseId: number | undefined) =>
  courseId === undefined
    ? []
    : [
        {
          ...{ key: 'stopped', label: t`Drop-off`, options: [], shows: 'progress' },
          choice: (props: FilterChoice) => <LessonChoice {...props} courseId={courseId} />,
          words: (id: string) => <StoppedAt id={id} courseId={courseId} />,
        },
      ];

const ONE_LESSON = t`Stopped at one lesson`;

function useLessonOptions(courseId: number) {
  const { data } = useApiQuery(server.courses[':id'].lessons, byId(courseId));
  return data?.lessons.map(({ id, title }, place) => [String(id), t`Stopped at ${place + 1}. ${title}`] as const);
}

function StoppedAt({ id, courseId }: { id: string; courseId: number }) {
  const lesson = useLessonOptions(courseId)?.find(([option]) => option === id);
  return lesson?.[1] ?? ONE_LESSON;
}

function LessonChoice({ courseId, ...props }: FilterChoice & { courseId: number }) {
  const lessons = useLessonOptions(courseId) ?? [];
  const isKnown = lessons.some(([id]) => id === props.value);
  const others = props.value && !isKnown ? ([[props.value, ONE_LESSON]] as const) : [];
  return <Choice {...props} options={[['', 'Everyone'], ...others, ...lessons]} />;
}

function useCourseTitle(id: string): string {
  const { data } = useApiQuery(server.admin.courses[':id'], byId(id), id !== '');
  return data?.course.title ?? t`One course`;
}

function CourseTitle({ id }: { id: string }) {
  return useCourseTitle(id);
}

function CourseFilterChoice({ organizationId, value, onChange, ...props }: FilterChoice & { organizationId: string }) {
  const title = useCourseTitle(value);
  return (
    <CourseChoice
      {...props}
      value={value ? { id: Number(value), title } : undefined}
      of={{ organizationId, among: 'takable' }}
      none={t`Any course`}
      onChange={(course) => onChange(course ? String(course.id) : '')}
    />
  );
}

type FoundCourse = ChosenCourse & Pick<OrganizationCourse, 'isPublished' | 'visibility'> & { isGranted?: boolean };

/** Why the organization has it, in the words of its list of courses. */
function originOf({ isGranted, visibility }: FoundCourse): string {
  if (!isGranted) return t`Own`;
  return visibility === 'public' ? VISIBILITY_LABELS.public : t`Granted`;
}

type Of = CourseChoiceProps['of'];

function useOrganizationCourses(
  of: Of,
  query: Omit<OrganizationCoursesQuery, 'limit'> & { limit: string },
  isWanted: boolean,
) {
  const { organizationId, among } = of === 'all' ? { organizationId: '', among: undefined } : of;
  return useApiQuery(
    server.enterprise.admin.organizations[':id'].courses,
    { ...byId(organizationId), query: { ...query, ...(among && { among }) } },
    isWanted && organizationId !== '',
  );
}
