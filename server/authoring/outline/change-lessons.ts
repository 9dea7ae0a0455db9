import { eq, sql } from 'drizzle-orm';
import type { LessonChange, LessonOrders, NewLesson } from '#sync/contract/authoring.ts';
import { groupLessons } from '#sync/contract/authoring.ts';
import { lessonKind, needsPassedAttempt } from '#sync/contract/lesson.ts';
import { Refusal } from '#sync/contract/refusal.ts';
import { courseOfLesson, type LessonRecord } from '../../catalog/editable.ts';
import { run, type Steps } from '../../db/client.ts';
import type { ActDeps, MediaDeps } from '../../deps.ts';
import type { AuditActor } from '../../http/audit-log.ts';
import { requireQuestions } from '../courses/change-course.ts';
import { deleteVideos, detachVideo } from '../media/detach-video.ts';
import { detachDocuments } from '../media/documents.ts';
import { readAdminLesson } from './admin-lessons.ts';
import { type Group, lastModuleEnd, moveLesson, nextIndex, renumber } from './arrangement.ts';
import { changeOutline, logOutlineAct, type OpenOutline, saveArrangement } from './change-outline.ts';

/**
 * Adds a lesson: at the end of the named module, behind all modules with null, and otherwise behind every lesson of the
 * course. Refuses `course_not_found` and `module_not_found`.
 */
export function createLesson(
  deps: ActDeps,
  caller: AuditActor,
  { courseId, ...wanted }: NewLesson & { courseId: number },
) {
  return changeOutline(deps, { caller, courseId }, function* (outline) {
    const { tx, lessons, modules, window } = outline;
    const { lessons: table } = tx.tables;
    const { moduleId } = wanted;
    requireModule(outline, moduleId ?? null);
    const behind = moduleId === null ? lastModuleEnd(modules) + 1 : 1;
    const orderIndex = Math.max(nextIndex(lessons), behind);
    const row = { ...columnsOf(wanted), title: wanted.title, courseId, orderIndex, createdAt: caller.now };
    const [made] = yield* run(tx.insert(table).values(row).returning({ id: table.id }));
    if (!made) throw new Error('The lesson was not stored.');
    const lesson = { id: made.id, orderIndex };
    const after =
      typeof moduleId === 'number'
        ? renumber(moveLesson(groupLessons(outline), lesson, moduleId), window)
        : { lessons: [...lessons, lesson], modules, window };
    const opened = { ...outline, lessons: [...lessons, lesson] };
    const outlineRev = yield* saveArrangement(opened, after, { alreadyChanged: true });
    yield* logOutlineAct(outline, 'lesson.created', { subject: made.id, title: wanted.title });
    return { lesson: yield* readAdminLesson(tx, made.id), outlineRev };
  });
}

/**
 * Changes a lesson; absent fields stay. Naming another module moves it to the end of that module. Refuses
 * `lesson_not_found`, `module_not_found`, `lesson_shown`, `lesson_kind_fixed`, `quiz_without_questions` and, with the present lesson,
 * `lesson_changed`.
 */
export async function changeLesson(
  deps: ActDeps,
  caller: AuditActor,
  { lessonId, seenRev, moduleId, ...wanted }: LessonChange & { lessonId: number },
) {
  const courseId = await courseOfLesson(deps.db, caller.actor, lessonId);
  return changeOutline(deps, { caller, courseId }, function* (outline) {
    const { tx, course } = outline;
    const known = yield* findKnown(outline, lessonId);
    if (seenRev !== undefined && seenRev !== known.rev)
      throw new Refusal('lesson_changed', { field: 'seenRev', lesson: yield* readAdminLesson(tx, lessonId) });
    if (wanted.isHidden && !known.isHidden) throw new Refusal('lesson_shown', { field: 'isHidden' });
    yield* requireSameKind(outline, known, wanted);
    const columns = columnsOf(yield* withoutLengthOfVideo(outline, known, wanted));
    const fields = Object.entries(columns).flatMap(([name, value]) => (isSame(known, name, value) ? [] : name));
    const target = moduleId === undefined ? undefined : moving(outline, lessonId, moduleId);
    if (target) fields.push('moduleId');
    if (fields.length === 0) return { lesson: yield* readAdminLesson(tx, lessonId), outlineRev: course.outlineRev };
    const { lessons } = tx.tables;
    const change = { ...columns, rev: sql`${lessons.rev} + 1` };
    yield* run(tx.update(lessons).set(change).where(eq(lessons.id, lessonId)));
    const becomesQuiz = ruleOf({ ...known, ...columns }) !== ruleOf(known);
    const isShown = wanted.isHidden === undefined ? !known.isHidden : !wanted.isHidden;
    if (course.isPublished && isShown && (becomesQuiz || fields.includes('isHidden')))
      yield* requireQuestions(tx, courseId, lessonId);
    const outlineRev = target ? yield* saveArrangement(outline, renumber(target, outline.window)) : course.outlineRev;
    const about = { subject: lessonId, title: columns.title ?? known.title };
    const others = fields.filter((field) => field !== 'isHidden');
    if (others.length > 0) yield* logOutlineAct(outline, 'lesson.changed', { ...about, fields: others });
    if (fields.includes('isHidden')) yield* logOutlineAct(outline, 'lesson.shown', about);
    return { lesson: yield* readAdminLesson(tx, lessonId), outlineRev };
  });
}

/**
 * Deletes a lesson: nobody sees it any more, but progress in it and certificates stay valid. Its video and documents are deleted when
 * no other lesson uses them. Refuses `lesson_not_found`; returns the id of its course.
 */
export async function deleteLesson(needs: MediaDeps & ActDeps, caller: AuditActor, lessonId: number) {
  const courseId = await courseOfLesson(needs.db, caller.actor, lessonId);
  const released = await changeOutline(needs, { caller, courseId }, function* (outline) {
    const { tx, lessons, modules, window } = outline;
    const known = yield* findKnown(outline, lessonId);
    const { lessons: table } = tx.tables;
    const change = { retiredAt: caller.now, rev: sql`${table.rev} + 1` };
    yield* run(tx.update(table).set(change).where(eq(table.id, lessonId)));
    // Last: a video that was being attached meanwhile is attached by now and found here, or its attachment will be refused.
    const gone = [yield* detachVideo(tx, lessonId), ...(yield* detachDocuments(tx, lessonId))];
    const left = lessons.filter(({ id }) => id !== lessonId);
    yield* saveArrangement(outline, { lessons: left, modules, window }, { alreadyChanged: true });
    yield* logOutlineAct(outline, 'lesson.deleted', { subject: lessonId, title: known.title });
    return gone;
  });
  await deleteVideos(needs, released);
  return courseId;
}

type Settings = Omit<LessonChange, 'seenRev' | 'moduleId'>;
type Columns = Partial<LessonRecord>;

function columnsOf({ title, description, body, kind, isPreview, isHidden, points, duration }: Settings): Columns {
  const named: Columns = { title, description, body, kind, isPreview, isHidden, points, durationSeconds: duration };
  return Object.fromEntries(Object.entries(named).filter(([, value]) => value !== undefined));
}

function isSame(known: LessonRecord, name: string, value: unknown): boolean {
  return (known as Record<string, unknown>)[name] === value;
}

/** Another kind or title must not make a lesson of another kind out of one in which people have worked (decision 027). */
function* requireSameKind(
  { tx }: OpenOutline,
  known: LessonRecord,
  { title = known.title, kind = known.kind }: Settings,
): Steps<void> {
  if (ruleOf({ ...known, title, kind }) === ruleOf(known)) return;
  const { unitProgress, quizAttempts } = tx.tables;
  for (const { table, lessonId } of [
    { table: unitProgress, lessonId: unitProgress.lessonId },
    { table: quizAttempts, lessonId: quizAttempts.lessonId },
  ]) {
    const worked = yield* run(tx.queries.select({ lessonId }).from(table).where(eq(lessonId, known.id)).limit(1));
    if (worked.length > 0) throw new Refusal('lesson_kind_fixed', { field: kind === known.kind ? 'title' : 'kind' });
  }
}

/** How a lesson of its kind is completed: by passing it, with a reflection, or else by a tap or to the end. */
function ruleOf({
  assetId,
  ...lesson
}: Pick<LessonRecord, 'title' | 'kind' | 'assetId'>): 'passed' | 'reflected' | 'seen' {
  const judged = { ...lesson, videoUrl: assetId };
  if (needsPassedAttempt(judged)) return 'passed';
  return lessonKind(judged) === 'capstone' ? 'reflected' : 'seen';
}

/** A video decides the duration of its lesson: a duration sent beside it is ignored (P-10). */
function* withoutLengthOfVideo({ tx }: OpenOutline, known: LessonRecord, wanted: Settings): Steps<Settings> {
  const { title = known.title, kind = known.kind, duration } = wanted;
  if (duration === undefined || known.assetId === null) return wanted;
  if (lessonKind({ title, kind, videoUrl: known.assetId }) !== 'video') return wanted;
  const { assets } = tx.tables;
  const { durationSeconds } = assets;
  const [video] = yield* run(tx.select({ durationSeconds }).from(assets).where(eq(assets.id, known.assetId)));
  return video?.durationSeconds ? { ...wanted, duration: undefined } : wanted;
}

function* findKnown({ tx }: OpenOutline, lessonId: number): Steps<LessonRecord> {
  const { lessons } = tx.tables;
  const [known] = yield* run(tx.select().from(lessons).where(eq(lessons.id, lessonId)));
  if (!known || known.retiredAt) throw new Refusal('lesson_not_found');
  return known;
}

function requireModule({ modules }: OpenOutline, moduleId: number | null): void {
  if (moduleId !== null && !modules.some(({ id }) => id === moduleId))
    throw new Refusal('module_not_found', { field: 'moduleId' });
}

/** The groups with the lesson in its new place; undefined when it is already in that group. */
function moving(outline: OpenOutline, lessonId: number, moduleId: number | null): Group[] | undefined {
  requireModule(outline, moduleId);
  const groups = groupLessons(outline);
  const home = groups.find(({ lessons }) => lessons.some(({ id }) => id === lessonId));
  const lesson = home?.lessons.find(({ id }) => id === lessonId);
  if (!lesson || (home?.module?.id ?? null) === moduleId) return undefined;
  return moveLesson(groups, lesson, moduleId);
}

type Orders = LessonOrders['lessonOrders'];

/**
 * Reorders the lessons of a course inside their groups. The request names every lesson once; the stored indexes follow the
 * rules of arrangement.ts. Refuses `course_not_found`, `outline_changed` and `order_not_whole`.
 */
export function reorderLessons(
  deps: ActDeps,
  caller: AuditActor,
  { courseId, lessonOrders, seenRev }: LessonOrders & { courseId: number },
): Promise<void> {
  return changeOutline(deps, { caller, courseId, seenRev }, function* (outline) {
    requireWhole(outline, lessonOrders);
    const after = renumber(inOrder(outline, lessonOrders), outline.window);
    const outlineRev = yield* saveArrangement(outline, after);
    if (outlineRev !== outline.course.outlineRev)
      yield* logOutlineAct(outline, 'lessons.reordered', { subject: courseId });
  });
}

function requireWhole({ lessons }: OpenOutline, orders: Orders): void {
  const own = new Set(lessons.map(({ id }) => id));
  const [named, taken] = [new Set<number>(), new Set<number>()];
  for (const [n, { lessonId, orderIndex }] of orders.entries()) {
    if (!own.has(lessonId) || named.has(lessonId)) throw notWhole(`lessonOrders.${n}.lessonId`);
    if (taken.has(orderIndex)) throw notWhole(`lessonOrders.${n}.orderIndex`, 'Two lessons cannot have one number.');
    named.add(lessonId);
    taken.add(orderIndex);
  }
  if (named.size < own.size) throw notWhole('lessonOrders');
}

/** The groups, each in the new order; a lesson that would leave its group is refused. */
function inOrder(outline: OpenOutline, orders: Orders): Group[] {
  const request = orders.map(({ lessonId, orderIndex }) => ({ id: lessonId, orderIndex }));
  const goals = groupLessons({ modules: outline.modules, lessons: request });
  const goalOf = new Map(
    goals.flatMap(({ id, lessons }) => lessons.map((lesson, place) => [lesson.id, { id, place }])),
  );
  return groupLessons(outline).map((group) => {
    for (const { id } of group.lessons) {
      if (goalOf.get(id)?.id === group.id) continue;
      const place = orders.findIndex(({ lessonId }) => lessonId === id);
      throw notWhole(`lessonOrders.${place}.orderIndex`, 'A new order keeps every lesson inside its module.');
    }
    const placeOf = (id: number) => goalOf.get(id)?.place ?? 0;
    return { ...group, lessons: [...group.lessons].sort((a, b) => placeOf(a.id) - placeOf(b.id)) };
  });
}

function notWhole(field: string, message?: string): Refusal {
  return new Refusal('order_not_whole', { field }, message);
}
