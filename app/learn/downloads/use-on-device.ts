import { type Lesson, lessonKind } from '#sync/contract/lesson.ts';
import { isHere } from '#sync/downloads/download-status.ts';
import { neededFiles } from '#sync/store/media-ledger.ts';
import type { HomeState } from '#sync/store/reads.ts';
import { useActiveUser, useEngine } from '../../device/active-user.tsx';
import { device } from '../../device/device.ts';
import { useLiveQuery } from '../../device/live-query.ts';
import { useDownloads } from './use-downloads.ts';

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

/** Whether a lesson's whole video is on this device, for its user or only for others; undefined until read, false for none. */
export function useVideoHere(lesson: Lesson): 'for user' | 'for others' | false | undefined {
  const { userId } = useActiveUser();
  return useLiveQuery(async () => {
    const assetId = neededFiles(lesson, undefined)[0]?.assetId ?? '';
    const [grant, download] = await Promise.all([device.grants.get([userId, assetId]), device.downloads.get(assetId)]);
    return download?.isComplete === true && (grant ? 'for user' : 'for others');
  }, [userId, lesson.id]);
}

/** Whether the lesson works without a connection: a text always, a video or a quiz once it was downloaded or opened. */
export function useOpensOffline(lesson: Lesson): boolean {
  const { replica } = useEngine();
  const video = useVideoHere(lesson);
  const kind = lessonKind(lesson);
  const quiz = useLiveQuery(async () => (await replica.quizzes.get(lesson.id)) !== undefined, [replica, lesson.id]);
  if (kind === 'quiz' || kind === 'exam') return quiz ?? true;
  return kind !== 'video' || (video ?? 'for user') === 'for user';
}
