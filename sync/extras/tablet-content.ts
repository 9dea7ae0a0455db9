// The courses of an enrolled tablet (Y33): kept here without anybody signed in, and given to its people without a network.
import type { RosterPerson, TabletCourses } from '../contract/enrolled-tablet.ts';
import { keepLessons, remove } from '../downloads/download-requests.ts';
import { isHere } from '../downloads/download-status.ts';
import { readLedger, replaceKept } from '../downloads/downloads-db.ts';
import type { MediaCache } from '../downloads/media-cache.ts';
import type { EnginePorts } from '../ports.ts';
import { openRemoteSync } from '../remote/remote-sync.ts';
import type { Device } from '../store/device.ts';
import { Replica, readMeta, tabletReplica } from '../store/replica.ts';
import { changeEnrolled, readEnrolled, readRoster } from './enrolled-tablet.ts';

/** Pulls content as the tablet itself; `close` its database when nothing is pulled any more. */
export function openTabletContent(tabletId: string, ports: EnginePorts) {
  const userId = tabletReplica(tabletId);
  const replica = new Replica(userId);
  const { pullCourse, pullQuiz } = openRemoteSync({ userId, ports, store: replica });
  return { userId, replica, puller: { pullCourse, pullQuiz, replica } };
}

/** Follows the list of the tablet's courses: keeps new ones, has changed ones pulled again, and removes what it no longer names. */
export async function followCourses(
  device: Device,
  cache: MediaCache,
  { courses }: TabletCourses,
  { etag, now }: { etag: string | null; now: number },
): Promise<void> {
  const enrolled = await readEnrolled(device);
  if (!enrolled) return;
  const userId = tabletReplica(enrolled.tablet.id);
  await keepLanguages(device, userId);
  const wanted = new Map(courses.map(({ id, version }) => [id, version]));
  for (const id of Object.keys(enrolled.courses).map(Number)) {
    if (!wanted.has(id)) await remove(device, cache, { userId, courseId: id });
  }
  for (const [index, { id, version }] of courses.entries()) {
    if (enrolled.courses[id] === version) continue;
    // The whole course again, and its lessons that are here stay as they are until it has come.
    await keepLessons(device, userId, { courseId: id, course: undefined, lessons: [] }, now + index);
    await device.keptLessons
      .where('[userId+courseId]')
      .equals([userId, id])
      .modify((kept) => {
        kept.checkedAt = null;
      });
  }
  await changeEnrolled(device, { coursesEtag: etag, courses: Object.fromEntries(wanted) });
}

/** The words of all languages that its people read. */
async function keepLanguages(device: Device, userId: string): Promise<void> {
  const languages = [...new Set((await readRoster(device)).flatMap(({ language }) => language ?? []))];
  const replica = new Replica(userId);
  const courseLanguages = Object.fromEntries(languages.map((language, index) => [-1 - index, language]));
  await replica.change({}, () => ({ meta: { courseLanguages } })).finally(() => replica.close());
}

/** How many lessons are wholly here, of how many; and in how many courses. */
export async function countTabletLessons(device: Device, tabletId: string) {
  const { kept, downloads } = await readLedger(device, tabletReplica(tabletId));
  const here = kept.filter((one) => one.lessonId > 0 && isHere(one, downloads));
  return {
    lessonsHere: here.length,
    lessonsWanted: kept.filter(({ lessonId }) => lessonId > 0).length,
    courses: new Set(kept.map(({ courseId }) => courseId)).size,
    coursesHere:
      new Set(kept.map(({ courseId }) => courseId)).size -
      new Set(kept.filter((one) => !here.includes(one)).map(({ courseId }) => courseId)).size,
  };
}

/**
 * Gives a person what the tablet has: their courses with lessons and quizzes, and the files of them. What their own device pulled later
 * stays. Works without a network.
 */
export async function seedPerson(device: Device, person: RosterPerson): Promise<void> {
  const enrolled = await readEnrolled(device);
  if (!enrolled) return;
  const ids = person.courses.map(({ id }) => id);
  const from = new Replica(tabletReplica(enrolled.tablet.id));
  const to = new Replica(person.id);
  try {
    const [courses, lessons] = await Promise.all([
      from.courses.bulkGet(ids),
      from.lessons.where('courseId').anyOf(ids).toArray(),
    ]);
    const quizzes = (await from.quizzes.bulkGet(lessons.map(({ id }) => id))).filter((quiz) => quiz !== undefined);
    const { lastPullAt } = await readMeta(to);
    await to.transaction('rw', [to.courses, to.lessons, to.quizzes], async () => {
      for (const course of courses) {
        if (!course) continue;
        const known = await to.courses.get(course.id);
        if (known && lastPullAt) continue;
        const own = person.courses.find(({ id }) => id === course.id);
        await to.courses.put({
          ...course,
          percentComplete: own?.percent ?? 0,
          ...(own?.dueOn && { dueOn: own.dueOn }),
          ...(own?.lastActivityAt && { lastActivityAt: own.lastActivityAt }),
        });
      }
      const known = lastPullAt ? new Set(await to.lessons.toCollection().primaryKeys()) : new Set<number>();
      const isNew = ({ id }: { id: number }) => !known.has(id);
      await to.lessons.bulkPut(lessons.filter(isNew));
      await to.quizzes.bulkPut(quizzes.filter(({ lessonId }) => !known.has(lessonId)));
    });
  } finally {
    from.close();
    to.close();
  }
  await grantFiles(device, tabletReplica(enrolled.tablet.id), person.id, ids);
}

/** What the tablet keeps of these courses, the person keeps as well. */
async function grantFiles(device: Device, tabletUser: string, userId: string, courseIds: readonly number[]) {
  for (const courseId of courseIds) {
    const ofTablet = await device.keptLessons.where('[userId+courseId]').equals([tabletUser, courseId]).toArray();
    const rows = ofTablet.filter(({ lessonId, checkedAt }) => lessonId > 0 && checkedAt !== null);
    await replaceKept(device, { userId, courseId }, (kept) => [
      ...kept,
      ...rows
        .filter(({ lessonId }) => !kept.some((one) => one.lessonId === lessonId))
        .map((row) => ({ ...row, userId })),
    ]);
  }
}
