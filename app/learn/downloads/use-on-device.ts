import { type Lesson, needsPassedAttempt, ownDocument } from '#sync/contract/lesson.ts';
import { isHere } from '#sync/downloads/download-status.ts';
import { neededFiles } from '#sync/store/media-ledger.ts';
import type { HomeState } from '#sync/store/reads.ts';
import type { Replica } from '#sync/store/replica.ts';
import { useActiveUser, useEngine } from '../../device/active-user.tsx';
import { device } from '../../device/device.ts';
import { useLiveQuery } from '../../device/live-query.ts';
import { useDownloadActions, useDownloads } from './use-downloads.ts';

export type OnDevice = ReturnType<typeof useOnDevice>;

/** What works without a connection. */
export function useOnDevice(home: HomeState | undefined) {
  const downloads = useDownloads();
  const here = new Map<number, Set<number>>();
  for (const one of downloads?.kept ?? []) {
    if (!isHere(one, downloads?.downloads ?? new Map())) continue;
    here.set(one.courseId, (here.get(one.courseId) ?? new Set()).add(one.lessonId));
  }
  const lessonCount = new Map(home?.courses.map(({ id, lessonCount }) => [id, lessonCount]));
  return {
    /** Every lesson of the course was downloaded. */
    isWhole: (courseId: number) =>
      (here.get(courseId)?.size ?? 0) >= (lessonCount.get(courseId) || Number.POSITIVE_INFINITY),
    /** The course has been opened here: its page and its texts work, its videos only if they are downloaded. */
    opens: (courseId: number) => home?.opened.has(courseId) ?? false,
  };
}

/** Whether the whole file of a lesson, what it plays or shows, is on this device, for this person or only for others. */
async function fileHere(userId: string, lesson: Lesson): Promise<'for user' | 'for others' | false> {
  const assetId = ownDocument(lesson)?.assetId ?? neededFiles(lesson, undefined)[0]?.assetId ?? '';
  const [grant, download] = await Promise.all([device.grants.get([userId, assetId]), device.downloads.get(assetId)]);
  return download?.isComplete === true && (grant ? 'for user' : 'for others');
}

/** Whether what a lesson plays lies here for others alone, and how its user takes it over, also without a network (decision 353). */
export function useOthersVideo(lesson: Lesson) {
  const { userId } = useActiveUser();
  const { replica } = useEngine();
  const { download } = useDownloadActions();
  const here = useLiveQuery(() => fileHere(userId, lesson), [userId, lesson.id]);
  return {
    isHere: here === 'for others',
    takeOver: async () =>
      download({ courseId: lesson.courseId, course: await replica.courses.get(lesson.courseId), lessons: [lesson] }),
  };
}

/** Whether the lesson works without a connection: a text always, a quiz or what has a file once that was downloaded or opened. */
export async function opensHere({ userId, quizzes }: Replica, lesson: Lesson): Promise<boolean> {
  if (needsPassedAttempt(lesson)) return (await quizzes.get(lesson.id)) !== undefined;
  const hasFile = lesson.videoUrl !== null || ownDocument(lesson) !== undefined;
  return !hasFile || (await fileHere(userId, lesson)) === 'for user';
}

/** The same, live; true until read, false without a lesson. */
export function useOpensOffline(lesson: Lesson | undefined): boolean {
  const { replica } = useEngine();
  return useLiveQuery(() => (lesson ? opensHere(replica, lesson) : false), [replica, lesson?.id]) ?? true;
}
