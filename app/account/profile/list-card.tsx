import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { PullOutcome } from '#sync/engine.ts';
import { usePull } from '../../device/use-pull.ts';
import { PullErrorView, PullNote } from '../../shell/pull-error-view.tsx';
import { TitledCard } from '../../ui/card.tsx';
import { Skeletons } from '../../ui/skeleton.tsx';

const WORDS = {
  courses: {
    failed: t`Failed to fetch courses`,
    shown: t`These are your courses as of your last connection.`,
    loading: t`Loading your courses`,
    absent: t`No courses on this device`,
  },
  certificates: {
    failed: t`Failed to fetch certificates`,
    shown: t`These are your certificates as of your last connection.`,
    loading: t`Loading your certificates`,
    absent: t`No certificates on this device`,
  },
};

type ListCardProps<Item> = {
  title: string;
  noun: keyof typeof WORDS;
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
  const { failed, shown, loading, absent } = WORDS[noun];
  const shared = { again, failed };
  return (
    <TitledCard title={title}>
      {rows && rows.length > 0 ? (
        <>
          <PullNote {...shared} outcome={outcome} shown={shown} />
          <ul className="flex flex-col gap-2">{rows.map(row)}</ul>
        </>
      ) : !rows || !outcome ? (
        <Skeletons label={loading} heights={['h-14', 'h-14']} />
      ) : outcome.kind === 'fresh' ? (
        <p className="text-ink-soft">{empty}</p>
      ) : (
        <PullErrorView {...shared} outcome={outcome} absent={absent}>
          <Trans>If you have some, they appear here when you're back online.</Trans>
        </PullErrorView>
      )}
    </TitledCard>
  );
}
