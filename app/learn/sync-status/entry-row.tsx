import { CircleCheck, Clock, RefreshCw, TriangleAlert } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import type { Entry } from '#sync/store/entry.ts';
import { useKeepFocus } from '../../ui/keep-focus.ts';
import { agoWords, momentWords } from '../../ui/labels.ts';
import { whatBecame, whatWasDone } from './entry-words.ts';

function StateIcon({ state }: { state: Entry['state'] }) {
  const look = 'mt-0.5 size-5 shrink-0';
  if (state === 'done') return <CircleCheck aria-hidden className={`${look} text-complete-text`} />;
  if (state === 'blocked') return <TriangleAlert aria-hidden className={`${look} text-danger-text`} />;
  if (state === 'sending') return <RefreshCw aria-hidden className={`${look} animate-spin text-accent-text`} />;
  return <Clock aria-hidden className={`${look} text-accent-text`} />;
}

/** The sentence under the title: what became of it, or why it still waits. */
function fateWords(entry: Entry): string | null {
  if (entry.state === 'done') return whatBecame(entry);
  if (entry.state === 'sending') return 'Sending…';
  if (!entry.lastError) return null;
  return entry.state === 'blocked' ? entry.lastError.text : `Will be tried again. ${entry.lastError.text}`;
}

type EntryRowProps = {
  entry: Entry;
  /** What was done, when this row stands for more than its entry. */
  words?: string;
  actions?: ReactNode;
};

/** One piece of work: what, when, what became of it; `actions` stand below. */
export function EntryRow({ entry, words = whatWasDone(entry), actions }: EntryRowProps) {
  const row = useRef<HTMLLIElement>(null);
  useKeepFocus(row);
  const fate = fateWords(entry);
  const at = entry.state === 'done' ? (entry.endedAt ?? entry.createdAt) : entry.createdAt;
  return (
    <li ref={row} className="flex gap-3 px-4 py-3">
      <StateIcon state={entry.state} />
      <div className="min-w-0 grow">
        <div className="flex flex-wrap items-baseline justify-between gap-x-4">
          <p className="font-medium">{entry.title || (entry.lessonId ? `Lesson ${entry.lessonId}` : 'Course')}</p>
          <time dateTime={at} title={momentWords(at)} className="text-ink-soft text-sm">
            {agoWords(at)}
          </time>
        </div>
        <p className="text-ink-soft text-sm">
          {words}
          {fate && <span className={entry.state === 'blocked' ? 'text-danger-text' : ''}> · {fate}</span>}
        </p>
        {actions && <div className="mt-2 flex flex-wrap gap-2">{actions}</div>}
      </div>
    </li>
  );
}
