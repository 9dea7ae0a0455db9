// What is kept follows what it is kept of: an author gives a lesson another film, other pictures or other captions, the
// replica learns of it with the next look at the course, and from then on the new ones are what the lesson needs (V5).
import type { Device } from '../device.ts';
import { replaceKept } from './books.ts';
import type { Words } from './fetch-content.ts';
import type { KeptLesson } from './ledger.ts';
import { asKept } from './wishes.ts';

type Replica = Words['replica'];

/** A person's kept lessons that are something else by now, as they are now; may stand inside a live query. */
export async function findOvertaken(device: Device, replica: Replica, userId: string): Promise<KeptLesson[]> {
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
