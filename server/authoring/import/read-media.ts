// The media that a course's files name: found as people read their names, and judged by what is in them.
import { lstat, open, readFile, realpath } from 'node:fs/promises';
import { basename, relative, resolve, sep } from 'node:path';
import { checkDocument, DOCUMENT_LIMIT_BYTES } from '#sync/contract/document.ts';
import { Refusal } from '#sync/contract/refusal.ts';
import { decodeText } from '#sync/contract/text-file.ts';
import { CAPTIONS_LIMIT_BYTES, PICTURE_LIMIT_BYTES, VIDEO_LIMIT_BYTES } from '#sync/contract/video.ts';
import { findPictureFault, pictureType } from '../../media/picture-format.ts';
import { bytesOf, convertibleType, HEAD_BYTES, readVideoSeconds, videoType } from '../../media/video-format.ts';
import { requireCaptions } from '../media/read-captions.ts';
import type { CourseFiles } from './find-file.ts';
import type { ProblemList } from './problems.ts';
import { isPicturePath, mapDestinations } from './text-pictures.ts';

export interface MediaFile {
  /** Lessons with the same video have the same path. */
  path: string;
  contentType: string;
  sizeBytes: number;
  /** Null for a picture or a document, and for a video that does not tell. */
  durationSeconds: number | null;
  /** WebVTT. */
  captions: string | null;
}

export interface Reading {
  folder: string;
  /** The folder that no path may lead out of. */
  top: string;
  /** Where it really is. */
  within: string;
  problems: ProblemList;
  /** What prevents nothing. */
  notes: ProblemList;
  /** Whether videos that no browser plays are let through, to be converted. */
  converts: boolean;
  files: CourseFiles;
  /** What each file was named as. */
  kinds: Map<string, string>;
}

/** A path that an author has written into a field. */
interface Named {
  file: string;
  line: number;
  field?: string;
  path: string;
}

/** A picture in a lesson's text, by the path that is written there. */
export interface TextPicture {
  written: string;
  file: MediaFile;
}

/** The pictures of a text that begins in this line. One that is not there is noted: the text may come from another system. */
export async function readPictures(
  reading: Reading,
  { file, firstLine, body }: { file: string; firstLine: number; body: string },
): Promise<TextPicture[]> {
  const named = new Map<string, number>();
  let elsewhere: number | undefined;
  mapDestinations(body, (path, offset) => {
    if (path.startsWith('/media/')) elsewhere ??= offset;
    if (isPicturePath(path) && !named.has(path)) named.set(path, offset);
    return undefined;
  });
  const lineOf = (offset: number) => firstLine + body.slice(0, offset).split('\n').length - 1;
  if (elsewhere !== undefined) reading.notes.push({ file, line: lineOf(elsewhere), message: ELSEWHERE });
  const found: TextPicture[] = [];
  for (const [written, offset] of named) {
    const picture = await readPicture(
      { ...reading, problems: reading.notes },
      { file, line: lineOf(offset), path: written },
    );
    if (picture) found.push({ written, file: picture });
  }
  return found;
}

const ELSEWHERE =
  'This address below /media/ is of the installation that the text was written on. Learners may not have what it shows.';

export async function readVideo(reading: Reading, named: Named): Promise<MediaFile | undefined> {
  const video = await readMedia(reading, named, reading.converts ? CONVERTIBLE : VIDEO);
  return video && { ...video, captions: await readCaptions(reading, video.path) };
}

export const readPicture = (reading: Reading, named: Named) => readMedia(reading, named, PICTURE);

export async function readDocument(reading: Reading, named: Named): Promise<MediaFile | undefined> {
  const found = await readMedia(reading, named, DOCUMENT);
  if (!found) return undefined;
  const { path, sizeBytes: size } = found;
  const handle = await open(path);
  try {
    const finding = await checkDocument({ name: basename(path), size, read: bytesOf(handle) });
    if ('contentType' in finding) return { ...found, contentType: finding.contentType };
    const { file, line, field } = named;
    reading.problems.push({ file, line, field, message: finding.fault });
    return undefined;
  } finally {
    await handle.close();
  }
}

/** What it really is, is judged by more than its head. */
const DOCUMENT = { limit: DOCUMENT_LIMIT_BYTES, kind: 'document', typeOf: () => 'application/octet-stream' };
const VIDEO = {
  limit: VIDEO_LIMIT_BYTES,
  kind: 'video',
  typeOf: (head: Buffer): string | undefined => videoType(head),
};
const CONVERTIBLE = { ...VIDEO, typeOf: (head: Buffer) => videoType(head) ?? convertibleType(head) };
const PICTURE = {
  limit: PICTURE_LIMIT_BYTES,
  kind: 'picture',
  typeOf: (head: Buffer) => pictureType(head)?.type,
};

async function readMedia(
  reading: Reading,
  { file, line, field, path }: Named,
  wanted: typeof DOCUMENT | typeof VIDEO | typeof PICTURE,
): Promise<MediaFile | undefined> {
  const { folder, within, problems, kinds } = reading;
  const tell = (message: string) => void problems.push({ file, line, field, message });
  // Authors on Windows write a backslash between folders.
  const wished = resolve(folder, path.replaceAll('\\', '/'));
  const leadsOut = `The path ${path} leads out of the folder of the course.`;
  if (relative(reading.top, wished).startsWith('..')) return tell(leadsOut);
  const found = await reading.files.find(wished);
  const target = found && (await realpath(found).catch(() => undefined));
  if (target === undefined) return tell(`There is no file ${path}.`);
  if (!target.startsWith(within + sep)) return tell(leadsOut);
  const other = kinds.get(target);
  if (other !== undefined && other !== wanted.kind) return tell(`The file ${path} is named as a ${other} too.`);
  kinds.set(target, wanted.kind);
  const handle = await open(target);
  try {
    const stat = await handle.stat();
    const contentType = wanted.typeOf(stat.isFile() ? await bytesOf(handle)(0, HEAD_BYTES - 1) : Buffer.alloc(0));
    if (!contentType) return tell(`The file ${path} is not a ${wanted.kind} that browsers show.`);
    if (stat.size > wanted.limit) return tell(`The file ${path} is larger than ${wanted.limit / 1024 ** 2} MB.`);
    const fault = wanted.kind === 'picture' ? await findPictureFault(target, `The file ${path}`) : undefined;
    if (fault) return tell(fault);
    const durationSeconds = wanted.kind === 'video' ? await readVideoSeconds(handle) : undefined;
    return {
      path: target,
      contentType,
      sizeBytes: stat.size,
      durationSeconds: durationSeconds ?? null,
      captions: null,
    };
  } finally {
    await handle.close();
  }
}

/** Beside the video, by its name; of a translation with its `language` behind it, such as '.es'. */
export async function readCaptions(
  { folder, problems, notes, files }: Reading,
  videoPath: string,
  language = '',
): Promise<string | null> {
  const stem = videoPath.replace(/\.[^./]*$/, '');
  for (const wished of [`${stem}${language}.vtt`, `${stem}${language}.srt`]) {
    const path = await files.find(wished);
    const found = path === undefined ? undefined : await lstat(path).catch(() => undefined);
    if (path === undefined || !found?.isFile()) continue;
    const file = relative(folder, path);
    const tell = (message: string) => void problems.push({ file, message });
    if (found.size > CAPTIONS_LIMIT_BYTES) tell('These captions are larger than 1 MB.');
    else
      try {
        const text = decodeText(await readFile(path));
        if (text?.isGuessed) notes.push({ file, message: GUESSED });
        const { webVtt, leftOut } = requireCaptions(text?.text ?? '');
        for (const { line, reason } of leftOut) notes.push({ file, line, message: `A caption is left out: ${reason}` });
        return webVtt;
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        tell(error.message);
      }
    return null;
  }
  return null;
}

const GUESSED = 'This file is not UTF-8 and was read as Western European text. Check its letters.';
