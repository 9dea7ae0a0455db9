// The words of a course: its texts and quizzes into the replica, and what files its kept lessons need (V5). These follow
// their lessons: an author changes a video, pictures or captions, the replica learns of it with the next look at the
// course, and from then on the new ones are what the lesson needs.
import { needsPassedAttempt } from '../contract/lesson.ts';
import type { PullOutcome } from '../pull/pull.ts';
import type { Device } from '../store/device.ts';
import type { KeptLesson } from '../store/media-ledger.ts';
import type { Replica } from '../store/replica.ts';
import { asKept } from './download-requests.ts';
import { replaceKept } from './downloads-db.ts';
import type { Stop } from './fetch-file.ts';

/** The part of a person's engine that brings words. */
export type Words = {
  pullCourse(courseId: number): Promise<PullOutcome>;
  pullQuiz(lessonId: number): Promise<PullOutcome>;
  replica: Pick<Replica, 'courses' | 'lessons'>;
};

export type ContentContext = { userId: string; device: Device; words: Words; now: () => number };

/** Brings a course's words; answers the files that nobody needs any more, or why nothing came. */
export async function fetchContent(context: ContentContext, courseId: number): Promise<string[] | Stop> {
  const { userId, device, words, now } = context;
  const outcome = await words.pullCourse(courseId);
  const stop = stopOf(outcome);
  if (stop) return stop;
  if (outcome.kind === 'refused') {
    return replaceKept(device, { userId, courseId }, (kept) => kept.flatMap((one) => refused(one, outcome.message)));
  }
  const [course, lessons] = await Promise.all([
    words.replica.courses.get(courseId),
    words.replica.lessons.where('courseId').equals(courseId).toArray(),
  ]);
  const kept = await device.keptLessons.where('[userId+courseId]').equals([userId, courseId]).toArray();
  const wanted = lessons.filter(({ id }) => kept.some(({ lessonId }) => lessonId === 0 || lessonId === id));
  for (const { id } of wanted.filter(needsPassedAttempt)) {
    const stopped = stopOf(await words.pullQuiz(id));
    if (stopped) return stopped;
  }
  return replaceKept(device, { userId, courseId }, (rows) => {
    const whole = rows.find(({ lessonId }) => lessonId === 0);
    return lessons.flatMap((lesson) => {
      const row = rows.find(({ lessonId }) => lessonId === lesson.id) ?? whole;
      return row ? [{ ...asKept(row, lesson, course), checkedAt: now(), refusal: null }] : [];
    });
  });
}

/** What may no longer be seen leaves the device (decisions 23); what never was here says why. */
const refused = (kept: KeptLesson, refusal: string) => (kept.checkedAt === null ? [{ ...kept, refusal }] : []);

function stopOf(outcome: PullOutcome): Stop | undefined {
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

/** A person's kept lessons that are something else by now, as they are now; may stand inside a live query. */
export async function findOvertaken(device: Device, replica: Words['replica'], userId: string): Promise<KeptLesson[]> {
  const kept = await device.keptLessons.where('userId').equals(userId).toArray();
  const known = kept.filter(({ lessonId }) => lessonId > 0);
  const [lessons, courses] = await Promise.all([
    replica.lessons.bulkGet(known.map(({ lessonId }) => lessonId)),
    replica.courses.bulkGet(known.map(({ courseId }) => courseId)),
  ]);
  return known.flatMap((one, index) => {
    const [lesson, course] = [lessons[index], courses[index]];
    // Without its course nobody could say which picture belongs to it.
    if (!lesson || !course || lesson.courseId !== one.courseId) return [];
    const now = asKept(one, lesson, course);
    return JSON.stringify(factsOf(now)) === JSON.stringify(factsOf(one)) ? [] : [now];
  });
}

const factsOf = ({ title, courseTitle, orderIndex, files }: KeptLesson) => ({ title, courseTitle, orderIndex, files });

/** Writes what `findOvertaken` found, and has files with other captions asked for; answers the files that nobody needs any more. */
export async function takeOver(device: Device, overtaken: readonly KeptLesson[]): Promise<string[]> {
  const orphans: string[] = [];
  for (const now of overtaken) {
    const gone = await replaceKept(device, now, (rows) =>
      rows.map((row) => (row.lessonId === now.lessonId ? { ...row, ...factsOf(now) } : row)),
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
