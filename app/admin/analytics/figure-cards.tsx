import type { ReactNode } from 'react';
import { Card } from '../../ui/card.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

/** A named figure; `note` stands below it, or stays empty at the same height. */
export type FigureCard = { name: string; value: string; note?: ReactNode };

/** Figures side by side. While `isLoading` their values are stand-ins of the same size. */
export function FigureCards({ cards, isLoading = false }: { cards: readonly FigureCard[]; isLoading?: boolean }) {
  return (
    <dl className="grid grid-cols-2 gap-4 lg:grid-cols-4" aria-busy={isLoading}>
      {cards.map(({ name, value, note }) => (
        <Card key={name} className="flex flex-col gap-1 p-4 md:p-5">
          <dt className="text-ink-soft">{name}</dt>
          <dd className="mt-auto flex flex-col gap-1">
            {isLoading ? (
              <Skeleton className="h-8.5 w-20" />
            ) : (
              <span className="font-bold text-2xl tabular-nums">{value}</span>
            )}
            {note !== undefined && <span className="min-h-5 text-ink-soft text-sm">{!isLoading && note}</span>}
          </dd>
        </Card>
      ))}
    </dl>
  );
}
