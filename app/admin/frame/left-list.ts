// A list that was left for a person's page: that page walks on through it, past what was loaded, and whoever comes back finds their
// selection and their place (decision 254). Kept in memory: after a reload a person's page knows the people who were loaded.
import { createContext, useState } from 'react';
import type { Matching } from '#sync/contract/bulk-job.ts';
import { onActiveUserChange } from '../../device/active-user-channel.ts';
import { useLocation } from '../../ui/router.ts';

export type LeftList = {
  /** Path and search of its page. */
  address: string;
  /** The person whose page was opened last. */
  person: string;
  chosen: ReadonlyMap<string, unknown> | undefined;
  matching: Matching | undefined;
  /** A hook: the list as it is now. While a page uses it, the rows that were loaded stay. */
  usePeople: () => { ids: readonly string[]; total: string; more: (() => void) | undefined };
};

let left: LeftList | undefined;

export const leaveList = (list: LeftList): void => {
  left = list;
};

export const leftList = (address: string | undefined): LeftList | undefined =>
  left?.address === address ? left : undefined;

export const forgetList = (): void => {
  left = undefined;
};

// One user's selection must not be shown to the next.
onActiveUserChange((change) => change !== 'profile' && forgetList());

/** Any page but that of the list forgets it. */
export function passPage(pathname: string): void {
  if (left && left.address.split('?')[0] !== pathname) forgetList();
}

/** Leaves the table around for a person's page; answers its people, and their number in words, or nothing if the person is no row of it. */
export const LeavingList = createContext(
  (_person: string, _address: string): { among: readonly string[]; total: string } | undefined => undefined,
);

/** The selected rows of a list, or all that match; found again on the way back from a person's page. */
export function useSelection<Row>() {
  const { pathname, search } = useLocation();
  const [kept] = useState(() => leftList(pathname + search));
  const [chosen, setChosen] = useState(
    () => (kept?.chosen as ReadonlyMap<string, Row> | undefined) ?? new Map<string, Row>(),
  );
  const [matching, setMatching] = useState(kept?.matching);
  return { chosen, setChosen, matching, setMatching };
}
