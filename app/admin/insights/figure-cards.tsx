import { Download } from 'lucide-react';
import type { ReactNode } from 'react';
import type { CsvValue } from '#sync/contract/csv.ts';
import { IconButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { saveTable } from '../../ui/save-file.ts';
import { Skeleton } from '../../ui/skeleton.tsx';

/** A figure, undefined while it loads; '' as `note` keeps its space below it. */
export type FigureCard = {
  name: string;
  /** What the figure counts, in one sentence. */
  about: string;
  value: string | undefined;
  note?: ReactNode;
};

/** Figures side by side, with skeletons of the same size while they load. `file` names the file that they are saved as. */
export function FigureCards({ file, cards }: { file: string; cards: readonly FigureCard[] }) {
  const isLoading = cards.some(({ value }) => value === undefined);
  const rows = cards.map(({ name, value, about }) => [name, value, about]);
  return (
    <Section
      title="Summary"
      actions={
        !isLoading && (
          <SaveTable what="the summary" {...{ file, rows }} columns={['Figure', 'Value', 'What it counts']} />
        )
      }
    >
      <dl
        className="grid grid-cols-2 gap-4 lg:grid-cols-[repeat(auto-fit,minmax(11rem,1fr))] print:grid-cols-4"
        aria-busy={isLoading}
      >
        {cards.map(({ name, about, value, note }) => (
          <Card key={name} className="flex flex-col gap-2 p-4 md:p-5">
            <dt>
              <span className="block font-medium">{name}</span>
              <span className="block text-ink-soft text-xs">{about}</span>
            </dt>
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
    </Section>
  );
}

type SaveTableProps = {
  /** Completes 'Export ... as CSV'. */
  what: string;
  file: string;
  columns: readonly string[];
  rows: readonly (readonly CsvValue[])[];
};

/** A button that saves a small table, whose rows are all here, as a file. */
export function SaveTable({ what, file, columns, rows }: SaveTableProps) {
  const name = `Export ${what} as CSV`;
  return <IconButton icon={Download} title={name} aria-label={name} onClick={() => saveTable(file, columns, rows)} />;
}

type SectionProps = {
  title: string;
  /** What its figures count, in a sentence. */
  note?: string;
  actions?: ReactNode;
  children: ReactNode;
};

export function Section({ title, note, actions, children }: SectionProps) {
  return (
    <section aria-label={title} className="flex flex-col gap-4">
      <div className="flex break-after-avoid flex-wrap items-center justify-between gap-2">
        <h2 className="font-semibold text-xl">{title}</h2>
        {actions}
        {note && <p className="w-full text-ink-soft text-sm">{note}</p>}
      </div>
      {children}
    </section>
  );
}
