import { Download, Upload } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { csvOf } from '#sync/contract/csv.ts';
import { Button } from '../../ui/button.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { useToast } from '../../ui/toast.tsx';
import { readFile } from './read-file.ts';

const UNREADABLE = 'The file could not be read. Close it where else it is open, and choose it again.';

type CsvSourceProps = {
  /** The template file: its name, and its rows with the heading first. */
  template: { name: string; rows: readonly (readonly string[])[] };
  disabled: boolean;
  /** Receives the text of the file; resolves with a sentence when it cannot be used. */
  onText: (text: string) => Promise<string | undefined>;
  /** Further inputs, which pass their text to `read`; its errors are shown here. */
  children?: (read: (text: string) => void) => ReactNode;
};

/** Chooses a CSV file, offers a template, and says why a file cannot be used. */
export function CsvSource({ template, disabled, onText, children }: CsvSourceProps) {
  const id = useId();
  const toast = useToast();
  const [error, setError] = useState<string>();
  // The parser is loaded on demand, which fails without a network.
  const failed = () => 'The list could not be read here. Check your connection and try again.';
  const read = async (text: string) => setError(await onText(text).catch(failed));
  const choose = async (input: HTMLInputElement) => {
    const [file] = input.files ?? [];
    if (!file) return;
    const reading = readFile(file).catch(() => ({ error: UNREADABLE }));
    // Lets the user choose the same file again after correcting it.
    input.value = '';
    const found = await reading;
    if (found.error !== undefined) return setError(found.error);
    if (found.note) toast({ title: 'Check the letters', description: found.note });
    await read(found.text);
  };
  const [heading = [], ...rows] = template.rows;
  return (
    <>
      <Button
        icon={Download}
        variant="secondary"
        onClick={() => saveFile(template.name, csvOf(heading, rows))}
        className="self-start"
      >
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
