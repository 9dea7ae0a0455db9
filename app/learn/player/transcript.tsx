import { ChevronDown } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { clockLabel } from '../../ui/labels.ts';
import type { Cue } from './use-cues.ts';

type TranscriptProps = {
  cues: Cue[];
  /** The index of the line being spoken; -1 for none. */
  spoken: number;
  /** Opens it, where the words are all that is left of the video. */
  isWanted: boolean;
  onSeek: (seconds: number) => void;
};

/** What is said in the video, line by line; pressing a line goes there. */
export function Transcript({ cues, spoken, isWanted, onSeek }: TranscriptProps) {
  const frame = useRef<HTMLDetailsElement>(null);
  const box = useRef<HTMLOListElement>(null);
  useEffect(() => {
    if (isWanted && frame.current) frame.current.open = true;
  }, [isWanted]);
  useEffect(() => {
    const list = box.current;
    const line = list?.children.item(spoken);
    // Who reads or tabs through the lines keeps their place. Only the box scrolls, never the page.
    if (!list || !(line instanceof HTMLElement) || list.matches(':hover, :focus-within')) return;
    list.scrollTop = line.offsetTop - list.clientHeight / 2 + line.clientHeight / 2;
  }, [spoken]);
  return (
    <details ref={frame} className="group rounded-lg border border-line bg-surface">
      <summary className="flex min-h-touch items-center justify-between px-4 font-semibold">
        Transcript
        <ChevronDown aria-hidden className="size-5 text-ink-soft group-open:rotate-180" />
      </summary>
      {cues.length === 0 && <p className="border-line border-t p-4 text-ink-soft">The captions are not here yet.</p>}
      <ol
        ref={box}
        className="relative max-h-80 overflow-y-auto overscroll-contain border-line border-t p-2 empty:hidden"
      >
        {cues.map((cue, index) => (
          <li key={`${cue.startsAt} ${cue.text}`}>
            <button
              type="button"
              aria-current={index === spoken || undefined}
              onClick={() => onSeek(cue.startsAt)}
              className="flex min-h-touch w-full items-start gap-3 rounded-md px-2 py-3 text-start hover:bg-sunken aria-[current]:bg-accent-soft aria-[current]:text-accent-text"
            >
              <span className="w-12 shrink-0 text-end text-ink-soft text-sm tabular-nums leading-6">
                {clockLabel(cue.startsAt)}
              </span>
              <span>{cue.text}</span>
            </button>
          </li>
        ))}
      </ol>
    </details>
  );
}
