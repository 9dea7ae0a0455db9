import type { ReactNode } from 'react';
import { Card } from '../../ui/card.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

/** A figure, undefined while it loads; '' as `note` keeps its space below it. */
export type FigureCard = { name: string; value: string | undefined; note?: ReactNode };

/** Figures side by side, with skeletons of the same size while they load. */
export function FigureCards({ cards }: { cards: readonly FigureCard[] }) {
  return (
    <dl className="grid grid-cols-2 gap-4 lg:grid-cols-4" aria-busy={cards.some(({ value }) => value === undefined)}>
      {cards.map(({ name, value, note }) => (
        <Card key={name} className="flex flex-col gap-1 p-4 md:p-5">
          <dt className="text-ink-soft">{name}</dt>
          <dd className="mt-auto flex flex-col gap-1">
            {value === undefined ? (
              <Skeleton className="h-8.5 w-20" />
            ) : (
              <span className="font-bold text-2xl tabular-nums">{value}</span>
            )}
            {note !== undefined && <span className="min-h-5 text-ink-soft text-sm">{note}</span>}
          </dd>
        </Card>
      ))}
    </dl>
  );
}

export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="flex flex-col gap-4">
      <h2 className="font-semibold text-xl">{title}</h2>
      {children}
    </section>
  );
}
