// What others have downloaded here belongs to whoever may see it: the server says whose that is, and no byte is fetched
// again (Y23a).
import { mayPass } from '../remote/pull.ts';
import type { Device } from '../store/device.ts';
import { bytesHere, type Download, type KeptLesson, neededFiles } from '../store/media-ledger.ts';
import type { ContentPuller } from './content.ts';
import { keepLessons } from './download-requests.ts';
import { isHere } from './download-status.ts';

/** A course of which a person was granted lessons; `bytes` are those of their files. */
export type GrantedCourse = { title: string; bytes: number };

/** The lessons that are wholly here because somebody else keeps them, by course. */
async function lessonsOfOthers(device: Device, userId: string) {
  const [kept, rows] = await Promise.all([device.keptLessons.toArray(), device.downloads.toArray()]);
  const downloads = new Map(rows.map((row) => [row.assetId, row]));
  const nameOf = ({ courseId, lessonId }: KeptLesson) => `${courseId} ${lessonId}`;
  const own = new Set(kept.filter((one) => one.userId === userId).map(nameOf));
  const courses = new Map<number, Set<number>>();
  for (const one of kept) {
    if (own.has(nameOf(one)) || !isHere(one, downloads)) continue;
    courses.set(one.courseId, (courses.get(one.courseId) ?? new Set()).add(one.lessonId));
  }
  return { courses, downloads };
}

/**
 * Grants a person the lessons that others keep or left here. The server decides: only a lesson that it gives them in this very call
 * counts, with the files that it names. Returns what was granted; undefined when the server could not be asked for all of it.
 */
export async function grantWhatIsHere(
  device: Device,
  puller: ContentPuller,
  userId: string,
  now: number,
): Promise<GrantedCourse[] | undefined> {
  const { courses, downloads } = await lessonsOfOthers(device, userId);
  const granted: GrantedCourse[] = [];
  for (const [courseId, lessonIds] of courses) {
    const outcome = await puller.pullCourse(courseId);
    if (outcome.kind === 'paused' || mayPass(outcome)) return undefined;
    if (outcome.kind !== 'fresh') continue;
    const [course, given] = await Promise.all([
      puller.replica.courses.get(courseId),
      puller.replica.lessons.where('courseId').equals(courseId).toArray(),
    ]);
    const rowsOf = (lesson: (typeof given)[number]) =>
      neededFiles(lesson, course).map(({ assetId }) => downloads.get(assetId));
    const lessons = given.filter(
      (lesson) => lessonIds.has(lesson.id) && rowsOf(lesson).every((row) => row?.isComplete === true),
    );
    if (!course || lessons.length === 0) continue;
    await keepLessons(device, userId, { courseId, course, lessons }, now);
    const files = new Set<Download>(lessons.flatMap(rowsOf).filter((row) => row !== undefined));
    granted.push({ title: course.title, bytes: [...files].reduce((sum, row) => sum + bytesHere(row), 0) });
  }
  return granted;
}
