// What screens read from a replica. Each function may run inside a live query.
import type { OwnCertificate } from '../contract/certificate.ts';
import type { Course } from '../contract/course.ts';
import { percentDone } from '../contract/fields.ts';
import type { Lesson } from '../contract/lesson.ts';
import { type CourseProgress, courseTotals, type Unit } from '../contract/progress.ts';
import { type Entry, isPending, overlay } from './entry.ts';
import { type CourseToContinue, coursesToContinue } from './next-lesson.ts';
import {
  allPending,
  type Draft,
  type DraftContent,
  inState,
  pendingOf,
  type Replica,
  readMeta,
  VISITOR,
} from './replica.ts';
import type { Meta, PausedReason, QuizResult } from './store.ts';
import { courseIn, lessonIn, type ShownLesson, type Wording } from './wording.ts';

/**
 * A lesson as its learner sees it. `waiting`: it has work that will be sent, which a visitor's is not; `lastSeq` is the seq
 * of the newest pending entry, else 0; `isAnswered`: the last of it are a quiz's answers, graded when they are sent.
 */
export type LessonState = {
  lesson: ShownLesson;
  unit: Unit;
  waiting: boolean;
  lastSeq: number;
  isAnswered?: boolean;
  /** The language of its words, in a course of several. */
  wording?: Wording;
};
export type CourseState = {
  course: Course;
  wording?: Wording;
  /** Sorted by orderIndex. */
  lessons: LessonState[];
  totals: Pick<CourseProgress, 'percentComplete' | 'pointsEarned' | 'totalPoints'>;
  /** The person's own rating, sent or not; `stars` is null before the first. */
  ownRating: { stars: number | null; waiting: boolean };
};

/**
 * What the home page shows: the courses on the device, and where to continue, the latest first. `isLongQueue`: reading it
 * was expensive.
 */
export type HomeState = {
  courses: Course[];
  toContinue: CourseToContinue<LessonState>[];
  /** The courses of which this device has some lessons. */
  opened: ReadonlySet<number>;
  isLongQueue: boolean;
};

/** The state of a person's queue. Times are ISO 8601. */
export type SyncStatus = {
  waiting: number;
  sending: number;
  attention: number;
  oldestUnsentAt: string | null;
  lastSyncAt: string | null;
  pausedReason: PausedReason | null;
  /** Whether the last contact reached our server; null before the first. */
  reachable: boolean | null;
};

/** The longest list on the sync status page. */
export const LIST_LIMIT = 200;
/** Up to this many pending entries are read one by one; a longer queue is counted, and read by subject (Y28c). */
export const SHORT_QUEUE_LIMIT = 500;

/** Of a course with all its lessons here, what is completed. Lessons opened one by one are not the whole course: the server knows of more. */
function percentOf(course: Course, lessons: LessonState[]): number {
  if (isComplete({ course, lessons })) return totalsOf(lessons).percentComplete;
  const here = lessons.filter(({ unit }) => unit.status === 'completed').length;
  return Math.max(course.percentComplete ?? 0, percentDone(here, course.lessonCount));
}

/** All courses on the device; `percentComplete` includes pending work when all lessons of the course are known. */
export async function readCatalog(replica: Replica): Promise<Course[]> {
  return (await readHome(replica)).courses;
}

/** The catalog as in `readCatalog`, and the courses to continue. */
export async function readHome(replica: Replica): Promise<HomeState> {
  const [stored, lessons, units, pending, meta] = await Promise.all([
    replica.courses.toArray(),
    replica.lessons.toArray(),
    replica.units.toArray(),
    readPending(replica),
    readMeta(replica),
  ]);
  const read = { units, pending, meta, courses: stored };
  const byCourse = groupBy(stateOf(replica, lessons, read), ({ lesson }) => lesson.courseId);
  const known = stored.map((row) => {
    const { course } = courseIn(meta, row);
    const lessons = inCourseOrder(byCourse.get(course.id) ?? []);
    if (lessons.length === 0) return { course, lessons };
    return { course: { ...course, percentComplete: percentOf(course, lessons) }, lessons };
  });
  const isLongQueue = pending.length > SHORT_QUEUE_LIMIT;
  return {
    courses: known.map(({ course }) => course),
    toContinue: coursesToContinue(known),
    opened: new Set(byCourse.keys()),
    isLongQueue,
  };
}

/** One course with its lessons and progress; undefined when the course is not on the device. */
export async function readCourse(replica: Replica, courseId: number): Promise<CourseState | undefined> {
  const reading = replica.lessons.where('courseId').equals(courseId).toArray();
  const [row, lessons, units, pending, meta] = await Promise.all([
    replica.courses.get(courseId),
    reading,
    reading.then((lessons) => readUnits(replica, lessons)),
    reading.then((lessons) => readPendingIn(replica, courseId, lessons)),
    readMeta(replica),
  ]);
  if (!row) return undefined;
  const states = inCourseOrder(stateOf(replica, lessons, { units, pending, meta, courses: [row] }));
  const { course, wording } = courseIn(meta, row);
  return {
    course,
    ...(wording && { wording }),
    lessons: states,
    totals: { ...totalsOf(states), percentComplete: percentOf(course, states) },
    ownRating: ratingOf(course, pending),
  };
}

/**
 * False while only some of a course's lessons are on the device: their percentage, number and last lesson are not the
 * course's.
 */
export const isComplete = ({ course, lessons }: Pick<CourseState, 'course' | 'lessons'>): boolean =>
  lessons.length > 0 && lessons.length >= course.lessonCount;

/** One lesson with its progress; undefined when it is not on the device. */
export async function readLesson(replica: Replica, lessonId: number): Promise<LessonState | undefined> {
  const reading = replica.lessons.get(lessonId);
  const [lesson, course, unit, rows, meta] = await Promise.all([
    reading,
    reading.then((lesson) => lesson && replica.courses.get(lesson.courseId)),
    replica.units.get(lessonId),
    pendingOf(replica, `lesson:${lessonId}`),
    readMeta(replica),
  ]);
  const courses = course ? [course] : [];
  return lesson && stateOf(replica, [lesson], { units: [unit], pending: inRecordedOrder(rows), meta, courses })[0];
}

/**
 * A course's present round, and what is on the device: the newest certificate of it and of a round before it (Y31d), one that counts
 * before a revoked one, and the one of this serial.
 */
export async function readCertificatesOf(replica: Replica, courseId: number, serial?: string | null) {
  const [found, { courseRounds }] = await Promise.all([
    replica.certificates.where('courseId').equals(courseId).toArray(),
    readMeta(replica),
  ]);
  const present = courseRounds[courseId] ?? 1;
  const isOfPresent = (one: OwnCertificate) => (one.round ?? 1) >= present;
  const newest = (some: OwnCertificate[]) => newestFirst(some).find(({ revokedAt }) => !revokedAt) ?? some[0];
  return {
    round: present,
    present: newest(found.filter(isOfPresent)),
    earlier: newest(found.filter((certificate) => !isOfPresent(certificate))),
    named: found.find((certificate) => certificate.serial === serial),
  };
}

/** All certificates on the device, newest first. */
export async function readCertificates(replica: Replica): Promise<OwnCertificate[]> {
  return newestFirst(await replica.certificates.toArray());
}

const newestFirst = (all: OwnCertificate[]) =>
  all.sort((a, b) => b.issuedAt.localeCompare(a.issuedAt) || a.serial.localeCompare(b.serial));

/** The newest graded submission made on this device for a lesson in the present round; undefined before the first. */
export async function readQuizResult(replica: Replica, lessonId: number): Promise<QuizResult | undefined> {
  const [results, unit] = await Promise.all([
    replica.quizResults.where('lessonId').equals(lessonId).sortBy('at'),
    replica.units.get(lessonId),
  ]);
  return results.findLast(({ round = 1 }) => round >= (unit?.round ?? 1));
}

/**
 * Counts and times for the sync badge and page; all work is sent when all three counts are 0 (Y28). `waiting` and
 * `sending` count lessons and courses, not entries: a video watched offline is one change, however often its player
 * reported. In a long queue the entries are counted instead.
 */
export async function readSyncStatus(replica: Replica): Promise<SyncStatus> {
  const [{ lastSyncAt, pausedReason, reachable }, queue, attention, blocked] = await Promise.all([
    readMeta(replica),
    readQueue(replica),
    inState(replica, 'blocked').count(),
    inState(replica, 'blocked').first(),
  ]);
  const { waiting, sending, firsts: oldest } = queue;
  const oldestUnsentAt = [...oldest, blocked].flatMap((entry) => entry?.createdAt ?? []).sort()[0] ?? null;
  return { waiting, sending, attention, oldestUnsentAt, lastSyncAt, pausedReason, reachable };
}

async function readQueue(replica: Replica) {
  const pending = await readShortQueue(replica);
  if (pending) {
    const subjects = (entries: Entry[]) => new Set(entries.map((entry) => entry.subject)).size;
    const sending = subjects(pending.filter((entry) => entry.state === 'sending'));
    return { sending, waiting: subjects(pending) - sending, firsts: pending.slice(0, 1) };
  }
  const [sending, waiting, ...oldest] = await Promise.all([
    inState(replica, 'sending').count(),
    inState(replica, 'queued').count(),
    inState(replica, 'sending').first(),
    inState(replica, 'queued').first(),
  ]);
  return { sending, waiting, firsts: oldest };
}

/**
 * The lists of the sync status page, at most 200 entries each: waiting and attention in the order of recording, sent
 * newest first.
 */
export async function readEntries(replica: Replica): Promise<{ waiting: Entry[]; attention: Entry[]; sent: Entry[] }> {
  const first = (state: Entry['state']) => inState(replica, state).limit(LIST_LIMIT).toArray();
  const [sending, queued, attention, sent] = await Promise.all([
    first('sending'),
    first('queued'),
    first('blocked'),
    inState(replica, 'done').reverse().limit(LIST_LIMIT).toArray(),
  ]);
  const waiting = inRecordedOrder([...sending, ...queued]).slice(0, LIST_LIMIT);
  return { waiting, attention, sent };
}

/** The entries between two seqs (inclusive), in the order of recording. */
export async function readEntriesFrom(replica: Replica, first: number, last: number): Promise<Entry[]> {
  return replica.outbox.where('seq').between(first, last, true, true).toArray();
}

/** The draft of a lesson: chosen quiz answers or an unfinished reflection. */
export async function readDraft(replica: Replica, lessonId: number): Promise<Draft | undefined> {
  return replica.drafts.get(lessonId);
}

/** Saves a draft; submitting it (an intent with answers or a reflection) deletes it. */
export async function writeDraft(replica: Replica, lessonId: number, draft: DraftContent): Promise<void> {
  const row = { ...draft, lessonId, savedAt: new Date().toISOString() };
  await replica.withWatchdog(() => replica.drafts.put(row));
}

/** When answers or a reflection were last submitted for the lesson (ISO 8601); undefined for never, or long ago. */
export async function lastSubmittedAt(replica: Replica, lessonId: number): Promise<string | undefined> {
  const entries = await replica.outbox.where('subject').equals(`lesson:${lessonId}`).toArray();
  const submissions = entries.filter(
    ({ kind, body }) => kind === 'quiz' || (kind === 'unit' && body.reflection !== undefined),
  );
  return submissions
    .map(({ createdAt }) => createdAt)
    .sort()
    .at(-1);
}

/** The refused ratings of a course that the person has not decided about, oldest first. */
export async function readRefusedRatings(replica: Replica, courseId: number): Promise<Entry[]> {
  const blocked = await inState(replica, 'blocked').toArray();
  return inRecordedOrder(blocked.filter((entry) => entry.kind === 'rating' && entry.courseId === courseId));
}

/** One range read: a course's lessons have neighboring ids, and reading each one costs more than a few extra rows. */
async function readUnits(replica: Replica, lessons: Lesson[]): Promise<Unit[]> {
  const ids = lessons.map(({ id }) => id);
  return replica.units
    .where('lessonId')
    .between(Math.min(...ids), Math.max(...ids), true, true)
    .toArray();
}

async function readPending(replica: Replica): Promise<Entry[]> {
  return inRecordedOrder(await allPending(replica).toArray());
}

/** Everything pending; undefined for a long queue. */
async function readShortQueue(replica: Replica): Promise<Entry[] | undefined> {
  const rows = await allPending(replica)
    .limit(SHORT_QUEUE_LIMIT + 1)
    .toArray();
  return rows.length > SHORT_QUEUE_LIMIT ? undefined : inRecordedOrder(rows);
}

/** What is pending in one course, without reading the rest of a long queue. */
async function readPendingIn(replica: Replica, courseId: number, lessons: Lesson[]): Promise<Entry[]> {
  const subjects = [`course:${courseId}`, ...lessons.map(({ id }) => `lesson:${id}`)];
  const bySubject = () => Promise.all(subjects.map((subject) => pendingOf(replica, subject)));
  return (await readShortQueue(replica)) ?? inRecordedOrder((await bySubject()).flat());
}

const inRecordedOrder = (rows: Entry[]) => rows.sort((a, b) => a.seq - b.seq);

type LocalWork = { units: (Unit | undefined)[]; pending: Entry[]; meta: Meta; courses: Course[] };

function stateOf({ userId }: Replica, lessons: Lesson[], { units, pending, meta, courses }: LocalWork): LessonState[] {
  const snapshots = new Map(units.flatMap((unit) => (unit ? [[unit.lessonId, unit]] : [])));
  const bySubject = groupBy(pending.filter(isPending), (entry) => entry.subject);
  const byId = new Map(courses.map((course) => [course.id, course]));
  return lessons.map((lesson) => {
    const own = bySubject.get(`lesson:${lesson.id}`) ?? [];
    const unit = overlay(snapshots.get(lesson.id), lesson.id, own);
    const last = own.at(-1);
    const waiting = last !== undefined && userId !== VISITOR;
    return {
      ...lessonIn(meta, lesson, byId.get(lesson.courseId)),
      unit,
      waiting,
      lastSeq: last?.seq ?? 0,
      ...(waiting && last.kind === 'quiz' && { isAnswered: true }),
    };
  });
}

const inCourseOrder = (states: LessonState[]) => states.sort((a, b) => a.lesson.orderIndex - b.lesson.orderIndex);

function ratingOf({ id, ownStars }: Course, pending: Entry[]): CourseState['ownRating'] {
  const waiting = pending.findLast((entry) => entry.kind === 'rating' && entry.courseId === id);
  if (waiting?.kind === 'rating') return { stars: waiting.body.stars, waiting: true };
  return { stars: ownStars ?? null, waiting: false };
}

function totalsOf(states: LessonState[]): CourseState['totals'] {
  const completed = new Set(states.filter(({ unit }) => unit.status === 'completed').map(({ lesson }) => lesson.id));
  return courseTotals(
    states.map(({ lesson }) => lesson),
    (lessonId) => completed.has(lessonId),
  );
}

/** Map.groupBy, which browsers on older tablets lack. */
function groupBy<T, K>(all: T[], keyOf: (one: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const one of all) {
    const key = keyOf(one);
    const group = groups.get(key);
    if (group) group.push(one);
    else groups.set(key, [one]);
  }
  return groups;
}
