// What stands beside the filters of a table: which rows are shown, and the file of all that match.

import { t } from '@lingui/core/macro';
import { ChevronLeft, ChevronRight, Download, FileSpreadsheet, type LucideIcon } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { Button } from '../button.tsx';
import { locale } from '../language.ts';
import { saveTable } from '../save-file.ts';
import { useStartingAct } from '../starting-act.ts';
import { useToast } from '../toast.tsx';
import type { Column } from './table-view.ts';

type PagerProps = { from: number; to: number; back: (() => void) | undefined; on: (() => void) | undefined };

/** '51–100', and the ways to the rows before and after them; nothing where there is one page. */
export function Pager({ from, to, back, on }: PagerProps) {
  if (!back && !on) return null;
  return (
    <div className="flex items-center whitespace-nowrap">
      <span className="px-1 text-ink-soft text-sm tabular-nums">
        {from.toLocaleString(locale)}–{to.toLocaleString(locale)}
      </span>
      <ToolButton icon={ChevronLeft} label={t`Previous page`} disabled={!back} onClick={back} />
      <ToolButton icon={ChevronRight} label={t`Next page`} disabled={!on} onClick={on} />
    </div>
  );
}

type ToolButtonProps = Omit<ComponentProps<'button'>, 'aria-label'> & { icon: LucideIcon; label: string };

/** An icon that is named where the pointer rests. */
export const ToolButton = ({ label, className = '', ...rest }: ToolButtonProps) => (
  <Button variant="quiet" aria-label={label} title={label} className={`px-2! text-ink! ${className}`} {...rest} />
);

type ExportProps<Row> = {
  name: string;
  columns: readonly Column<Row>[];
  all: () => Promise<readonly Row[]>;
  isEmpty: boolean;
  /** The act in the address that saves the file at once. */
  starts: string;
};

/** Saves every row that matches, hidden columns too. */
export function ExportButton<Row>({ name, columns, all, isEmpty, starts }: ExportProps<Row>) {
  const toast = useToast();
  const [isRunning, setRunning] = useState(false);
  const exported = columns.filter((column) => !column.isActions);
  const save = async (format: 'csv' | 'xlsx') => {
    setRunning(true);
    try {
      const lines = (await all()).map((row) => exported.map(({ value }) => value(row)));
      await saveTable(
        name,
        exported.map(({ title }) => title),
        lines,
        format,
      );
    } catch {
      toast({
        title: t`Export Failed`,
        description: t`Not every row could be fetched. Please try again.`,
        variant: 'destructive',
      });
    } finally {
      setRunning(false);
    }
  };
  useStartingAct(starts, () => save('csv'));
  const isDisabled = isEmpty || isRunning;
  return (
    <>
      <ToolButton icon={Download} label={t`Export CSV`} onClick={() => save('csv')} disabled={isDisabled} />
      <ToolButton icon={FileSpreadsheet} label={t`Export Excel`} onClick={() => save('xlsx')} disabled={isDisabled} />
    </>
  );
}
