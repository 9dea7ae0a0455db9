import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Download, Upload } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { csvOf } from '#sync/contract/csv.ts';
import type { ForeignFile } from '#sync/contract/foreign-file.ts';
import { Button } from '../../ui/button.tsx';
import { FilePicker } from '../../ui/form/file-picker.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { useToast } from '../../ui/toast.tsx';
import { readFile } from './read-file.ts';

const UNREADABLE = t`The file could not be read. Close it where else it is open, and choose it again.`;

type CsvSourceProps = {
  /** The template file: its name, and its rows with the heading first. */
  template: { name: string; rows: readonly (readonly string[])[] };
  disabled: boolean;
  /** Receives the text of the file; resolves with a sentence when it cannot be used. */
  onText: (text: string) => Promise<string | undefined>;
  /** What else can be read, as it is called and as file names end, and what reads its bytes. */
  foreign?: {
    label: string;
    accept: string;
    isTaken: (kind: ForeignFile['kind']) => boolean;
    onBytes: (kind: ForeignFile['kind'], bytes: Uint8Array) => Promise<string | undefined>;
  };
  /** Further inputs, which pass their text to `read`; its errors are shown here. */
  children?: (read: (text: string) => void) => ReactNode;
};

export function CsvSource({ template, disabled, onText, foreign, children }: CsvSourceProps) {
  const toast = useToast();
  const [error, setError] = useState<string>();
  // The parser is loaded on demand, which fails without a network.
  const failed = () => t`The list could not be read here. Check your connection and try again.`;
  const read = async (text: string) => setError(await onText(text).catch(failed));
  const choose = async (file: File) => {
    const found = await readFile(file, foreign?.isTaken).catch(() => ({ error: UNREADABLE }));
    if (found.error !== undefined) return setError(found.error);
    if ('bytes' in found) return setError(await foreign?.onBytes(found.foreign, found.bytes).catch(failed));
    if (found.note) toast({ title: t`Check the letters`, description: found.note });
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
        <Trans>Download a template</Trans>
      </Button>
      <FilePicker
        icon={Upload}
        label={foreign?.label ?? t`CSV or Excel file`}
        accept={`.csv,.tsv,.txt,.xlsx,text/csv,text/tab-separated-values,text/plain${foreign?.accept ?? ''}`}
        disabled={disabled}
        onChoose={(file) => void choose(file)}
      >
        <Trans>Choose a file</Trans>
      </FilePicker>
      {children?.((text) => void read(text))}
      {error && (
        <p role="alert" className="rounded-md bg-danger-soft p-3 text-danger-text">
          {error}
        </p>
      )}
    </>
  );
}
