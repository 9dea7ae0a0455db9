import type { Course } from '../contract/course.ts';
import type { Lesson } from '../contract/lesson.ts';
import type { NeededFile } from './ledger.ts';

const ADDRESS = /^\/media\/([\w-]+)/;
const PICTURES = /\]\(\s*<?\/media\/([\w-]+)|^ {0,3}\[[^\]\n]+\]:\s*<?\/media\/([\w-]+)/gm;

/** What a lesson shows beside its words: the film first, then the pictures in its text and the one of its course. */
export function neededFiles(lesson: Lesson, course: Pick<Course, 'thumbnail'> | undefined): NeededFile[] {
  const film = assetIn(lesson.videoUrl).map((assetId) => ({ assetId, bytes: lesson.videoBytes }));
  const pictures = [...picturesIn(lesson.body), ...assetIn(course?.thumbnail ?? null)];
  const files = [...film, ...pictures.map((assetId) => ({ assetId, bytes: null }))];
  return files.filter(({ assetId }, index) => files.findIndex((other) => other.assetId === assetId) === index);
}

/** The ids of this server's own pictures in a text. */
function picturesIn(body: string): string[] {
  return [...body.matchAll(PICTURES)].flatMap(([, inLine, byReference]) => inLine ?? byReference ?? []);
}

const assetIn = (address: string | null) => ADDRESS.exec(address ?? '')?.slice(1, 2) ?? [];
