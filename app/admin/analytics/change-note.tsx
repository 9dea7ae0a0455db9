import { changeWords } from './figure-words.ts';

type ChangeNoteProps = {
  /** Against the 30 days before; null with nothing to compare (decisions 5). */
  change: number | null;
  unit: '%' | '';
};

/** '+12% from last month', or '-'. */
export function ChangeNote({ change, unit }: ChangeNoteProps) {
  if (change === null) {
    return (
      <>
        <span aria-hidden>-</span>
        <span className="sr-only">Nothing to compare with yet</span>
      </>
    );
  }
  return (
    <>
      <span className={`font-semibold tabular-nums ${change > 0 ? 'text-complete-text' : 'text-ink'}`}>
        {changeWords(change, unit)}
      </span>{' '}
      from last month
    </>
  );
}
