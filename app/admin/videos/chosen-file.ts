// Whether a chosen video file may be uploaded (R-U8, R-U10).
import {
  CONVERTIBLE_EXTENSIONS,
  isVideoFile,
  SMALL_VIDEO_LIMIT_BYTES,
  VIDEO_LIMIT_BYTES,
} from '#sync/contract/video.ts';

/** For the browser's file dialog: types, and extensions for systems without them. */
export const videoAccept = (converts: boolean) =>
  converts
    ? ['video/*', ENDINGS, ...CONVERTIBLE_EXTENSIONS.map((ending) => `.${ending}`)].join()
    : `${TYPES_ACCEPTED},${ENDINGS}`;
const TYPES_ACCEPTED = 'video/mp4,video/webm,video/ogg,video/quicktime,video/x-msvideo';
const ENDINGS = '.mp4,.webm,.ogg,.mov,.avi';

export type FileError = { title: string; description: string };

const LIMITS = {
  large: {
    bytes: VIDEO_LIMIT_BYTES,
    type: 'Please select an MP4, WebM, OGG, MOV, or AVI video',
    size: 'Video must be smaller than 2GB',
  },
  small: {
    bytes: SMALL_VIDEO_LIMIT_BYTES,
    type: 'Please select an MP4, WebM, OGG, MOV, or AVI video file',
    size: 'Video file must be smaller than 50MB due to hosting infrastructure limits. Please compress your video or use a smaller file.',
  },
};

/** 'small' in the Video Upload Manager, as the specification says. */
export type VideoLimit = keyof typeof LIMITS;

/** Why this file may not be uploaded; undefined when it may. */
export function fileErrorOf(
  file: Pick<File, 'name' | 'type' | 'size'>,
  limit: VideoLimit,
  converts = false,
): FileError | undefined {
  const { bytes, type, size } = LIMITS[limit];
  if (!isVideoFile(file, converts)) return { title: 'Invalid File Type', description: type };
  if (file.size === 0)
    return { title: 'Empty File', description: 'This file holds nothing. Please select another one' };
  return file.size > bytes ? { title: 'File Too Large', description: size } : undefined;
}

const TYPES: Record<string, string> = {
  mp4: 'video/mp4',
  webm: 'video/webm',
  ogg: 'video/ogg',
  mov: 'video/quicktime',
  avi: 'video/x-msvideo',
};

/** The content type from the browser, or from the file extension when it gives none. */
export function typeOfVideo({ name, type }: { name: string; type: string }): string {
  if (type.startsWith('video/')) return type;
  return TYPES[/\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? ''] ?? 'application/octet-stream';
}
