import { Trans } from '@lingui/react/macro';
import { ChevronDown } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { type Spoken, transcriptOf } from '#sync/contract/captions.ts';
import { clockLabel } from '../../ui/labels.ts';

const NO_WORDS: Spoken[] = [];

/** What the captions say once they are read, and the index of what is said now (-1 for nothing), also while they are hidden. */
export function useTranscript(
  video: HTMLVideoElement | null,
  { address, isShown }: { address: string | null; isShown: boolean },
): { spoken: Spoken[]; activeIndex: number } {
  const [loaded, setLoaded] = useState<{ address: string | null; spoken: Spoken[] }>({ address, spoken: [] });
  const [activeCue, setActiveCue] = useState(-1);

  useEffect(() => {
    const element = video?.querySelector('track');
    const track = element?.track;
    if (!element || !track) return;
    const trackCues = () => [...(track.cues ?? [])];
    const read = () => {
      const cues = trackCues().map((cue) => ({
        startsAt: cue.startTime,
        endsAt: cue.endTime,
        text: 'text' in cue ? String(cue.text) : '',
      }));
      setLoaded({ address, spoken: transcriptOf(cues) });
    };
    const updateActive = () => {
      const active = track.activeCues?.[0];
      setActiveCue(active ? trackCues().indexOf(active) : -1);
    };
    // A new player starts without cues: the last ones stay until it has read its own.
    if (trackCues().length > 0) read();
    updateActive();
    element.addEventListener('load', read);
    track.addEventListener('cuechange', updateActive);
    return () => {
      element.removeEventListener('load', read);
      track.removeEventListener('cuechange', updateActive);
    };
  }, [video, address]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another address is another track element
  useEffect(() => {
    const track = video?.querySelector('track')?.track;
    if (track) track.mode = isShown ? 'showing' : 'hidden';
  }, [video, address, isShown]);

  const spoken = loaded.address === address ? loaded.spoken : NO_WORDS;
  // A caption that only repeats has no line of its own.
  return { spoken, activeIndex: activeCue === -1 ? -1 : spoken.findLastIndex(({ cue }) => cue <= activeCue) };
}

type TranscriptProps = {
  spoken: Spoken[];
  /** The index of what is said now; -1 for nothing. */
  activeIndex: number;
  /** Opens the transcript: the video cannot be played, or a search found what it says. */
  isForcedOpen: boolean;
  onSeek: (seconds: number) => void;
};

/** The captions as a list; pressing one seeks to it. */
export function Transcript({ spoken, activeIndex, isForcedOpen, onSeek }: TranscriptProps) {
  const frame = useRef<HTMLDetailsElement>(null);
  const box = useRef<HTMLOListElement>(null);
  useEffect(() => {
    if (isForcedOpen && frame.current) frame.current.open = true;
  }, [isForcedOpen]);
  useEffect(() => {
    const list = box.current;
    const line = list?.children.item(activeIndex);
    // While the user reads or tabs through the list, it does not scroll. Only the list scrolls, never the page.
    if (!list || !(line instanceof HTMLElement) || list.matches(':hover, :focus-within')) return;
    list.scrollTop = line.offsetTop - list.clientHeight / 2 + line.clientHeight / 2;
  }, [activeIndex]);
  return (
    <details ref={frame} className="group rounded-lg border border-line bg-surface">
      <summary className="flex min-h-touch items-center justify-between px-4 font-semibold">
        <Trans>Transcript</Trans>
        <ChevronDown aria-hidden className="size-5 text-ink-soft group-open:rotate-180" />
      </summary>
      {spoken.length === 0 && (
        <p className="border-line border-t p-4 text-ink-soft">
          <Trans>The captions haven't loaded yet.</Trans>
        </p>
      )}
      <ol
        ref={box}
        className="relative max-h-80 overflow-y-auto overscroll-contain border-line border-t p-2 empty:hidden"
      >
        {spoken.map(({ startsAt, text, cue }, index) => (
          <li key={cue}>
            <button
              type="button"
              aria-current={index === activeIndex || undefined}
              onClick={() => onSeek(startsAt)}
              className="flex min-h-touch w-full items-start gap-3 rounded-md px-2 py-3 text-start hover:bg-sunken aria-[current]:bg-accent-soft aria-[current]:text-accent-text"
            >
              <span className="w-12 shrink-0 text-end text-ink-soft text-sm tabular-nums leading-6">
                {clockLabel(startsAt)}
              </span>
              <span dir="auto" className="min-w-0 grow">
                {text}
              </span>
            </button>
          </li>
        ))}
      </ol>
    </details>
  );
}
