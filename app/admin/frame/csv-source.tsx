import { Download, Upload } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { csvOf, saveFile } from '../../ui/table/csv.ts';
import { readFile } from './read-file.ts';

const UNREADABLE = 'The file could not be read. Close it where else it is open, and choose it again.';

type CsvSourceProps = {
  /** The file that shows how: its name, its heading and its rows. */
  template: { name: string; rows: readonly (readonly string[])[] };
  disabled: boolean;
  /** Takes the text of the file; answers in a sentence why it cannot be read. */
  onText: (text: string) => Promise<string | undefined>;
  /** Further ways to give the text to `read`, which tells of a trouble here. */
  children?: (read: (text: string) => void) => ReactNode;
};

/** A file of comma-separated text to choose, with a template for it, and why it cannot be read. */
export function CsvSource({ template, disabled, onText, children }: CsvSourceProps) {
  const id = useId();
  const [error, setError] = useState<string>();
  // The parser comes when it is needed, and without a network it does not.
  const failed = () => 'The list could not be read here. Check your connection and try again.';
  const read = async (text: string) => setError(await onText(text).catch(failed));
  const choose = async (input: HTMLInputElement) => {
    const [file] = input.files ?? [];
    if (!file) return;
    const reading = readFile(file).catch(() => ({ error: UNREADABLE }));
    // The same file, corrected, may be chosen again.
    input.value = '';
    const found = await reading;
    if (found.error === undefined) await read(found.text);
    else setError(found.error);
  };
  const [heading = [], ...rows] = template.rows;
  return (
    <>
      <Button variant="secondary" onClick={() => saveFile(template.name, csvOf(heading, rows))} className="self-start">
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
          accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain"
          disabled={disabled}
          onChange={({ target }) => void choose(target)}
          className="min-h-touch w-full rounded-md border border-line-strong bg-surface p-2 file:mr-3 file:min-h-8 file:rounded-sm file:border-0 file:bg-sunken file:px-3 file:font-medium file:text-ink"
        />
      </div>
      {children?.((text) => void read(text))}
      {error && (
        <p role="alert" className="rounded-md bg-danger-soft p-3 text-danger-text">
          {error}
        </p>
      )}
    </>
  );
}
