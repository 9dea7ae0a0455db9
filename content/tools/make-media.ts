// Makes the media of the sample courses anew: the narrated videos in ../media with their captions, and the thumbnails.
// Needs Debian's espeak-ng, ffmpeg and chromium. All videos: `node content/tools/make-media.ts`; some: name them after it.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ClipName, narration } from './narration.ts';
import { SLIDE_SIZE, slidePage } from './studio/page.ts';
import { type IllustratedCourse, illustratedCourses, SCENE_SIZE, scenePage, stockPicture } from './studio/scenes.ts';
import { type Speech, speak, webVtt } from './studio/speech.ts';
import { titleScene } from './studio/title-scenes.ts';
import { makeVideo, screenshot, webp } from './studio/video.ts';

const CONTENT = join(import.meta.dirname, '..');
const MEDIA = join(CONTENT, 'media');
const STOCK_PICTURE = join(CONTENT, '../app/public/course-thumbnail.svg');
const SHORTEST_SECONDS = 14;
const LONGEST_SECONDS = 28;

/** Refuses a clip that is too short or too long, before anything is written. */
function speakClip(name: ClipName, workFolder: string): Speech {
  const speech = speak(narration[name], workFolder);
  if (speech.durationSeconds < SHORTEST_SECONDS || speech.durationSeconds > LONGEST_SECONDS)
    throw new Error(`${name} lasts ${speech.durationSeconds} s, not ${SHORTEST_SECONDS} to ${LONGEST_SECONDS} s.`);
  return speech;
}

function makeClip(name: ClipName, speech: Speech, workFolder: string): void {
  const slides = narration[name];
  const pictures = slides.map((slide, i) => {
    const png = join(workFolder, `${name}-${i + 1}.png`);
    screenshot(slidePage(slide, i + 1, slides.length, titleScene(name)), SLIDE_SIZE, png);
    return png;
  });
  makeVideo(pictures, speech, join(MEDIA, `${name}.mp4`), workFolder);
  writeFileSync(join(MEDIA, `${name}.vtt`), webVtt(speech.cues));
}

function makeThumbnail(course: IllustratedCourse, workFolder: string): void {
  const png = join(workFolder, `${course}.png`);
  screenshot(scenePage(course), SCENE_SIZE, png);
  webp(png, join(CONTENT, course, 'thumbnail.webp'));
}

function makeMedia(asked: string[]): void {
  const names = Object.keys(narration) as ClipName[];
  const workFolder = mkdtempSync(join(tmpdir(), 'groundwork-media-'));
  mkdirSync(MEDIA, { recursive: true });
  try {
    const wanted = names.filter((name) => asked.length === 0 || asked.includes(name));
    const speeches = wanted.map((name) => ({ name, speech: speakClip(name, workFolder) }));
    for (const { name, speech } of speeches) {
      makeClip(name, speech, workFolder);
      console.log(name, speech.durationSeconds, 's');
    }
    for (const course of illustratedCourses) makeThumbnail(course, workFolder);
    writeFileSync(STOCK_PICTURE, stockPicture());
  } finally {
    rmSync(workFolder, { recursive: true, force: true });
  }
}

makeMedia(process.argv.slice(2));
