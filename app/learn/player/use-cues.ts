import { useEffect, useState } from 'react';

/** One spoken line of a video; times in seconds. */
export interface Cue {
  startsAt: number;
  text: string;
}

const NO_CUES: Cue[] = [];

/**
 * The lines of the video's captions once the browser has read them, and the index of the one being spoken (-1 for none).
 * `isShown` draws them over the picture; hidden they are still read, for the transcript.
 */
export function useCues(
  video: HTMLVideoElement | null,
  { address, isShown }: { address: string | null; isShown: boolean },
): { cues: Cue[]; spoken: number } {
  const [heard, setHeard] = useState<{ address: string | null; cues: Cue[] }>({ address, cues: [] });
  const [spoken, setSpoken] = useState(-1);

  useEffect(() => {
    const element = video?.querySelector('track');
    const track = element?.track;
    if (!element || !track) return;
    const lines = () => [...(track.cues ?? [])];
    const read = () => {
      // A cue may carry tags such as <v Name>; the transcript shows the words only.
      const cues = lines().map((cue) => ({
        startsAt: cue.startTime,
        text: 'text' in cue ? String(cue.text).replace(/<[^>]*>/g, '') : '',
      }));
      setHeard({ address, cues });
    };
    const follow = () => {
      const active = track.activeCues?.[0];
      setSpoken(active ? lines().indexOf(active) : -1);
    };
    // Another player begins without lines: those of the one before stand until it has read them.
    if (lines().length > 0) read();
    follow();
    element.addEventListener('load', read);
    track.addEventListener('cuechange', follow);
    return () => {
      element.removeEventListener('load', read);
      track.removeEventListener('cuechange', follow);
    };
  }, [video, address]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another address is another track element
  useEffect(() => {
    const track = video?.querySelector('track')?.track;
    if (track) track.mode = isShown ? 'showing' : 'hidden';
  }, [video, address, isShown]);

  return { cues: heard.address === address ? heard.cues : NO_CUES, spoken };
}
