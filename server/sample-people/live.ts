// Lets somebody live through their part of the story: by the verbs that devices call, each at its time. An operation that was done before a
// stop gets its answer again, and changes nothing.
import { and, eq, isNull } from 'drizzle-orm';
import { addDays } from '#sync/contract/due.ts';
import { needsPassedAttempt } from '#sync/contract/lesson.ts';
import { isVisibleLesson } from '../catalog/facts.ts';
import { type Db, pick, run } from '../db/client.ts';
import type { Sender } from '../learning/apply-once.ts';
import { enrollInCourse, rateCourse } from '../learning/enroll-and-rate.ts';
import { openEnrolling, saveEnrollment } from '../learning/enrollments.ts';
import { readQuestions, type StoredQuestion } from '../learning/open-quiz.ts';
import { recordUnitChange } from '../learning/record-unit-change.ts';
import { startRound } from '../learning/rounds.ts';
import { submitQuiz } from '../learning/submit-quiz.ts';
import { chance, MISLEADING, REFLECTIONS, sampleId } from './cast.ts';
import { type CourseKey, isOff, type Resident, type Stint } from './story.ts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

/** Where the story happens, and when it was begun. */
export interface Stage {
  db: Db;
  now: Date;
  organizationId: string;
  /** Who enrolls people. */
  adminId: string;
  courses: ReadonlyMap<CourseKey, SampleCourse>;
}

/** What learners see of a course, in its order. */
export interface SampleCourse {
  id: number;
  lessons: { id: number; isCapstone: boolean; questions: StoredQuestion[] }[];
}

export function readSampleCourse(db: Db, id: number): Promise<SampleCourse> {
  const { lessons, courses } = db.tables;
  return db.transact(function* (tx) {
    const rows = yield* run(
      tx
        .select({ id: lessons.id, ...pick(lessons, 'title', 'kind'), videoUrl: lessons.assetId })
        .from(lessons)
        .innerJoin(courses, eq(courses.id, lessons.courseId))
        .where(and(eq(lessons.courseId, id), isNull(lessons.retiredAt), isVisibleLesson(db.tables)))
        .orderBy(lessons.orderIndex),
    );
    const shown = [];
    for (const row of rows) {
      const { id, title } = row;
      const questions = needsPassedAttempt(row) ? yield* readQuestions(tx, id) : [];
      shown.push({ id, isCapstone: title.startsWith('Capstone'), questions });
    }
    return { id, lessons: shown };
  });
}

/** A moment so many days ago; today's are over. */
export function momentOf(now: Date, daysAgo: number, hour: number): Date {
  const midnight = now.getTime() - (now.getTime() % DAY_MS) - daysAgo * DAY_MS;
  return new Date(Math.min(midnight + hour * HOUR_MS, now.getTime() - 2 * MINUTE_MS));
}

/** Everything that one person did, in the order of the courses in which they did it. */
export async function live(stage: Stage, person: Resident): Promise<void> {
  for (const stint of person.stints.toSorted((a, b) => b.enrolled - a.enrolled)) {
    const course = stage.courses.get(stint.course);
    if (course) await take(stage, person, { stint, course });
  }
}

async function take(stage: Stage, person: Resident, { stint, course }: { stint: Stint; course: SampleCourse }) {
  const { db, now } = stage;
  const { id, isOrgAdmin } = person;
  const luck = (what: string) => chance(`${person.fullName}/${stint.course}/${stint.round}/${what}`);
  const actor = { id, organizationId: stage.organizationId, isOrgAdmin, isSuperAdmin: false };
  const sent = (what: string, at: Date): Sender => ({
    person: actor,
    key: sampleId(`${id}/${stint.course}/${stint.round}/${what}`),
    dataEpoch: undefined,
    lastOp: undefined,
    workedAt: at,
    now: at,
  });
  const enrolledAt = momentOf(now, stint.enrolled, 6.5);
  if (stint.due === undefined) await enrollInCourse(db, sent('enroll', enrolledAt), course.id);
  else await assign(stage, { userId: id, stint, course, at: enrolledAt });
  const { round } = stint;
  const answer = async (place: number, tries: { count: number; passes: boolean; from: Date }) => {
    const lesson = course.lessons[place];
    for (let n = 0; lesson && n < tries.count; n += 1) {
      const isPassed = tries.passes && n === tries.count - 1;
      const at = new Date(tries.from.getTime() + n * 9 * MINUTE_MS);
      const answers = answersOf(lesson.questions, { isPassed, place, stint, luck: luck(`answer ${place} ${n}`) });
      const durationMs = Math.round((40 + luck(`time ${place} ${n}`) * 150) * 1000);
      const submission = { answers, durationMs, round };
      await submitQuiz(db, sent(`quiz ${place} ${n}`, at), { lessonId: lesson.id, submission });
    }
  };
  let last = enrolledAt;
  for (const [place, lesson] of course.lessons.slice(0, stint.lessons).entries()) {
    const at = timeOf(place, { stint, now, last, luck: luck(`hour ${place}`) });
    const fails = stint.fails(place);
    if (lesson.questions.length > 0) await answer(place, { count: fails + 1, passes: true, from: at });
    else {
      const reflection = lesson.isCapstone ? REFLECTIONS[Math.floor(luck('capstone') * REFLECTIONS.length)] : undefined;
      const change = { lessonId: lesson.id, status: 'completed' as const, round, ...(reflection && { reflection }) };
      await recordUnitChange(db, sent(`lesson ${place}`, at), change);
    }
    last = new Date(at.getTime() + fails * 9 * MINUTE_MS);
  }
  const { stuck, stars } = stint;
  if (stuck) {
    const from = momentOf(now, stuck.daysAgo, 15);
    const isAfter = stuck.daysAgo === stint.ended && from < last;
    await answer(stuck.place, { count: stuck.tries, passes: false, from: isAfter ? last : from });
  }
  if (stars) await rateCourse(db, sent('rating', last), { courseId: course.id, rating: { stars } });
}

/** The lessons come evenly from the enrollment to the last day, in working hours, one after the other. */
function timeOf(
  place: number,
  { stint, now, last, luck }: { stint: Stint; now: Date; last: Date; luck: number },
): Date {
  const { enrolled, ended, lessons } = stint;
  const isLast = place === lessons - 1;
  const day = Math.round(enrolled - ((place + 1) / lessons) * (enrolled - ended));
  const wanted = momentOf(now, day, isLast && stint.hour ? stint.hour : 7 + luck * 8);
  const soonest = last.getTime() + 4 * MINUTE_MS;
  const at = new Date(Math.max(wanted.getTime(), soonest));
  // What falls on a free day was done on the working day before it.
  while (!isLast && isOff(at) && at.getTime() - DAY_MS > soonest) at.setTime(at.getTime() - DAY_MS);
  return new Date(Math.min(at.getTime(), now.getTime() - MINUTE_MS));
}

interface Assignment {
  userId: string;
  stint: Stint;
  course: SampleCourse;
  at: Date;
}

/** Enrolls them by hand, or begins their next round; once. */
function assign({ db, now, adminId }: Stage, { userId, stint, course, at }: Assignment): Promise<void> {
  const { courseProgress } = db.tables;
  const courseId = course.id;
  const dueOn = addDays(now.toISOString().slice(0, 10), stint.due ?? 0);
  return db.transact(function* (tx) {
    const isTheirs = and(eq(courseProgress.userId, userId), eq(courseProgress.courseId, courseId));
    const [known] = yield* run(tx.select({ round: courseProgress.round }).from(courseProgress).where(isTheirs));
    if (known && known.round >= stint.round) return;
    const enrollment = { isAssigned: true, enrolledBy: adminId, dueOn } as const;
    if (known) yield* startRound(tx, { userId, courseId, at, enrollment });
    else {
      const enrolling = yield* openEnrolling(tx, courseId);
      yield* saveEnrollment(tx, enrolling, { userId, enrolledBy: adminId, now: at, dueOn });
    }
  }, userId);
}

interface Answering {
  isPassed: boolean;
  place: number;
  stint: Stint;
  luck: number;
}

/** All right; or one question wrong, in the misleading quiz always the same. */
function answersOf(questions: readonly StoredQuestion[], { isPassed, place, stint, luck }: Answering) {
  const isMisleading = stint.course === 'ladders' && place === MISLEADING.lesson - 1;
  const wrongAt = isMisleading ? MISLEADING.question - 1 : Math.floor(luck * questions.length);
  return Object.fromEntries(
    questions.map(({ id, questionType, answers }, at) => {
      const right = answers.filter(({ isCorrect }) => isCorrect).map((one) => one.id);
      const wrong = answers.filter(({ isCorrect }) => !isCorrect);
      // Whoever is misled is not always sure of the first question either.
      const isWrong = !isPassed && (at === wrongAt || (isMisleading && at === 0 && luck < 0.3));
      const taken =
        wrong.find(({ answerText }) => answerText === MISLEADING.answer) ?? wrong[Math.floor(luck * wrong.length)];
      if (!isWrong || !taken)
        return [String(id), questionType === 'multiple_choice' ? right.map(String) : String(right[0])];
      return [String(id), questionType === 'multiple_choice' ? [...right, taken.id].map(String) : String(taken.id)];
    }),
  );
}
