import { FileClock } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import type { KeptText } from './kept-text.ts';
import { FIELD_NAMES, type LessonForm } from './lesson-form.ts';

const moment = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });

type KeptOfferProps = { kept: KeptText; rev: number; onRestore: () => void; onDiscard: () => void };

/** Text of an earlier visit that was never saved. Nothing can be typed before it is decided upon. */
export function KeptOffer({ kept, rev, onRestore, onDiscard }: KeptOfferProps) {
  const names = Object.keys(kept.changed) as (keyof LessonForm)[];
  return (
    <div role="alert" className="flex flex-col gap-3 rounded-lg border border-accent bg-accent-soft p-4 sm:p-5">
      <p className="flex gap-3 font-semibold">
        <FileClock aria-hidden className="size-6 shrink-0 text-accent-text" />
        You have unsaved text from {moment.format(kept.at)}
      </p>
      <p className="text-sm">
        Changed: {names.map((name) => FIELD_NAMES[name]).join(', ')}.
        {kept.rev !== rev && ' The lesson was saved again since then; you can compare both before you save.'}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button onClick={onRestore}>Restore</Button>
        <Button variant="secondary" onClick={onDiscard}>
          Discard
        </Button>
      </div>
    </div>
  );
}
