import { plural, t } from '@lingui/core/macro';
import { COUNT_LIMIT } from '#sync/contract/fields.ts';
import type { GroupRow } from '#sync/contract/group.ts';
import { byId, pathOf } from '../../api/client.ts';
import { server } from '../../api/session.ts';
import { useApiQuery } from '../../api/use-api-query.ts';
import { locale } from '../../ui/language.ts';
import { useTableAddress } from '../../ui/table/use-table-address.ts';

/** One organization, for super admins; nothing is fetched for ''. */
export const useOrganization = (id: string) =>
  useApiQuery(server.enterprise.admin.organizations[':id'], byId(id), id !== '');

/** The beginning of the paths that people's pages are read from. */
export const PERSON_PAGES = pathOf(server.admin.people[':userId'], { param: { userId: '' } });

/** The paths that a change of an organization invalidates. */
export const ORGANIZATION_LISTS = [
  pathOf(server.admin.organizations),
  pathOf(server.enterprise.admin.organizations),
  pathOf(server.admin.users),
  pathOf(server.admin.stats),
  PERSON_PAGES,
];

/** The path of the courses that an organization owns or was granted, for what invalidates them. */
export const coursesPath = (organizationId: string) =>
  pathOf(server.enterprise.admin.organizations[':id'].courses, byId(organizationId));

/** All groups of an organization, by name; nothing is fetched for ''. */
export const useGroups = (organizationId: string) =>
  useApiQuery(server.enterprise.admin.organizations[':id'].groups, byId(organizationId), organizationId !== '');

/** The groups as a filter of a table, and the one in the address, which counts before its name is known. */
export function useGroupFilter(organizationId: string, prefix?: string) {
  const { data } = useGroups(organizationId);
  const inAddress = useTableAddress(prefix).read('group');
  const known = data?.groups ?? (organizationId && inAddress ? [{ id: inAddress, name: t`One group` }] : []);
  const options = [['', t`All groups`] as const, ...known.map(({ id, name }) => [id, name] as const)];
  return {
    filters: known.length > 0 ? [{ key: 'group', label: t`Group`, options }] : [],
    group: known.find(({ id }) => id === inAddress),
  };
}

/** The number of people in a group; no one counts further than COUNT_LIMIT. */
export const sizeOf = ({ people }: Pick<GroupRow, 'people'>): string =>
  people > COUNT_LIMIT
    ? plural(COUNT_LIMIT, { one: 'More than # person', other: 'More than # people' })
    : plural(people, { one: '# person', other: '# people' });

const conjunction = new Intl.ListFormat(locale);

/** What joining a group brings; undefined while it brings nothing. */
export const joiningWords = (group: GroupRow | undefined): string | undefined =>
  group && group.courses.length > 0
    ? t`People who join it are enrolled in ${conjunction.format(group.courses.map(({ title }) => title))}.`
    : undefined;

/** The paths that a change of groups invalidates: the groups, and the people who tell theirs. */
export const groupLists = (organizationId: string) => [
  pathOf(server.enterprise.admin.organizations[':id'].groups, byId(organizationId)),
  membersPath(organizationId),
  PERSON_PAGES,
];

/** The path of the list of an organization's people, for what invalidates it. */
export const membersPath = (organizationId: string) =>
  pathOf(server.enterprise.admin.organizations[':id'].users, byId(organizationId));
