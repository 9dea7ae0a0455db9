import type { Course } from '../contract/course.ts';
import type { Lesson } from '../contract/lesson.ts';
import { picturesIn } from '../contract/lesson-pictures.ts';
import type { NeededFile } from './ledger.ts';

const ADDRESS = /^\/media\/([\w-]+)/;
const VERSION = /[?&]v=(\w+)/;

/** What a lesson shows beside its words: the film first, then the pictures in its text and the one of its course. */
export function neededFiles(lesson: Lesson, course: Pick<Course, 'thumbnail'> | undefined): NeededFile[] {
  const captions = VERSION.exec(lesson.captionsUrl ?? '')?.[1];
  const film = assetIn(lesson.videoUrl).map((assetId) => ({
    assetId,
    bytes: lesson.videoBytes,
    ...(captions && { captions }),
  }));
  const pictures = [...picturesIn(lesson.body), course?.thumbnail ?? null].flatMap(assetIn);
  const files = [...film, ...pictures.map((assetId) => ({ assetId, bytes: null }))];
  return files.filter(({ assetId }, index) => files.findIndex((other) => other.assetId === assetId) === index);
}

const assetIn = (address: string | null) => ADDRESS.exec(address ?? '')?.slice(1, 2) ?? [];
