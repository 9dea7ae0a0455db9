import { useState } from 'react';
import { BULK_LIMIT } from '#sync/contract/organization.ts';
import { Button } from '../../ui/button.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { CsvSource } from '../csv-source.tsx';
import type { Guest } from './read-guests.ts';

const TEMPLATE = {
  name: 'invitations-template.csv',
  rows: [
    ['email', 'role', 'courseId'],
    ['ada@company.example', 'member', '1'],
    ['ben@company.example', 'admin', ''],
  ],
};

type GuestSourceProps = { isChecking: boolean; onRead: (guests: Guest[]) => void; onCancel: () => void };

/** A list of people from a file or pasted, and why it cannot be read. */
export function GuestSource({ isChecking, onRead, onCancel }: GuestSourceProps) {
  const [text, setText] = useState('');
  const take = async (source: string) => {
    const { readGuests } = await import('./read-guests.ts');
    const list = readGuests(source);
    if (list.trouble === undefined) onRead(list.guests);
    return list.trouble;
  };
  return (
    <div className="flex max-w-prose flex-col gap-5">
      <p>
        One person a line: <strong>email</strong>, then if you like <strong>role</strong> (member or admin) and{' '}
        <strong>courseId</strong> (a course to enroll them in). Commas, semicolons and tabs are understood. At most{' '}
        {BULK_LIMIT.toLocaleString('en')} people at a time. Nobody is invited before you have seen what will happen.
      </p>
      <CsvSource template={TEMPLATE} disabled={isChecking} onText={take}>
        {(read) => (
          <>
            <TextArea
              label="Or paste the list"
              rows={6}
              spellCheck={false}
              value={text}
              onChange={(event) => setText(event.target.value)}
              className="[&_textarea]:font-mono [&_textarea]:text-sm"
            />
            <div className="flex flex-wrap gap-2">
              <Button size="big" disabled={isChecking || text.trim() === ''} onClick={() => read(text)}>
                {isChecking ? 'Checking...' : 'Check the list'}
              </Button>
              <Button size="big" variant="secondary" onClick={onCancel}>
                Cancel
              </Button>
            </div>
          </>
        )}
      </CsvSource>
    </div>
  );
}
