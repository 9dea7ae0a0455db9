// Documents beside a lesson: PDF and audio that every tablet shows. What a file really is, is judged here by its bytes: in the
// author's browser before it is sent, and by the server always.
import * as z from 'zod/mini';
import { boxesOf } from './mp4-boxes.ts';
import { requiredName } from './name.ts';

export const DOCUMENT_LIMIT_BYTES = 100 * 1024 ** 2;
export const MOST_DOCUMENTS = 10;
export const DOCUMENT_TITLE_LIMIT = 200;

const TYPES: Record<string, string> = {
  pdf: 'application/pdf',
  mp3: 'audio/mpeg',
  m4a: 'audio/mp4',
  ogg: 'audio/ogg',
  wav: 'audio/wav',
};
export const DOCUMENT_TYPES = Object.values(TYPES);

/** A document of a lesson; its file is at /media/{assetId}. */
export const LessonDocument = z.object({
  assetId: z.string(),
  title: z.string(),
  contentType: z.string(),
  bytes: z.int(),
});
export type LessonDocument = z.infer<typeof LessonDocument>;

export const DocumentTitle = requiredName(
  'Please enter a title for the document.',
  DOCUMENT_TITLE_LIMIT,
  `The title may have at most ${DOCUMENT_TITLE_LIMIT} characters.`,
);

/**
 * Body of POST /api/admin/lessons/{id}/documents (201), which completes an upload that POST /api/videos/signed-upload began
 * for a `document`.
 */
export const NewDocument = z.object({
  filePath: z.string().check(z.minLength(1), z.maxLength(500)),
  title: DocumentTitle,
});
export type NewDocument = z.infer<typeof NewDocument>;

/** Body of PUT /api/admin/lessons/{id}/documents/{assetId}. */
export const DocumentChange = z.object({ title: DocumentTitle });

export const documentExtension = (name: string): string => /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? '';

/** The content type that a file's name promises; undefined for what is no document. */
export function promisedDocumentType(name: string): string | undefined {
  const extension = documentExtension(name);
  return Object.hasOwn(TYPES, extension) ? TYPES[extension] : undefined;
}

/** A file that can be read in part; both ends are inclusive. */
export type ReadableFile = {
  name: string;
  size: number;
  read: (start: number, end: number) => Promise<Uint8Array>;
};

export type DocumentFinding = { contentType: string } | { fault: string };

/** The type of a document by its bytes, or why tablets cannot show it. */
export async function checkDocument(file: ReadableFile): Promise<DocumentFinding> {
  const { name, size } = file;
  const fault = (reason: string) => ({ fault: `${name} ${reason}` });
  if (promisedDocumentType(name) === undefined) return { fault: noDocument(name) };
  if (size === 0) return fault('is empty.');
  if (size > DOCUMENT_LIMIT_BYTES) return fault('is larger than 100 MB.');
  const head = await textOf(file, 0, HEAD_BYTES);
  const found = await typeOf(file, head);
  return 'reason' in found ? fault(found.reason) : found;
}

const HEAD_BYTES = 4096;

/** What is said of a file whose name promises no document. */
export const noDocument = (name: string): string =>
  `${name} cannot be shown on every tablet. Choose a PDF, or audio as MP3, M4A, OGG or WAV. Save an office file as a PDF first.`;

type Found = { contentType: string } | { reason: string };

async function typeOf(file: ReadableFile, head: string): Promise<Found> {
  if (head.slice(0, 1024).includes('%PDF-')) return pdfIn(file);
  if (head.startsWith('OggS')) return oggIn(head);
  if (head.startsWith('RIFF') && head.slice(8, 12) === 'WAVE') return waveIn(head);
  if (head.slice(4, 8) === 'ftyp') return mp4In(file);
  // A tag, or a frame of MPEG layer 3.
  if (head.startsWith('ID3') || /^\xff[\xe2\xe3\xf2\xf3\xfa\xfb]/.test(head)) return { contentType: 'audio/mpeg' };
  return { reason: 'holds neither a PDF nor audio that tablets play, whatever its name says.' };
}

const STEP_BYTES = 8 * 1024 ** 2;
/** Longer than what is looked for, so that it is found where two steps meet. */
const OVERLAP_BYTES = 64;

async function pdfIn(file: ReadableFile): Promise<Found> {
  const { size } = file;
  const end = await textOf(file, Math.max(0, size - HEAD_BYTES), HEAD_BYTES);
  if (!end.includes('startxref')) return { reason: 'is not a whole PDF: its end is missing.' };
  // The entry stands in the clear, at another place in each kind of PDF.
  for (let at = 0; at < size; at += STEP_BYTES) {
    if (/\/Encrypt\s*(\d+\s+\d+\s+R|<<)/.test(await textOf(file, at, STEP_BYTES + OVERLAP_BYTES)))
      return { reason: 'is protected by a password or limits what readers may do. Save it without protection first.' };
  }
  return { contentType: 'application/pdf' };
}

function oggIn(head: string): Found {
  if (head.includes('\x01vorbis') || head.includes('OpusHead')) return { contentType: 'audio/ogg' };
  return { reason: 'holds no Vorbis or Opus sound, which is all that browsers play of an OGG file.' };
}

function waveIn(head: string): Found {
  const at = head.indexOf('fmt ');
  const number = (offset: number) => head.charCodeAt(at + offset) + 256 * head.charCodeAt(at + offset + 1);
  const format = number(8) === EXTENSIBLE ? number(32) : number(8);
  if (at > 0 && format === PLAIN_SAMPLES && [8, 16].includes(number(22))) return { contentType: 'audio/wav' };
  return { reason: 'does not have plain samples of 8 or 16 bits, so some tablets do not play it. Save it as an MP3.' };
}

const PLAIN_SAMPLES = 1;
const EXTENSIBLE = 0xfffe;

const MOST_BOXES = 64;
const VIDEO_FORMATS = ['avc1', 'avc3', 'hvc1', 'hev1', 'mp4v', 'av01', 'vp09'];

async function mp4In(file: ReadableFile): Promise<Found> {
  const { size, read } = file;
  let boxes = 0;
  for await (const { at, name, length } of boxesOf(read, size)) {
    if (at + length > size) return { reason: 'is not a whole file: its end is missing.' };
    if (name === 'moov') return soundIn(await textOf(file, at, Math.min(length, STEP_BYTES)));
    boxes += 1;
    if (boxes === MOST_BOXES) break;
  }
  return { reason: 'holds no sound.' };
}

function soundIn(movie: string): Found {
  // Behind the name: version, number of entries, and the size of the first, whose format follows.
  const formats = [...movie.matchAll(/stsd[\s\S]{12}(.{4})/g)].map(([, format = '']) => format);
  if (formats.some((format) => VIDEO_FORMATS.includes(format)))
    return { reason: 'holds a video. Upload it as the video of a lesson.' };
  if (formats.includes('mp4a')) return { contentType: 'audio/mp4' };
  return { reason: 'does not hold AAC sound, so some tablets do not play it. Save it as an MP3.' };
}

/** Each byte as one character. */
async function textOf({ size, read }: ReadableFile, start: number, length: number): Promise<string> {
  const bytes = await read(start, Math.min(start + length, size) - 1);
  let text = '';
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return text;
}
