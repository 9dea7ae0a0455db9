// A list that was left for a person's page: whoever comes back finds their selection and their place (decision 179). Kept in memory, until a
// reload.
import { createContext, useState } from 'react';
import type { Matching } from '#sync/contract/bulk-job.ts';
import { onActiveUserChange } from '../../device/active-user-channel.ts';
import { useLocation } from '../../ui/router.ts';

export type LeftList = {
  /** Path and search of its page. */
  address: string;
  /** The person whose page was opened. */
  person: string;
  chosen: ReadonlyMap<string, unknown> | undefined;
  matching: Matching | undefined;
  /** A hook: while a page uses it, the rows that were loaded stay. */
  useRows: () => unknown;
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

/** Leaves the table around for the page of a person, if they are a row of it. */
export const LeavingList = createContext((_person: string, _address: string): void => {});

export type Selected<Row> = ReturnType<typeof useSelection<Row>>;

/** The selected rows of a list, or what it was narrowed by when all that match were selected; found again on the way back from a person's page. */
export function useSelection<Row>() {
  const { pathname, search } = useLocation();
  const [kept] = useState(() => leftList(pathname + search));
  const [chosen, choose] = useState(
    () => (kept?.chosen as ReadonlyMap<string, Row> | undefined) ?? new Map<string, Row>(),
  );
  const [matching, setMatching] = useState(kept?.matching);
  const setChosen = (next: ReadonlyMap<string, Row>) => {
    choose(next);
    setMatching(undefined);
  };
  return { chosen, setChosen, matching, setMatching };
}
