// Lessons and modules as their authors change them, below /api/admin.

import { eq } from 'drizzle-orm';
import { Hono } from 'hono';
import {
  type CourseModule,
  groupLessons,
  LessonChange,
  LessonOrders,
  ModuleChange,
  NewLesson,
  NewModule,
} from '#sync/contract/authoring.ts';
import { Refusal } from '#sync/contract/refusal.ts';
import { courseOfModule } from '../../catalog/editable.ts';
import { run } from '../../db/client.ts';
import type { ActDeps, Http } from '../../deps.ts';
import { requireAdmin } from '../../http/actor.ts';
import { type AuditActor, auditActorOf } from '../../http/audit-log.ts';
import { validate, validateId } from '../../http/validate.ts';
import { readOutline } from './admin-lessons.ts';
import { type Arrangement, type Group, lastModuleEnd, placeModule, renumber } from './arrangement.ts';
import { changeLesson, createLesson, deleteLesson, reorderLessons } from './change-lessons.ts';
import { changeOutline, logOutlineAct, type OpenOutline, saveArrangement } from './change-outline.ts';

const courseIn = (id: string | undefined) => validateId(id, 'course_not_found');
const moduleIn = (id: string | undefined) => validateId(id, 'module_not_found');
const lessonIn = (id: string | undefined) => validateId(id, 'lesson_not_found');

export const outlineRoutes = new Hono<Http>()
  .get('/admin/courses/:id/lessons', requireAdmin, async (c) => {
    return c.json(await readOutline(c.var.deps.db, c.var.actor, courseIn(c.req.param('id'))));
  })
  .post('/admin/courses/:id/lessons', requireAdmin, validate(NewLesson), async (c) => {
    const wanted = { ...c.req.valid('json'), courseId: courseIn(c.req.param('id')) };
    return c.json(await createLesson(c.var.deps, auditActorOf(c), wanted), 201);
  })
  .put('/admin/lessons/:id', requireAdmin, validate(LessonChange), async (c) => {
    const wanted = { ...c.req.valid('json'), lessonId: lessonIn(c.req.param('id')) };
    return c.json(await changeLesson(c.var.deps, auditActorOf(c), wanted));
  })
  .delete('/admin/lessons/:id', requireAdmin, async (c) => {
    const { db } = c.var.deps;
    const courseId = await deleteLesson(c.var.deps, auditActorOf(c), lessonIn(c.req.param('id')));
    return c.json(await readOutline(db, c.var.actor, courseId));
  })
  .put('/admin/courses/:id/lessons/reorder', requireAdmin, validate(LessonOrders), async (c) => {
    const { db } = c.var.deps;
    const courseId = courseIn(c.req.param('id'));
    await reorderLessons(c.var.deps, auditActorOf(c), { ...c.req.valid('json'), courseId });
    return c.json(await readOutline(db, c.var.actor, courseId));
  })
  .post('/admin/courses/:id/modules', requireAdmin, validate(NewModule), async (c) => {
    const { db } = c.var.deps;
    const courseId = courseIn(c.req.param('id'));
    await createModule(c.var.deps, auditActorOf(c), { ...c.req.valid('json'), courseId });
    return c.json(await readOutline(db, c.var.actor, courseId), 201);
  })
  .put('/admin/modules/:id', requireAdmin, validate(ModuleChange), async (c) => {
    const { db } = c.var.deps;
    const wanted = { ...c.req.valid('json'), moduleId: moduleIn(c.req.param('id')) };
    const courseId = await changeModule(c.var.deps, auditActorOf(c), wanted);
    return c.json(await readOutline(db, c.var.actor, courseId));
  })
  .delete('/admin/modules/:id', requireAdmin, async (c) => {
    const { db } = c.var.deps;
    const courseId = await deleteModule(c.var.deps, auditActorOf(c), moduleIn(c.req.param('id')));
    return c.json(await readOutline(db, c.var.actor, courseId));
  });

/**
 * Adds an empty module behind the last one; lessons outside every module move behind it. A window that ends with the last
 * module then ends with the new one. Refuses `course_not_found`.
 */
function createModule(
  deps: ActDeps,
  caller: AuditActor,
  { courseId, size, ...wanted }: NewModule & { courseId: number },
) {
  return changeOutline(deps, { caller, courseId }, function* (outline) {
    const { tx, modules, window } = outline;
    const { courseModules } = tx.tables;
    const end = lastModuleEnd(modules);
    const range = { startLessonIndex: end + 1, endLessonIndex: end + size };
    const orderIndex = Math.max(0, ...modules.map((module) => module.orderIndex)) + 1;
    const row = { ...wanted, ...range, courseId, orderIndex };
    const [made] = yield* run(tx.insert(courseModules).values(row).returning());
    if (!made) throw new Error('The module was not stored.');
    const groups = [...groupLessons(outline), { id: made.id, title: made.title, module: made, lessons: [] }];
    const after = renumber(groups, window);
    const isAtEnd = modules.length > 0 && window.to === end;
    const kept = isAtEnd ? { ...after, window: { ...after.window, to: lastModuleEnd(after.modules) } } : after;
    yield* saveArrangement({ ...outline, modules: [...modules, made] }, kept, { alreadyChanged: true });
    yield* logOutlineAct(outline, 'module.created', { subject: made.id, title: wanted.title });
  });
}

/**
 * Changes a module; absent fields stay. Its lessons move with its place and its range, and lessons outside every module stay behind all
 * modules. Returns the course's id. Refuses `module_not_found`, `outline_changed`, `module_range_taken`, and a range that
 * is too short for the lessons of the module.
 */
async function changeModule(
  deps: ActDeps,
  caller: AuditActor,
  { moduleId, seenRev, place, ...wanted }: ModuleChange & { moduleId: number },
): Promise<number> {
  const courseId = await courseOfModule(deps.db, caller.actor, moduleId);
  return changeOutline(deps, { caller, courseId, seenRev }, function* (outline) {
    const { tx, window } = outline;
    const known = requireKnown(outline, moduleId);
    const sent = Object.entries(wanted).filter(([, value]) => value !== undefined);
    const fields = sent.filter(([name, value]) => known[name as keyof CourseModule] !== value).map(([name]) => name);
    const places = groupLessons(outline).map(({ id }) => id);
    const isPlaced = place !== undefined && place !== places.indexOf(moduleId) + 1;
    if (isPlaced) fields.push('place');
    if (fields.length === 0) return courseId;
    const next: CourseModule = { ...known, ...Object.fromEntries(sent) };
    const isRanged = fields.some((field) => field.endsWith('LessonIndex'));
    const isMoved = isRanged || isPlaced;
    const ranged = groupLessons(outline).map((group) =>
      group.module?.id === moduleId ? { ...group, module: next } : group,
    );
    if (isRanged) requireFitting(ranged, next, sent);
    const groups = isPlaced ? placeModule(ranged, moduleId, place) : ranged;
    const { title, description, isEnabled } = next;
    const { courseModules } = tx.tables;
    const columns = { title, description, isEnabled };
    yield* run(tx.update(courseModules).set(columns).where(eq(courseModules.id, moduleId)));
    const after = isMoved ? followed(renumber(groups, window), { outline, known, next, isPlaced }) : outline;
    yield* saveArrangement(outline, after, { alreadyChanged: true });
    yield* logOutlineAct(outline, 'module.changed', { subject: moduleId, title, fields });
    return courseId;
  });
}

/**
 * Deletes a module but not its lessons: they move behind the remaining modules, before the lessons already there. Lessons
 * that learners saw stay visible. Returns the course's id. Refuses `module_not_found`.
 */
async function deleteModule(deps: ActDeps, caller: AuditActor, moduleId: number): Promise<number> {
  const courseId = await courseOfModule(deps.db, caller.actor, moduleId);
  return changeOutline(deps, { caller, courseId }, function* (outline) {
    const { tx, lessons } = outline;
    const { title } = requireKnown(outline, moduleId);
    const { courseModules } = tx.tables;
    yield* run(tx.delete(courseModules).where(eq(courseModules.id, moduleId)));
    const modules = outline.modules.filter(({ id }) => id !== moduleId);
    const after = renumber(groupLessons({ modules, lessons }), outline.window);
    yield* saveArrangement(outline, after, { alreadyChanged: true });
    yield* logOutlineAct(outline, 'module.deleted', { subject: moduleId, title });
    return courseId;
  });
}

function requireKnown({ modules }: OpenOutline, moduleId: number): CourseModule {
  const known = modules.find(({ id }) => id === moduleId);
  if (!known) throw new Refusal('module_not_found');
  return known;
}

function requireFitting(groups: readonly Group[], next: CourseModule, sent: [string, unknown][]): void {
  const { startLessonIndex: start, endLessonIndex: end } = next;
  const isSent = (name: string) => sent.some(([field]) => field === name);
  const field = isSent('endLessonIndex') ? 'endLessonIndex' : 'startLessonIndex';
  if (end < start)
    throw new Refusal('validation_failed', { field }, 'The last lesson number cannot be below the first.');
  for (const { module } of groups) {
    if (!module || module.id === next.id) continue;
    if (start > module.endLessonIndex || end < module.startLessonIndex) continue;
    const isStart = isSent('startLessonIndex') && start >= module.startLessonIndex;
    throw new Refusal('module_range_taken', { field: isStart ? 'startLessonIndex' : field });
  }
  const count = groups.find(({ module }) => module?.id === next.id)?.lessons.length ?? 0;
  if (count <= end - start + 1) return;
  const message = `This module holds ${count} lessons. Move some of them out first.`;
  throw new Refusal('validation_failed', { field }, message);
}

/**
 * Moves a window that started or ended with this module along, and widens it so that learners lose no lesson; one whose
 * module was placed elsewhere goes from the first to the last lesson that they saw.
 */
function followed(
  after: Arrangement,
  {
    outline,
    known,
    next,
    isPlaced,
  }: { outline: OpenOutline; known: CourseModule; next: CourseModule; isPlaced: boolean },
): Arrangement {
  const { from, to } = outline.window;
  const isSeen = (index: number) => index >= (from ?? index) && index <= (to ?? index);
  const before = new Map(outline.lessons.map(({ id, orderIndex }) => [id, orderIndex]));
  const seen = after.lessons.flatMap(({ id, orderIndex }) => (isSeen(before.get(id) ?? 0) ? orderIndex : []));
  if (isPlaced && seen.length > 0)
    return { ...after, window: { from: from && Math.min(...seen), to: to && Math.max(...seen) } };
  const begin = from === known.startLessonIndex ? next.startLessonIndex : after.window.from;
  const end = to === known.endLessonIndex ? next.endLessonIndex : after.window.to;
  const window = {
    from: begin === null ? null : Math.min(begin, ...seen),
    to: end === null ? null : Math.max(end, ...seen),
  };
  return { ...after, window };
}
