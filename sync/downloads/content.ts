// A course's content: its texts and quizzes for the replica, and the files that its kept lessons need. When an
// author changes a video, pictures or captions, the replica learns of it at the next pull of the course, and the kept
// lessons follow.
import { needsPassedAttempt } from '../contract/lesson.ts';
import type { PullOutcome } from '../remote/pull.ts';
import type { Device } from '../store/device.ts';
import type { KeptLesson } from '../store/media-ledger.ts';
import type { Replica } from '../store/replica.ts';
import { keptFrom } from './download-requests.ts';
import { replaceKept } from './downloads-db.ts';
import type { DownloadStop } from './fetch-file.ts';

/** The part of a person's engine that pulls content. */
export type ContentPuller = {
  pullCourse(courseId: number): Promise<PullOutcome>;
  pullQuiz(lessonId: number): Promise<PullOutcome>;
  replica: Pick<Replica, 'courses' | 'lessons'>;
};

export type ContentContext = { userId: string; device: Device; puller: ContentPuller; now: () => number };

/** Pulls a course's content; returns the files that are no longer needed, or why it stopped. */
export async function fetchContent(context: ContentContext, courseId: number): Promise<string[] | DownloadStop> {
  const { userId, device, puller, now } = context;
  const outcome = await puller.pullCourse(courseId);
  const stop = stopFor(outcome);
  if (stop) return stop;
  if (outcome.kind === 'refused') {
    return replaceKept(device, { userId, courseId }, (kept) =>
      kept.flatMap((lesson) => keepRefusal(lesson, outcome.message)),
    );
  }
  const [course, lessons] = await Promise.all([
    puller.replica.courses.get(courseId),
    puller.replica.lessons.where('courseId').equals(courseId).toArray(),
  ]);
  const kept = await device.keptLessons.where('[userId+courseId]').equals([userId, courseId]).toArray();
  const wanted = lessons.filter(({ id }) => kept.some(({ lessonId }) => lessonId === 0 || lessonId === id));
  for (const { id } of wanted.filter(needsPassedAttempt)) {
    const stopped = stopFor(await puller.pullQuiz(id));
    if (stopped) return stopped;
  }
  return replaceKept(device, { userId, courseId }, (rows) => {
    const whole = rows.find(({ lessonId }) => lessonId === 0);
    return lessons.flatMap((lesson) => {
      const row = rows.find(({ lessonId }) => lessonId === lesson.id) ?? whole;
      return row ? [{ ...keptFrom(row, lesson, course), checkedAt: now(), refusal: null }] : [];
    });
  });
}

/** A lesson that may no longer be seen leaves the device (P-23); one that was never here shows the reason. */
const keepRefusal = (kept: KeptLesson, refusal: string) => (kept.checkedAt === null ? [{ ...kept, refusal }] : []);

function stopFor(outcome: PullOutcome): DownloadStop | undefined {
  switch (outcome.kind) {
    case 'offline':
      return { kind: 'offline' };
    case 'paused':
      return { kind: 'auth' };
    case 'refused':
      return outcome.status >= 500 || outcome.status === 429 ? { kind: 'later', retryAfterMs: null } : undefined;
    default:
      return undefined;
  }
}

/** A person's kept lessons whose lesson has changed, in their new form; may run inside a live query. */
export async function findOutdatedLessons(device: Device, replica: ContentPuller['replica'], userId: string) {
  const kept = await device.keptLessons.where('userId').equals(userId).toArray();
  const known = kept.filter(({ lessonId }) => lessonId > 0);
  const [lessons, courses] = await Promise.all([
    replica.lessons.bulkGet(known.map(({ lessonId }) => lessonId)),
    replica.courses.bulkGet(known.map(({ courseId }) => courseId)),
  ]);
  return known.flatMap((row, index) => {
    const [lesson, course] = [lessons[index], courses[index]];
    // Without its course, the course's picture is unknown.
    if (!lesson || !course || lesson.courseId !== row.courseId) return [];
    const now = keptFrom(row, lesson, course);
    return JSON.stringify(detailsOf(now)) === JSON.stringify(detailsOf(row)) ? [] : [now];
  });
}

const detailsOf = ({ title, courseTitle, orderIndex, files }: KeptLesson) => ({
  title,
  courseTitle,
  orderIndex,
  files,
});

/**
 * Saves the result of `findOutdatedLessons` and has files with other captions checked again; returns the files that
 * nobody needs any more.
 */
export async function updateKeptLessons(device: Device, outdated: readonly KeptLesson[]): Promise<string[]> {
  const orphans: string[] = [];
  for (const now of outdated) {
    const gone = await replaceKept(device, now, (rows) =>
      rows.map((row) => (row.lessonId === now.lessonId ? { ...row, ...detailsOf(now) } : row)),
    );
    orphans.push(...gone);
    for (const { assetId, captions } of now.files) {
      if (captions === undefined) continue;
      const isOther = ({ file }: { file: { captions: string | null } | null }) => file?.captions !== captions;
      await device.downloads.where({ assetId }).and(isOther).modify({ askedAt: null });
    }
  }
  return orphans;
}
