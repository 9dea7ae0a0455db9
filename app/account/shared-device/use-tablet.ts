// The tablet of an organization that this device is, and the people who use it, live.
import { plural, t } from '@lingui/core/macro';
import { dayOf } from '#sync/contract/due.ts';
import type { RosterPerson } from '#sync/contract/enrolled-tablet.ts';
import { foldText } from '#sync/contract/fields.ts';
import { type EnrolledHere, readEnrolled, readRoster } from '#sync/extras/enrolled-tablet.ts';
import type { DeviceUser } from '#sync/store/device.ts';
import { device, setLocalText, TABLET_FLAG } from '../../device/device.ts';
import { useLiveQuery } from '../../device/live-query.ts';
import { dueWords } from '../../ui/labels.ts';

/** Undefined until it is read; null on a device that is no tablet of an organization. */
export const useEnrolled = (): EnrolledHere | null | undefined =>
  useLiveQuery(async () => (await readEnrolled(device)) ?? null, []);

/** Notes for the next start whether this device is the tablet of an organization. */
export const noteTablet = (isTablet: boolean) => setLocalText(TABLET_FLAG, isTablet ? 'yes' : null);

/** Somebody on the tablet's home. */
export type TabletPerson = RosterPerson & {
  /** What this device knows of them; undefined for whoever was never here. */
  here: DeviceUser | undefined;
  hasWork: boolean;
};

/** The people of the tablet, those with work first; undefined until they are read. */
export function useTabletPeople(): TabletPerson[] | undefined {
  return useLiveQuery(async () => {
    const [roster, here] = await Promise.all([readRoster(device), device.people.toArray()]);
    const known = new Map(here.map((person) => [person.userId, person]));
    return roster
      .map((person) => ({ ...person, here: known.get(person.id), hasWork: person.courses.some(isOpen) }))
      .sort(byWork);
  }, []);
}

const isOpen = ({ percent }: { percent: number }) => percent < 100;

/** The day by which the first of their courses is to be completed. */
const dueDay = ({ courses }: RosterPerson) =>
  courses
    .filter(isOpen)
    .flatMap(({ dueOn }) => dueOn ?? [])
    .sort()[0];

function byWork(a: TabletPerson, b: TabletPerson): number {
  if (a.hasWork !== b.hasWork) return a.hasWork ? -1 : 1;
  const [first, second] = [dueDay(a) ?? '~', dueDay(b) ?? '~'];
  if (first !== second) return first < second ? -1 : 1;
  return a.name.localeCompare(b.name);
}

export const isNamed = ({ name, signInName }: RosterPerson, typed: string): boolean =>
  foldText(typed)
    .split(/\s+/)
    .every((word) => foldText(`${name} ${signInName}`).includes(word));

/** What the tile of a person says below their name. */
export function tileWords(person: TabletPerson): string {
  const { here, hasWork, courses } = person;
  if (!(here ? here.pin : person.pin)) return person.card ? t`New: use your card` : t`Needs a card`;
  const due = dueDay(person);
  if (due !== undefined) return dueWords(due, dayOf(new Date()));
  if (!hasWork) return courses.length > 0 ? t`All done` : t`No courses yet`;
  return plural(courses.filter(isOpen).length, { one: '# course to do', other: '# courses to do' });
}
