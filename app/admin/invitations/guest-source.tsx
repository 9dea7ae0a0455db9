import { Download, Upload } from 'lucide-react';
import { type ChangeEvent, useId, useState } from 'react';
import { BULK_LIMIT } from '#sync/contract/organization.ts';
import { Button } from '../../ui/button.tsx';
import { csvOf, saveFile } from '../../ui/csv.ts';
import { readFile } from '../read-file.ts';
import type { Guest } from './read-guests.ts';

type GuestSourceProps = {
  isChecking: boolean;
  onRead: (guests: Guest[]) => void;
  onCancel: () => void;
};

const HEADING = ['email', 'role', 'courseId'];
const EXAMPLES = [
  ['ada@company.example', 'member', '1'],
  ['ben@company.example', 'admin', ''],
];

const saveTemplate = () => saveFile('invitations-template.csv', csvOf(HEADING, EXAMPLES));

/** A list of people from a file or pasted, and why it cannot be read. */
export function GuestSource({ isChecking, onRead, onCancel }: GuestSourceProps) {
  const [text, setText] = useState('');
  const [trouble, setTrouble] = useState<string>();
  const read = async (source: string) => {
    const { readGuests } = await import('./read-guests.ts');
    const list = readGuests(source);
    setTrouble(list.trouble);
    if (list.trouble === undefined) onRead(list.guests);
  };
  const choose = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0];
    if (!file) return;
    const found = await readFile(file);
    // The same file, mended, may be chosen again.
    target.value = '';
    if (found.trouble === undefined) await read(found.text);
    else setTrouble(found.trouble);
  };
  // Of this chunk or the parser's, without a network.
  const failed = () => setTrouble('The list could not be read here. Check your connection and try again.');
  return (
    <div className="flex max-w-prose flex-col gap-5">
      <p>
        One person a line: <strong>email</strong>, then if you like <strong>role</strong> (member or admin) and{' '}
        <strong>courseId</strong> (a course to enroll them in). Commas, semicolons and tabs are understood. At most{' '}
        {BULK_LIMIT.toLocaleString('en')} people at a time. Nobody is invited before you have seen what will happen.
      </p>
      <Button variant="secondary" onClick={saveTemplate} className="self-start">
        <Download aria-hidden className="size-5" />
        Download a template
      </Button>
      <FilePick onChange={(event) => void choose(event).catch(failed)} />
      <Pasted text={text} onChange={setText} />
      {trouble && (
        <p role="alert" className="rounded-md bg-danger-soft p-3 text-danger-text">
          {trouble}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button size="big" disabled={isChecking || text.trim() === ''} onClick={() => void read(text).catch(failed)}>
          {isChecking ? 'Checking...' : 'Check the list'}
        </Button>
        <Button size="big" variant="secondary" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </div>
  );
}

function FilePick({ onChange }: { onChange: (event: ChangeEvent<HTMLInputElement>) => void }) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 flex items-center gap-2 font-medium">
        <Upload aria-hidden className="size-5" />
        CSV file
      </label>
      <input
        id={id}
        type="file"
        accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain"
        onChange={onChange}
        className="min-h-touch w-full rounded-md border border-line-strong bg-surface p-2 file:mr-3 file:min-h-8 file:rounded-sm file:border-0 file:bg-sunken file:px-3 file:font-medium file:text-ink"
      />
    </div>
  );
}

function Pasted({ text, onChange }: { text: string; onChange: (text: string) => void }) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block font-medium">
        Or paste the list
      </label>
      <textarea
        id={id}
        rows={6}
        spellCheck={false}
        value={text}
        onChange={(event) => onChange(event.target.value)}
        className="w-full rounded-md border border-line-strong bg-surface p-3 font-mono text-sm"
      />
    </div>
  );
}
