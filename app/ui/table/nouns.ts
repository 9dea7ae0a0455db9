import { plural, t } from '@lingui/core/macro';
import { COUNT_LIMIT } from '#sync/contract/fields.ts';

/** What the rows of a table are: how many there are, and that none matches a filter or a search. */
const NOUNS = {
  attempt: [
    (count: number) => plural(count, { one: '# attempt', other: '# attempts' }),
    t`No attempts match this filter`,
    t`No attempts match this search`,
  ],
  course: [
    (count: number) => plural(count, { one: '# course', other: '# courses' }),
    t`No courses match this filter`,
    t`No courses match this search`,
  ],
  device: [
    (count: number) => plural(count, { one: '# device', other: '# devices' }),
    t`No devices match this filter`,
    t`No devices match this search`,
  ],
  enrollment: [
    (count: number) => plural(count, { one: '# enrollment', other: '# enrollments' }),
    t`No enrollments match this filter`,
    t`No enrollments match this search`,
  ],
  event: [
    (count: number) => plural(count, { one: '# event', other: '# events' }),
    t`No events match this filter`,
    t`No events match this search`,
  ],
  group: [
    (count: number) => plural(count, { one: '# group', other: '# groups' }),
    t`No groups match this filter`,
    t`No groups match this search`,
  ],
  invitation: [
    (count: number) => plural(count, { one: '# invitation', other: '# invitations' }),
    t`No invitations match this filter`,
    t`No invitations match this search`,
  ],
  lesson: [
    (count: number) => plural(count, { one: '# lesson', other: '# lessons' }),
    t`No lessons match this filter`,
    t`No lessons match this search`,
  ],
  organization: [
    (count: number) => plural(count, { one: '# organization', other: '# organizations' }),
    t`No organizations match this filter`,
    t`No organizations match this search`,
  ],
  person: [
    (count: number) => plural(count, { one: '# person', other: '# people' }),
    t`No one matches this filter`,
    t`No one matches this search`,
  ],
  row: [
    (count: number) => plural(count, { one: '# row', other: '# rows' }),
    t`No rows match this filter`,
    t`No rows match this search`,
  ],
  'sign-up': [
    (count: number) => plural(count, { one: '# sign-up', other: '# sign-ups' }),
    t`No sign-ups match this filter`,
    t`No sign-ups match this search`,
  ],
  token: [
    (count: number) => plural(count, { one: '# token', other: '# tokens' }),
    t`No tokens match this filter`,
    t`No tokens match this search`,
  ],
  webhook: [
    (count: number) => plural(count, { one: '# webhook', other: '# webhooks' }),
    t`No webhooks match this filter`,
    t`No webhooks match this search`,
  ],
} as const;

export type Noun = keyof typeof NOUNS;

/** '12 people', or 'More than 1,000 people' where it was not counted further. */
export function countWords(noun: Noun, loaded: number, total: number | null | undefined, hasMore: boolean): string {
  const [words] = NOUNS[noun];
  if (total !== null && total !== undefined && total !== COUNT_LIMIT + 1) return words(total);
  if (!hasMore) return words(loaded);
  const people = words(total ? COUNT_LIMIT : loaded);
  return t({ message: `More than ${people}`, comment: "{people} is '1,000 people', '1,000 lessons', ..." });
}

/** 'No one in Demo Inspections matches this filter', 'No events match this search'. */
export function noneWords(noun: Noun, by: 'filter' | 'search', among?: string): string {
  const [, filter, search] = NOUNS[noun];
  if (!among) return by === 'filter' ? filter : search;
  return by === 'filter' ? t`No one in ${among} matches this filter` : t`No one in ${among} matches this search`;
}
