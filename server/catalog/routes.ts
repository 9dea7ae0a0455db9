// The catalog over HTTP: courses and lessons, for everyone (public) and for the person who asks.

import { Hono } from 'hono';
import { CourseFilter } from '#sync/contract/course.ts';
import { acceptId, acceptQuery } from '../http/accept.ts';
import { requireActor } from '../http/actor.ts';
import type { Http } from '../http/context.ts';
import { answerFresh } from '../http/etag.ts';
import { listLessons, openLesson } from './lessons.ts';
import { listCourses } from './list-courses.ts';
import { openCourse } from './open-course.ts';

const VISITOR = null;

const courseId = (text: string | undefined) => acceptId(text, 'course_not_found');
const lessonId = (text: string | undefined) => acceptId(text, 'lesson_not_found');

export const catalogRoutes = new Hono<Http>()
  .get('/public/courses', acceptQuery(CourseFilter), async (c) => {
    return answerFresh(c, await listCourses(c.var.deps.db, VISITOR, c.req.valid('query')));
  })
  .get('/public/courses/:id', async (c) => {
    return answerFresh(c, await openCourse(c.var.deps.db, VISITOR, courseId(c.req.param('id'))));
  })
  .get('/public/courses/:id/lessons', async (c) => {
    return answerFresh(c, { lessons: await listLessons(c.var.deps.db, VISITOR, courseId(c.req.param('id'))) });
  })
  .get('/public/lessons/:id', async (c) => {
    return answerFresh(c, await openLesson(c.var.deps.db, VISITOR, lessonId(c.req.param('id'))));
  })
  .get('/courses', requireActor, acceptQuery(CourseFilter), async (c) => {
    return answerFresh(c, await listCourses(c.var.deps.db, c.var.actor, c.req.valid('query')));
  })
  .get('/courses/:id', requireActor, async (c) => {
    return answerFresh(c, await openCourse(c.var.deps.db, c.var.actor, courseId(c.req.param('id'))));
  })
  .get('/courses/:id/lessons', requireActor, async (c) => {
    return answerFresh(c, { lessons: await listLessons(c.var.deps.db, c.var.actor, courseId(c.req.param('id'))) });
  })
  .get('/lessons/:id', requireActor, async (c) => {
    return answerFresh(c, await openLesson(c.var.deps.db, c.var.actor, lessonId(c.req.param('id'))));
  });
