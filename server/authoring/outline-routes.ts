// Lessons and modules as their authors change them, below /api/admin.
import { Hono } from 'hono';
import { LessonChange, LessonOrders, ModuleChange, NewLesson, NewModule } from '#sync/contract/authoring.ts';
import { accept, acceptId } from '../http/accept.ts';
import { actingOf, requireAdmin } from '../http/actor.ts';
import type { Http } from '../http/context.ts';
import { readOutline } from './admin-lessons.ts';
import { changeLesson, createLesson, deleteLesson, reorderLessons } from './change-lessons.ts';
import { changeModule, createModule, deleteModule } from './change-modules.ts';

const courseIn = (id: string | undefined) => acceptId(id, 'course_not_found');
const moduleIn = (id: string | undefined) => acceptId(id, 'module_not_found');
const lessonIn = (id: string | undefined) => acceptId(id, 'lesson_not_found');

export const outlineRoutes = new Hono<Http>()
  .get('/admin/courses/:id/lessons', requireAdmin, async (c) => {
    return c.json(await readOutline(c.var.deps.db, c.var.actor, courseIn(c.req.param('id'))));
  })
  .post('/admin/courses/:id/lessons', requireAdmin, accept(NewLesson), async (c) => {
    const wanted = { ...c.req.valid('json'), courseId: courseIn(c.req.param('id')) };
    return c.json(await createLesson(c.var.deps.db, actingOf(c), wanted), 201);
  })
  .put('/admin/lessons/:id', requireAdmin, accept(LessonChange), async (c) => {
    const wanted = { ...c.req.valid('json'), lessonId: lessonIn(c.req.param('id')) };
    return c.json(await changeLesson(c.var.deps.db, actingOf(c), wanted));
  })
  .delete('/admin/lessons/:id', requireAdmin, async (c) => {
    const { db } = c.var.deps;
    const courseId = await deleteLesson(c.var.deps, actingOf(c), lessonIn(c.req.param('id')));
    return c.json(await readOutline(db, c.var.actor, courseId));
  })
  .put('/admin/courses/:id/lessons/reorder', requireAdmin, accept(LessonOrders), async (c) => {
    const { db } = c.var.deps;
    const courseId = courseIn(c.req.param('id'));
    await reorderLessons(db, actingOf(c), { ...c.req.valid('json'), courseId });
    return c.json(await readOutline(db, c.var.actor, courseId));
  })
  .post('/admin/courses/:id/modules', requireAdmin, accept(NewModule), async (c) => {
    const { db } = c.var.deps;
    const courseId = courseIn(c.req.param('id'));
    await createModule(db, actingOf(c), { ...c.req.valid('json'), courseId });
    return c.json(await readOutline(db, c.var.actor, courseId), 201);
  })
  .put('/admin/modules/:id', requireAdmin, accept(ModuleChange), async (c) => {
    const { db } = c.var.deps;
    const wanted = { ...c.req.valid('json'), moduleId: moduleIn(c.req.param('id')) };
    const courseId = await changeModule(db, actingOf(c), wanted);
    return c.json(await readOutline(db, c.var.actor, courseId));
  })
  .delete('/admin/modules/:id', requireAdmin, async (c) => {
    const { db } = c.var.deps;
    const courseId = await deleteModule(db, actingOf(c), moduleIn(c.req.param('id')));
    return c.json(await readOutline(db, c.var.actor, courseId));
  });
