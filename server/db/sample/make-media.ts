// Makes ./media anew: the narrated clips with their captions, the course thumbnails, and clips.json about the clips.
// Needs Debian's espeak-ng, ffmpeg and chromium. All clips: `node server/db/sample/make-media.ts`; some: name them after it.

import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { narration } from './narration.ts';
import type { ClipName } from './shape.ts';
import { durationOf, film, jpeg, photograph } from './studio/film.ts';
import { SLIDE_SIZE, slidePage, THUMBNAIL_SIZE, type Thumbnail, thumbnailPage } from './studio/page.ts';
import { type Speech, speak, webVtt } from './studio/speech.ts';

interface ClipFacts {
  durationSeconds: number;
  sizeBytes: number;
  sha256: string;
}

const MEDIA = join(import.meta.dirname, 'media');
const MANIFEST = join(MEDIA, 'clips.json');
const SHORTEST_SECONDS = 14;
const LONGEST_SECONDS = 28;

/** thumbnail-<course id>; the default stands for a course that has none. */
const thumbnails: Thumbnail[] = [
  { name: 'thumbnail-1', tone: 'deep', drawings: ['housePath', 'phone'] },
  { name: 'thumbnail-2', tone: 'light', drawings: ['scanner', 'loopPlan'] },
  { name: 'thumbnail-3', tone: 'lilac', drawings: ['growth', 'mapPins'] },
  { name: 'thumbnail-4', tone: 'dusk', drawings: ['certificate', 'house'] },
  { name: 'thumbnail-default', tone: 'stone', drawings: ['book'] },
];

/** Refuses a clip that is too short or too long, before anything is written. */
function speakClip(name: ClipName, workFolder: string): Speech {
  const speech = speak(narration[name], workFolder);
  if (speech.durationSeconds < SHORTEST_SECONDS || speech.durationSeconds > LONGEST_SECONDS)
    throw new Error(`${name} lasts ${speech.durationSeconds} s, not ${SHORTEST_SECONDS} to ${LONGEST_SECONDS} s.`);
  return speech;
}

function makeClip(name: ClipName, speech: Speech, workFolder: string): ClipFacts {
  const slides = narration[name];
  const pictures = slides.map((slide, i) => {
    const png = join(workFolder, `${name}-${i + 1}.png`);
    photograph(slidePage(slide, i + 1, slides.length), SLIDE_SIZE, png);
    return png;
  });
  const mp4 = join(MEDIA, `${name}.mp4`);
  film(pictures, speech, mp4, workFolder);
  writeFileSync(join(MEDIA, `${name}.vtt`), webVtt(speech.cues));
  const bytes = readFileSync(mp4);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { durationSeconds: durationOf(mp4), sizeBytes: bytes.length, sha256 };
}

function makeThumbnail(thumbnail: Thumbnail, workFolder: string): void {
  const png = join(workFolder, `${thumbnail.name}.png`);
  photograph(thumbnailPage(thumbnail), THUMBNAIL_SIZE, png);
  jpeg(png, join(MEDIA, `${thumbnail.name}.jpg`));
}

function makeMedia(asked: string[]): void {
  const names = Object.keys(narration) as ClipName[];
  const facts: Record<string, ClipFacts> = existsSync(MANIFEST) ? JSON.parse(readFileSync(MANIFEST, 'utf8')) : {};
  const workFolder = mkdtempSync(join(tmpdir(), 'groundwork-media-'));
  mkdirSync(MEDIA, { recursive: true });
  try {
    const wanted = names.filter((name) => asked.length === 0 || asked.includes(name));
    const speeches = wanted.map((name) => ({ name, speech: speakClip(name, workFolder) }));
    for (const { name, speech } of speeches) {
      facts[name] = makeClip(name, speech, workFolder);
      console.log(name, facts[name].durationSeconds, 's', facts[name].sizeBytes, 'bytes');
    }
    for (const thumbnail of thumbnails) makeThumbnail(thumbnail, workFolder);
    const ordered = Object.fromEntries(names.filter((name) => facts[name]).map((name) => [name, facts[name]]));
    writeFileSync(MANIFEST, `${JSON.stringify(ordered, null, 2)}\n`);
  } finally {
    rmSync(workFolder, { recursive: true, force: true });
  }
}

makeMedia(process.argv.slice(2));
