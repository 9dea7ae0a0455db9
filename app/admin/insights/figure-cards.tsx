import { t } from '@lingui/core/macro';
import { CircleHelp, Download } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { CsvValue } from '#sync/contract/csv.ts';
import { IconButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { saveTable } from '../../ui/save-file.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useSampleMark } from '../lists/sample-mark.ts';

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
      title={t`Summary`}
      actions={
        !isLoading && (
          <SaveTable what={t`the summary`} {...{ file, rows }} columns={[t`Figure`, t`Value`, t`What it counts`]} />
        )
      }
    >
      <dl
        className="grid grid-cols-2 gap-4 lg:grid-cols-[repeat(auto-fit,minmax(11rem,1fr))] print:grid-cols-4"
        aria-busy={isLoading}
      >
        {cards.map((card) => (
          <Figure key={card.name} {...card} />
        ))}
      </dl>
    </Section>
  );
}

/** The figure first. What it counts is said on demand, and on paper. */
function Figure({ name, about, value, note }: FigureCard) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Card className="relative flex flex-col gap-1 p-4 md:p-5">
      <dt className="order-1 pe-8 font-medium">
        <span>{name}</span>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-label={t`What ${name} counts`}
          onClick={() => setOpen(!isOpen)}
          className="absolute top-1 end-1 grid size-touch place-items-center rounded-md text-ink-soft hover:bg-sunken print:hidden"
        >
          <CircleHelp aria-hidden className="size-5" />
        </button>
      </dt>
      <dd>
        {value === undefined ? (
          <Skeleton className="h-8.5 w-20" />
        ) : (
          <span className="font-bold text-2xl tabular-nums">{value}</span>
        )}
      </dd>
      {note !== undefined && <dd className="order-2 min-h-5 text-ink-soft text-sm">{note}</dd>}
      <dd className={`order-3 text-ink-soft text-xs ${isOpen ? '' : 'hidden print:block'}`}>{about}</dd>
    </Card>
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
  const name = t`Export ${what} as CSV`;
  const mark = useSampleMark();
  const label = mark ? `${file} ${mark}` : file;
  return (
    <IconButton icon={Download} title={name} aria-label={name} onClick={() => void saveTable(label, columns, rows)} />
  );
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
