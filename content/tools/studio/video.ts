// Turns pages into pictures, and pictures with sound into an MP4.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { SLIDE_SIZE } from './page.ts';
import { SAMPLE_RATE, type Speech } from './speech.ts';
import { ffmpeg, run } from './tools.ts';

const FRAMES_PER_SECOND = 10;
const FADE_SECONDS = 0.3;
const LOUDNESS_LUFS = -17;
const POLISH = 'highpass=f=90,lowpass=f=8000,acompressor=threshold=0.1:ratio=2.5:attack=8:release=120';
const EXACT = ['-map_metadata', '-1', '-fflags', '+bitexact', '-flags:v', '+bitexact', '-flags:a', '+bitexact'];

/** Saves a page as a PNG, see-through where the page has no background. */
export function screenshot(html: string, size: { width: number; height: number }, png: string): void {
  const page = `${png}.html`;
  writeFileSync(page, html);
  const window = `--window-size=${size.width},${size.height}`;
  const quiet = [
    '--headless',
    '--no-sandbox',
    '--disable-gpu',
    '--hide-scrollbars',
    '--force-device-scale-factor=1',
    '--default-background-color=00000000',
  ];
  run('chromium', [...quiet, window, `--screenshot=${png}`, pathToFileURL(page).href]);
}

/** Puts the pictures and the speech together: H.264 and AAC, the index first, so that it plays while it loads. */
export function makeVideo(pictures: string[], speech: Speech, mp4: string, workFolder: string): void {
  const sound = join(workFolder, 'speech.raw');
  writeFileSync(sound, speech.samples);
  const soundInput = ['-f', 's16le', '-ar', `${SAMPLE_RATE}`, '-ac', '1', '-i', sound];
  const { inputs, filter } = slideshow(pictures, speech);
  const video = ['-c:v', 'libx264', '-profile:v', 'main', '-preset', 'veryslow', '-tune', 'stillimage', '-crf', '25'];
  const colours = ['-pix_fmt', 'yuv420p', '-colorspace', 'bt709', '-color_primaries', 'bt709', '-color_trc', 'bt709'];
  const audio = [
    '-c:a',
    'aac',
    '-b:a',
    '64k',
    '-af',
    `${POLISH},volume=${gainFor(soundInput)}dB,alimiter=limit=0.89:level=0`,
  ];
  ffmpeg(
    ...inputs,
    ...soundInput,
    ...['-filter_complex', filter, '-map', '[video]', '-map', `${pictures.length}:a`],
    ...[...video, ...colours, '-g', `${FRAMES_PER_SECOND * 2}`, ...audio],
    ...[...EXACT, '-movflags', '+faststart', '-t', `${speech.durationSeconds}`, mp4],
  );
}

/** Each picture fades into the next one just before its sentence (in RGB: anything else tints the paper); a thin bar grows along the lower edge. */
function slideshow(pictures: string[], { slideStarts, durationSeconds }: Speech) {
  const inputs: string[] = [];
  const fades: string[] = [];
  let last = 'p0';
  for (const [i, picture] of pictures.entries()) {
    const start = slideStarts[i] ?? 0;
    const seconds = (slideStarts[i + 1] ?? durationSeconds) - start + 2 * FADE_SECONDS;
    inputs.push('-loop', '1', '-framerate', `${FRAMES_PER_SECOND}`, '-t', seconds.toFixed(2), '-i', picture);
    fades.push(`[${i}:v]format=gbrp[p${i}]`);
    if (i === 0) continue;
    fades.push(`[${last}][p${i}]xfade=duration=${FADE_SECONDS}:offset=${start.toFixed(2)}[s${i}]`);
    last = `s${i}`;
  }
  const { width } = SLIDE_SIZE;
  const bar = `color=c=0x8b5cf6:s=${width}x6:r=${FRAMES_PER_SECOND}:d=${durationSeconds}[bar]`;
  const onTop = `[${last}][bar]overlay=x='-w+w*t/${durationSeconds}':y=H-h:format=gbrp[whole]`;
  const forVideo =
    '[whole]scale=out_color_matrix=bt709:out_range=tv:flags=accurate_rnd+full_chroma_int,format=yuv420p[video]';
  return { inputs, filter: [...fades, bar, onTop, forVideo].join(';') };
}

/** Decibels between how loud the polished speech is and how loud it should be. */
function gainFor(soundInput: string[]): string {
  const { messages } = ffmpeg(...soundInput, '-af', `${POLISH},ebur128`, '-f', 'null', '-');
  const measured = [...messages.matchAll(/ I: +(-?[\d.]+) LUFS/g)].at(-1)?.[1];
  if (measured === undefined) throw new Error('ffmpeg did not say how loud the speech is.');
  return (LOUDNESS_LUFS - Number(measured)).toFixed(2);
}

export function webp(png: string, file: string): void {
  ffmpeg('-i', png, ...EXACT, '-c:v', 'libwebp', '-quality', '88', '-frames:v', '1', '-update', '1', file);
}
