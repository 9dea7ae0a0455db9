// Pulls the server's state into the replica: catalog, courses, lessons, quizzes and progress (Y25). Read-only.

import type { z } from 'zod/mini';
import { CertificateList } from '../contract/certificate.ts';
import { Course, CourseList } from '../contract/course.ts';
import { PAGE_ROWS_LIMIT } from '../contract/fields.ts';
import { Lesson, LessonList } from '../contract/lesson.ts';
import { EnhancedProgress } from '../contract/progress.ts';
import { Quiz } from '../contract/quiz.ts';
import { RefusalBody } from '../contract/refusal.ts';
import { adoptEpoch, classifyEpoch, historyHeaders, historyOf, type KnownHistory } from '../outbox/epoch.ts';
import { mayUnblock } from '../outbox/outbox.ts';
import type { EnginePorts } from '../ports.ts';
import { answersUs } from '../reach.ts';
import type { Entry } from '../store/entry.ts';
import type { Meta, PausedReason, Store } from '../store/store.ts';
import { languagesRead } from '../store/wording.ts';
import type { FlushContext } from './flush.ts';

/** The result of a pull; 'offline' is anything that did not come from our server while it cannot be reached. */
export type PullOutcome =
  | { kind: 'fresh' }
  | { kind: 'offline' }
  /**
   * `status` is 0 when this answer did not arrive although the server can be reached. `part` names the part of a course
   * that was refused; without it, the requested resource was.
   */
  | { kind: 'refused'; status: number; code: string; message: string; part?: 'lessons' | 'progress' }
  | { kind: 'paused'; reason: PausedReason };

/** `prefix` is '/api' for a person, '/api/public' for a visitor. */
export type PullContext = FlushContext & {
  prefix: string;
  ports: Pick<EnginePorts, 'transport'>;
  /** Called when work is queued again that the server has forgotten (Y20). */
  onRequeued?: (() => void) | undefined;
};

type PullResponse<T> = { kind: 'fresh'; body: T } | Exclude<PullOutcome, { kind: 'fresh' }>;

type PullOptions<T> = { shape: z.ZodMiniType<T>; headers?: Record<string, string> };

/** True when the same pull may get another answer soon; a refusal stays one. */
export const mayPass = ({ kind, status = 200, code }: { kind: string; status?: number; code?: string }): boolean =>
  kind === 'offline' ||
  (kind === 'refused' && (status === 0 || status === 429 || status >= 500 || code === UNREADABLE.code));

async function get<T>(
  { call, store, ports }: PullContext,
  path: string,
  { shape, headers }: PullOptions<T>,
): Promise<PullResponse<T>> {
  const { languages } = await store.change({}, ({ meta }) => ({ entries: [], languages: languagesRead(meta) }));
  const read: Record<string, string> = languages.length > 0 ? { 'Accept-Language': languages.join(',') } : {};
  const response = await call.send({ method: 'GET', path, headers: { ...headers, ...read } });
  if (response.kind === 'paused') return response;
  // A person who signed out meanwhile left only work on this device (Y23); a late response must not bring content back.
  const who = await call.identify();
  if (who.kind === 'paused') return who;
  if (response.kind !== 'response' || !response.marked)
    return (await checkReachable({ ports, store })) ? { ...NOT_ARRIVED } : { kind: 'offline' };
  await saveReachable(store, true);
  if (response.status === 200) {
    const parsed = shape.safeParse(response.body);
    if (parsed.success) return { kind: 'fresh', body: parsed.data };
    // Whole, and with values that this app does not know: the server is of a later release.
    if (typeof response.body === 'object' && response.body !== null) return { ...NEEDS_NEWER_APP };
  }
  const refusal = RefusalBody.safeParse(response.body);
  const { code, message } = refusal.success ? refusal.data : UNREADABLE;
  return { kind: 'refused', status: response.status, code, message };
}

const UNREADABLE = { code: 'unreadable', message: 'The server answered in a way this app does not understand.' };
const NEEDS_NEWER_APP = {
  kind: 'refused',
  status: 200,
  code: 'needs_newer_app',
  message: 'This needs the newer version of the app.',
} as const;
/** A network may let small answers pass and break large ones. */
const NOT_ARRIVED = {
  kind: 'refused',
  status: 0,
  code: 'not_arrived',
  message: 'The answer did not arrive. It will be requested again.',
} as const;

/** Pulls report the connection too, because a person who only reads never flushes (R-O9). */
function saveReachable(store: Store, reachable: boolean) {
  return store.change({}, ({ meta }) => (meta.reachable === reachable ? {} : { meta: { reachable } }));
}

/**
 * Checks the connection for a screen that shows it, and after any call without an answer: one call that fails does not
 * make the server unreachable (Y18c). Without a sign-in, so it says nothing about the session.
 */
export async function checkReachable({
  ports,
  store,
}: {
  ports: Pick<EnginePorts, 'transport'>;
  store: Store;
}): Promise<boolean> {
  const isReachable = await answersUs(ports.transport);
  await saveReachable(store, isReachable);
  return isReachable;
}

/** Pulls all courses that the person may see; courses that are gone leave the replica. */
export async function pullCatalog(context: PullContext): Promise<PullOutcome> {
  const catalog: Course[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const after: string = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const page: PullResponse<CourseList> = await get(
      context,
      `${context.prefix}/courses?limit=${PAGE_ROWS_LIMIT}${after}`,
      {
        shape: CourseList,
      },
    );
    if (page.kind !== 'fresh') return page;
    catalog.push(...page.body.courses);
    cursor = page.body.nextCursor;
  }
  await context.store.saveContent({ catalog });
  return { kind: 'fresh' };
}

/** Y25c: the server shows it no longer to this person. An address that no server of ours knows is not this. */
const isGone = (response: PullResponse<unknown>) =>
  response.kind === 'refused' && ['access_ended', 'course_not_found', 'lesson_not_found'].includes(response.code);

/** Pulls one course, its lessons and, for a signed-in person, their progress. */
export async function pullCourse(context: PullContext, courseId: number): Promise<PullOutcome> {
  const path = `${context.prefix}/courses/${courseId}`;
  const [course, lessons] = await Promise.all([
    get(context, path, { shape: Course }),
    get(context, `${path}/lessons`, { shape: LessonList }),
  ]);
  if (isGone(course)) await context.store.saveContent({ goneCourse: courseId });
  if (course.kind !== 'fresh') return course;
  if (lessons.kind !== 'fresh') {
    await context.store.saveContent({ course: course.body });
    return partOf('lessons', lessons);
  }
  await context.store.saveContent({ course: course.body, lessonsOf: { courseId, lessons: lessons.body.lessons } });
  await unblockCourse(context, courseId);
  return context.prefix === '/api' ? partOf('progress', await pullProgress(context, courseId)) : { kind: 'fresh' };
}

/**
 * Y17c: work that was refused because its course, lesson or right was missing is tried again once the course can be
 * read.
 */
async function unblockCourse({ store, rules, ports }: PullContext, courseId: number): Promise<void> {
  const isHeld = ({ courseId: about, lastError }: Entry) => about === courseId && lastError && mayUnblock(lastError);
  await store.change({ states: ['blocked'] }, ({ entries }) => ({
    entries: rules.makeDue(entries.filter(isHeld), new Date(ports.clock.now()).toISOString()),
  }));
}

function partOf(part: 'lessons' | 'progress', outcome: PullOutcome): PullOutcome {
  return outcome.kind === 'refused' ? { ...outcome, part } : outcome;
}

export async function pullLesson(context: PullContext, lessonId: number): Promise<PullOutcome> {
  const lesson = await get(context, `${context.prefix}/lessons/${lessonId}`, { shape: Lesson });
  if (isGone(lesson)) await context.store.saveContent({ goneLesson: lessonId });
  if (lesson.kind !== 'fresh') return lesson;
  await context.store.saveContent({ lesson: lesson.body });
  return { kind: 'fresh' };
}

export async function pullQuiz(context: PullContext, lessonId: number): Promise<PullOutcome> {
  const quiz = await get(context, `/api/lessons/${lessonId}/quiz`, { shape: Quiz });
  if (quiz.kind !== 'fresh') return quiz;
  await context.store.saveContent({ quiz: quiz.body });
  return { kind: 'fresh' };
}

/** Pulls all certificates of the person, including those of deleted courses. */
export async function pullCertificates(context: PullContext): Promise<PullOutcome> {
  const pulled = await get(context, '/api/certificates', { shape: CertificateList });
  if (pulled.kind !== 'fresh') return pulled;
  await context.store.saveContent(pulled.body);
  return { kind: 'fresh' };
}

/** Y25b: pulls the person's units in one course, and its certificate. An older revision never replaces a newer one. */
export async function pullProgress(context: PullContext, courseId: number): Promise<PullOutcome> {
  const { store, ports } = context;
  const history = await readHistory(context);
  const pulled = await get(context, `/api/progress/enhanced/${courseId}`, {
    shape: EnhancedProgress,
    headers: historyHeaders({ ...history, epoch: null }, ports.clock.now()),
  });
  const startOver = async (epoch: string | null) => {
    await adoptEpoch(context, history, epoch);
    context.onRequeued?.();
  };
  if (pulled.kind === 'refused' && pulled.code === 'operation_forgotten') await startOver(history.epoch);
  if (pulled.kind !== 'fresh') return pulled;
  const { unitProgress, certificate, regraded, dataEpoch, round } = pulled.body;
  const applyUnits = () =>
    store.change({ lessons: unitProgress.map((unit) => unit.lessonId) }, ({ units, meta }) => {
      const epochStatus = classifyEpoch(meta, { history, responseEpoch: dataEpoch });
      if (epochStatus !== 'current') return { epochStatus };
      const newer = unitProgress.filter((unit) => unit.rev >= (units.get(unit.lessonId)?.rev ?? 0));
      const lastPullAt = new Date(ports.clock.now()).toISOString();
      return { epochStatus, units: newer, meta: { dataEpoch, lastPullAt, ...withRound(meta, courseId, round) } };
    });
  let { epochStatus } = await applyUnits();
  if (epochStatus === 'new') {
    await startOver(dataEpoch);
    ({ epochStatus } = await applyUnits());
  }
  if (certificate && epochStatus === 'current') {
    await store.saveContent({ certificate: { ...certificate, courseId, ...(round > 1 && { round }) } });
  }
  if (regraded && epochStatus === 'current') {
    await store.saveContent({ regraded: { attempts: regraded, at: new Date(ports.clock.now()).toISOString() } });
  }
  return { kind: 'fresh' };
}

/** Y31: a late response never takes a course back to an earlier round. */
function withRound({ courseRounds }: Meta, courseId: number, round: number): Partial<Meta> {
  return round > (courseRounds[courseId] ?? 0) ? { courseRounds: { ...courseRounds, [courseId]: round } } : {};
}

async function readHistory({ store }: PullContext): Promise<KnownHistory> {
  const { history } = await store.change({}, ({ meta }) => ({ entries: [], history: historyOf(meta) }));
  return history;
}
