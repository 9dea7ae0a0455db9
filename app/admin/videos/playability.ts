// Whether learners will be able to play a video: this browser tries it, and its format tells about others.
import { codecName, playsEverywhere } from '#sync/contract/video.ts';

/** What this browser found out; empty after a timeout. */
export type Playability = { durationSeconds?: number; isPlayable?: boolean };

const TIMEOUT_MS = 10_000;

/** Loads the first frame of the file in a hidden player. Never rejects. */
export function tryToPlay(file: File): Promise<Playability> {
  const video = document.createElement('video');
  const address = URL.createObjectURL(file);
  return new Promise<Playability>((resolve) => {
    const timer = setTimeout(() => resolve({}), TIMEOUT_MS);
    const found = (playability: Playability) => {
      clearTimeout(timer);
      resolve(playability);
    };
    video.onloadeddata = () => found({ isPlayable: video.videoWidth > 0, ...lengthOf(video) });
    video.onerror = () => found({ isPlayable: false, ...lengthOf(video) });
    video.muted = true;
    video.preload = 'auto';
    video.src = address;
  }).finally(() => {
    video.onloadeddata = null;
    video.onerror = null;
    video.removeAttribute('src');
    video.load();
    URL.revokeObjectURL(address);
  });
}

const lengthOf = ({ duration }: HTMLVideoElement) => (Number.isFinite(duration) ? { durationSeconds: duration } : {});

const CONVERT = 'Convert it to MP4 with H.264 to reach everyone.';

type Video = { name: string; type: string; codec?: string | null };

/** Why some learners may not be able to play this video; undefined when they should. */
export function playabilityWarning(
  { name, type, codec }: Video,
  isPlayable: boolean | null | undefined,
): string | undefined {
  if (codec && !playsEverywhere(codec)) return `Many tablets cannot play ${codecName(codec)} videos. ${CONVERT}`;
  if (/avi|msvideo/.test(type) || /\.avi$/i.test(name)) return `AVI videos do not play in browsers. ${CONVERT}`;
  if (isPlayable === false) return `This video does not play in the browser it was chosen in. ${CONVERT}`;
  if (/ogg/.test(type) || /\.ogg$/i.test(name)) return `OGG videos do not play on iPhones and iPads. ${CONVERT}`;
  if (/quicktime/.test(type) || /\.mov$/i.test(name)) return `MOV videos do not play in every browser. ${CONVERT}`;
  return undefined;
}
