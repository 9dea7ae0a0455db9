import type { ReactNode } from 'react';
import type { PullOutcome } from '#sync/engine.ts';
import { usePull } from '../../device/use-pull.ts';
import { PullErrorView, PullNote } from '../../shell/pull-error-view.tsx';
import { TitledCard } from '../../ui/card.tsx';
import { Skeletons } from '../../ui/skeleton.tsx';

type ListCardProps<Item> = {
  title: string;
  /** The plural noun for the rows: 'courses'. */
  noun: string;
  /** Undefined until the device has been read. */
  rows: readonly Item[] | undefined;
  /** Refreshes the rows; must be stable (useCallback). */
  pull: () => Promise<PullOutcome>;
  row: (row: Item) => ReactNode;
  /** Shown when the server has none. */
  empty: string;
};

/** A box with a list from the device, refreshed when the server can be reached. */
export function ListCard<Item>({ title, noun, rows, pull, row, empty }: ListCardProps<Item>) {
  const { outcome, again } = usePull(pull, [pull]);
  const shared = { again, failed: `Failed to fetch ${noun}` };
  return (
    <TitledCard title={title}>
      {rows && rows.length > 0 ? (
        <>
          <PullNote {...shared} outcome={outcome} shown={`These are your ${noun} as of your last connection.`} />
          <ul className="flex flex-col gap-2">{rows.map(row)}</ul>
        </>
      ) : !rows || !outcome ? (
        <Skeletons label={`Loading your ${noun}`} heights={['h-14', 'h-14']} />
      ) : outcome.kind === 'fresh' ? (
        <p className="text-ink-soft">{empty}</p>
      ) : (
        <PullErrorView {...shared} outcome={outcome} absent={`No ${noun} on this device`}>
          If you have some, they appear here when you're back online.
        </PullErrorView>
      )}
    </TitledCard>
  );
}
