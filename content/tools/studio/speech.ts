// The spoken half of a clip: sentences become samples, and the samples give the captions their times.

import { join } from 'node:path';
import type { Slide } from './page.ts';
import { ffmpeg, run } from './tools.ts';

export const SAMPLE_RATE = 44_100;

const VOICE = ['-v', 'en-us+f3', '-s', '158', '-p', '44', '-g', '1'];
const BYTES_PER_SAMPLE = 2;
const PAUSE_SECONDS = { first: 0.6, sentence: 0.4, slide: 0.7, last: 1 };
const SILENT_BELOW = 'silenceremove=start_periods=1:start_threshold=-52dB';

interface Cue {
  startSeconds: number;
  endSeconds: number;
  text: string;
}

export interface Speech {
  cues: Cue[];
  /** When each slide begins; the first one at 0. */
  slideStarts: number[];
  /** A whole tenth of a second, that is, whole frames. */
  durationSeconds: number;
  /** Mono, signed 16 bit, SAMPLE_RATE. */
  samples: Buffer;
}

/** Speaks the slides one sentence after the other. */
export function speak(slides: Slide[], workFolder: string): Speech {
  const pieces: Buffer[] = [];
  const cues: Cue[] = [];
  const slideStarts: number[] = [];
  let seconds = 0;
  const add = (piece: Buffer) => {
    pieces.push(piece);
    seconds += piece.length / BYTES_PER_SAMPLE / SAMPLE_RATE;
  };
  for (const [i, slide] of slides.entries()) {
    slideStarts.push(i === 0 ? 0 : seconds);
    add(silence(i === 0 ? PAUSE_SECONDS.first : PAUSE_SECONDS.slide));
    for (const [j, text] of slide.sentences.entries()) {
      if (j > 0) add(silence(PAUSE_SECONDS.sentence));
      const startSeconds = seconds;
      add(samplesOf(text, workFolder));
      cues.push({ startSeconds, endSeconds: seconds, text });
    }
  }
  const durationSeconds = Math.ceil((seconds + PAUSE_SECONDS.last) * 10) / 10;
  add(silence(durationSeconds - seconds));
  return { cues, slideStarts, durationSeconds, samples: Buffer.concat(pieces) };
}

const silence = (seconds: number) => Buffer.alloc(Math.round(seconds * SAMPLE_RATE) * BYTES_PER_SAMPLE);

function samplesOf(sentence: string, workFolder: string): Buffer {
  const spoken = join(workFolder, 'sentence.wav');
  run('espeak-ng', [...VOICE, '-w', spoken, sentence]);
  const trimmed = `${SILENT_BELOW},areverse,${SILENT_BELOW},areverse,aresample=${SAMPLE_RATE}`;
  return ffmpeg('-i', spoken, '-af', trimmed, '-f', 's16le', '-ac', '1', 'pipe:1').output;
}

/** The captions as a WebVTT file. */
export function webVtt(cues: Cue[]): string {
  const blocks = cues.map(
    (cue, i) => `${i + 1}\n${clock(cue.startSeconds)} --> ${clock(cue.endSeconds)}\n${cue.text}\n`,
  );
  return `WEBVTT\n\n${blocks.join('\n')}`;
}

const clock = (seconds: number) => new Date(Math.round(seconds * 1000)).toISOString().slice(11, 23);
