// The frame of every chart: its heading, and a switch that shows the figures as a table.
import { t } from '@lingui/core/macro';
import { ChartLine, Table2 } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { Card } from '../../ui/card.tsx';
import { SaveTable } from './figure-cards.tsx';
import { formatCount } from './figure-labels.ts';

/** The figures of a chart as rows of cells, numbers unformatted; the first cell is the row's heading. */
export type ChartTable = { columns: readonly string[]; rows: readonly (readonly (string | number)[])[] };

type ChartFrameProps = {
  title: string;
  /** What the figures count, in a sentence. */
  note: string;
  /** Before the switch, such as a choice of the range. */
  actions?: ReactNode;
  /** Undefined while the figures load; `children` is then a skeleton. */
  table: ChartTable | undefined;
  children: ReactNode;
};

export function ChartFrame({ title, note, actions, table, children }: ChartFrameProps) {
  const id = useId();
  const [isTable, setIsTable] = useState(false);
  const Icon = isTable ? ChartLine : Table2;
  return (
    <Card role="region" aria-labelledby={id} className="flex min-w-0 break-inside-avoid flex-col gap-4 p-4 md:p-5">
      <div className="flex flex-wrap items-center gap-2">
        <h2 id={id} className="min-w-0 flex-1 basis-48 font-semibold text-xl">
          {title}
        </h2>
        <div className="-me-2 flex print:hidden">
          {actions}
          <button
            type="button"
            role="switch"
            aria-checked={isTable}
            aria-label={t`Show as table`}
            title={isTable ? t`Show as chart` : t`Show as table`}
            onClick={() => setIsTable(!isTable)}
            className="inline-flex min-h-touch min-w-touch items-center justify-center rounded-md text-accent-text hover:bg-accent-soft"
          >
            <Icon aria-hidden className="size-5" />
          </button>
          {table && <SaveTable what={title} file={title} {...table} />}
        </div>
      </div>
      <p className="-mt-3 text-ink-soft text-sm">{note}</p>
      {isTable && table ? <Figures label={title} {...table} /> : children}
    </Card>
  );
}

function Figures({ label, columns, rows }: ChartTable & { label: string }) {
  return (
    <table aria-label={label} className="w-full text-start">
      <thead className="border-line border-b text-ink-soft text-sm max-sm:text-xs">
        <tr>
          {columns.map((column, at) => (
            <th key={column} scope="col" className={`py-2 font-semibold ${at > 0 ? 'ps-2 text-end sm:ps-3' : ''}`}>
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([heading = '', ...cells], row) => (
          // Two lessons may have the same title.
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows of a chart are in a fixed order.
          <tr key={row} className="border-line border-b last:border-0">
            <th scope="row" className="min-w-0 py-2 font-normal">
              {heading}
            </th>
            {cells.map((cell, at) => (
              <td key={columns[at + 1]} className="py-2 ps-2 text-end tabular-nums sm:ps-3">
                {typeof cell === 'number' ? formatCount(cell) : cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
