import { Download, Upload } from 'lucide-react';
import { type ChangeEvent, useId, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { csvOf, saveFile } from '../../ui/csv.ts';
import { DialogActions } from '../../ui/dialog.tsx';
import { readFile } from '../read-file.ts';
import type { FoundQuestion } from './read-questions.ts';

type ImportSourceProps = {
  isChecking: boolean;
  onRead: (found: readonly FoundQuestion[]) => void;
  onCancel: () => void;
};

const HEADING = [
  'question',
  'type',
  'points',
  'explanation',
  'correct',
  'answer 1',
  'answer 2',
  'answer 3',
  'answer 4',
];
const EXAMPLES = [
  ['Which tool measures a long wall?', 'single_choice', '1', 'A tape sags.', 'B', 'Tape', 'Laser', 'Ruler', ''],
  ['What do you wear on a roof?', 'multiple_choice', '2', '', 'A; C', 'Helmet', 'Sandals', 'Harness', ''],
  ['Rain makes a roof slippery.', 'true_false', '1', '', 'A', 'True', 'False', '', ''],
];

const saveTemplate = () => saveFile('questions-template.csv', csvOf(HEADING, EXAMPLES));

/** The file of questions, and why it cannot be read. */
export function ImportSource({ isChecking, onRead, onCancel }: ImportSourceProps) {
  const id = useId();
  const [trouble, setTrouble] = useState<string>();
  const choose = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0];
    if (!file) return;
    const read = await readFile(file);
    // The same file, mended, may be chosen again.
    target.value = '';
    if (read.trouble !== undefined) return setTrouble(read.trouble);
    const { readQuestions } = await import('./read-questions.ts');
    const { trouble: wrong, ...list } = readQuestions(read.text);
    setTrouble(wrong);
    if ('found' in list) onRead(list.found);
  };
  // Of this chunk or the parser's, without a network.
  const failed = () => setTrouble('The file could not be read here. Check your connection and try again.');
  return (
    <div className="flex flex-col gap-4">
      <p>
        One question a row, below a row that names the columns: <strong>question</strong>, <strong>correct</strong> (the
        letters of the correct answers, such as A or A; C), <strong>answer 1</strong>, <strong>answer 2</strong> and so
        on; if you like <strong>type</strong>, <strong>points</strong> and <strong>explanation</strong>.
      </p>
      <Button variant="secondary" onClick={saveTemplate} className="self-start">
        <Download aria-hidden className="size-5" />
        Download a template
      </Button>
      <div>
        <label htmlFor={id} className="mb-1.5 flex items-center gap-2 font-medium">
          <Upload aria-hidden className="size-5" />
          CSV file
        </label>
        <input
          id={id}
          type="file"
          accept=".csv,text/csv,text/plain"
          disabled={isChecking}
          onChange={(event) => void choose(event).catch(failed)}
          className="min-h-touch w-full rounded-md border border-line-strong bg-surface p-2 file:mr-3 file:min-h-8 file:rounded-sm file:border-0 file:bg-sunken file:px-3 file:font-medium file:text-ink"
        />
      </div>
      <p role="status" className="text-ink-soft empty:hidden">
        {isChecking && 'Checking the file...'}
      </p>
      {trouble && (
        <p role="alert" className="rounded-md bg-danger-soft p-3 text-danger-text">
          {trouble}
        </p>
      )}
      <DialogActions>
        <Button variant="secondary" onClick={onCancel}>
          Cancel
        </Button>
      </DialogActions>
    </div>
  );
}
