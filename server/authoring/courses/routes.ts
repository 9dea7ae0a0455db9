// Courses as administrators list, create and grant them: below /api/admin, /api/enterprise/admin and POST /api/courses.

import { Readable } from 'node:stream';
import { Hono } from 'hono';
import { CertificateChange } from '#sync/contract/certificate.ts';
import { CourseChange, NewCourse, WrittenCourse } from '#sync/contract/course-draft.ts';
import { ChangedRule, dayOf, EveryoneEnrollment } from '#sync/contract/due.ts';
import { EnrollmentImport } from '#sync/contract/enrollment-import.ts';
import {
  AdminCoursesQuery,
  CourseGrant,
  Enrollment,
  OrganizationCoursesQuery,
  Renewal,
} from '#sync/contract/organization.ts';
import { Refusal } from '#sync/contract/refusal.ts';
import { type CourseRecord, requireEditable, requireFollowed } from '../../catalog/editable.ts';
import type { Http, RateLimitRule } from '../../deps.ts';
import { enrollEveryone, enrollPeople, unenrollPerson } from '../../enrollments/enroll-people.ts';
import { changeAutoEnrollment, endAutoEnrollment, listAutoEnrollments } from '../../enrollments/enrollment-rules.ts';
import { grantCourse, revokeCourse } from '../../enrollments/grants.ts';
import { importEnrollments } from '../../enrollments/import-enrollments.ts';
import { renewPerson } from '../../enrollments/renew.ts';
import { requireAdmin, requireSuperAdmin } from '../../http/actor.ts';
import { audit, auditActorOf } from '../../http/audit-log.ts';
import { limitCalls } from '../../http/rate-limit.ts';
import { LIST_BYTES, validate, validateId, validateQuery, validateUuid } from '../../http/validate.ts';
import { findPerson } from '../../identity/profiles.ts';
import { readOrganization } from '../../identity/require-organization.ts';
import { fileBody } from '../../media/receive-file.ts';
import { makeTicket, readTicket } from '../../media/ticket.ts';
import { listCourseFiles, zipFiles } from '../import/export-course.ts';
import { importCourse } from '../import/import-course.ts';
import { slugOf } from '../import/write-files.ts';
import { listAdminCourses, listOrganizationCourses, readAdminCourse } from './admin-course.ts';
import { changeCertificate } from './change-certificate.ts';
import { changeCourse } from './change-course.ts';
import { cleanDuplicates, refreshLessons } from './clean-duplicates.ts';
import { createCourse } from './create-course.ts';
import { deleteCourse, readCourseUse } from './delete-course.ts';
import { duplicateCourse } from './duplicate-course.ts';

/** A course with its videos may be tens of gigabytes. */
const EXPORTS: RateLimitRule = { name: 'course exports', limit: 60, windowSeconds: 3600 };
/** Their files, which one address gives for an hour. */
const DOWNLOADS: RateLimitRule = { name: 'downloads of courses', limit: 60, windowSeconds: 3600 };

const exportOf = (courseId: number) => `export of course ${courseId}`;

const exportNote = ({ id, organizationId }: CourseRecord) => ({
  ...{ action: 'course.exported' as const, organizationId, subject: String(id) },
});

const courseIn = (id: string | undefined) => validateId(id, 'course_not_found');

export const authoringRoutes = new Hono<Http>()
  .get('/admin/courses', requireAdmin, validateQuery(AdminCoursesQuery), async (c) => {
    const { db, now, env } = c.var.deps;
    return c.json(await listAdminCourses(db, c.var.actor, c.req.valid('query'), dayOf(now(), env.timeZone)));
  })
  .get('/admin/courses/:id', requireAdmin, async (c) => {
    const { db } = c.var.deps;
    const id = courseIn(c.req.param('id'));
    const { organizationId } = await db.transact((tx) => requireFollowed(tx, c.var.actor, id));
    const isEditable = c.var.actor.isSuperAdmin || organizationId === c.var.actor.organizationId;
    return c.json({ course: { ...(await readAdminCourse(db, id)), isEditable } });
  })
  .post('/admin/courses', requireAdmin, validate(NewCourse), async (c) => {
    return c.json({ course: await createCourse(c.var.deps.db, auditActorOf(c), c.req.valid('json')) }, 201);
  })
  .post('/admin/courses/import', requireAdmin, async (c) => {
    const { id, notes } = await importCourse(c.var.deps, auditActorOf(c), fileBody(c));
    return c.json({ course: await readAdminCourse(c.var.deps.db, id), notes }, 201);
  })
  .post('/admin/courses/:id/duplicate', requireAdmin, async (c) => {
    return c.json({ course: await duplicateCourse(c.var.deps, auditActorOf(c), courseIn(c.req.param('id'))) }, 201);
  })
  .put('/admin/courses/:id', requireAdmin, validate(CourseChange), async (c) => {
    const change = { ...c.req.valid('json'), courseId: courseIn(c.req.param('id')) };
    return c.json({ course: await changeCourse(c.var.deps, auditActorOf(c), change) });
  })
  .delete('/admin/courses/:id', requireAdmin, async (c) => {
    return c.json(await deleteCourse(c.var.deps, auditActorOf(c), courseIn(c.req.param('id'))));
  })
  // An address that a browser can save from without holding the file in memory.
  .post('/admin/courses/:id/export', requireAdmin, async (c) => {
    const { media, now } = c.var.deps;
    await limitCalls(c.var.deps, EXPORTS, c.var.actor.id);
    const courseId = courseIn(c.req.param('id'));
    const { db } = c.var.deps;
    const course = await db.transact((tx) => requireEditable(tx, c.var.actor, courseId));
    // What cannot be exported is refused while the page is there to say so.
    await listCourseFiles(db, c.var.actor, course);
    await db.transact((tx) => audit(tx, auditActorOf(c), exportNote(course)));
    const token = makeTicket(media.ticketKey, { assetId: exportOf(courseId), userId: c.var.actor.id }, now());
    return c.json({ url: `/api/admin/courses/${courseId}/export?token=${token}` });
  })
  .get('/admin/courses/:id/export', async (c) => {
    const { db, media, now } = c.var.deps;
    const courseId = courseIn(c.req.param('id'));
    const ticket = { assetId: exportOf(courseId), now: now() };
    const holder = readTicket(media.ticketKey, c.req.query('token') ?? '', ticket);
    const person = holder && (await findPerson(c.var.deps, holder));
    if (!person) throw new Refusal('token_expired');
    await limitCalls(c.var.deps, DOWNLOADS, person.id);
    const course = await db.transact((tx) => requireEditable(tx, person, courseId));
    const files = await listCourseFiles(db, person, course);
    const bytes = Readable.toWeb(Readable.from(zipFiles(files, media.storage))) as ReadableStream<
      Uint8Array<ArrayBuffer>
    >;
    return c.body(bytes, 200, {
      'Content-Type': 'application/zip',
      'Content-Disposition': `attachment; filename*=UTF-8''${encodeURIComponent(slugOf(course.title))}.zip`,
      'Cache-Control': 'no-store',
    });
  })
  .get('/admin/courses/:id/use', requireAdmin, async (c) => {
    return c.json(await readCourseUse(c.var.deps.db, c.var.actor, courseIn(c.req.param('id'))));
  })
  // The creation screen always saves a draft, whatever it sends (P-7).
  .post('/courses', requireAdmin, validate(WrittenCourse), async (c) => {
    const draft = { ...c.req.valid('json'), isPublished: false };
    return c.json({ course: await createCourse(c.var.deps.db, auditActorOf(c), draft) }, 201);
  })
  .post('/admin/courses/:id/enrollments', requireAdmin, validate(Enrollment), async (c) => {
    const request = { ...c.req.valid('json'), courseId: courseIn(c.req.param('id')) };
    return c.json(await enrollPeople(c.var.deps, auditActorOf(c), request));
  })
  .post(
    '/admin/courses/:id/enrollments/import',
    requireAdmin,
    validate(EnrollmentImport, { maxBytes: LIST_BYTES }),
    async (c) => {
      const request = { ...c.req.valid('json'), courseId: courseIn(c.req.param('id')) };
      return c.json(await importEnrollments(c.var.deps, auditActorOf(c), request));
    },
  )
  .post('/admin/courses/:id/enroll-everyone', requireAdmin, validate(EveryoneEnrollment), async (c) => {
    const request = { ...c.req.valid('json'), courseId: courseIn(c.req.param('id')) };
    return c.json(await enrollEveryone(c.var.deps, auditActorOf(c), request));
  })
  .post('/admin/courses/:id/renewals', requireAdmin, validate(Renewal), async (c) => {
    const request = { courseId: courseIn(c.req.param('id')), ...c.req.valid('json') };
    return c.json(await renewPerson(c.var.deps, auditActorOf(c), request));
  })
  .delete('/admin/courses/:id/enrollments/:userId', requireAdmin, async (c) => {
    const userId = validateUuid(c.req.param('userId'), 'user_not_found');
    const request = { courseId: courseIn(c.req.param('id')), userId };
    return c.json(await unenrollPerson(c.var.deps.db, auditActorOf(c), request));
  })
  .get('/admin/courses/:id/auto-enrollments', requireAdmin, async (c) => {
    const courseId = courseIn(c.req.param('id'));
    return c.json({ autoEnrollments: await listAutoEnrollments(c.var.deps.db, c.var.actor, courseId) });
  })
  .put('/admin/courses/:id/auto-enrollments', requireAdmin, validate(ChangedRule), async (c) => {
    const request = { ...c.req.valid('json'), courseId: courseIn(c.req.param('id')) };
    return c.json(await changeAutoEnrollment(c.var.deps.db, auditActorOf(c), request));
  })
  .delete('/admin/courses/:id/auto-enrollments/:organizationId', requireAdmin, async (c) => {
    const organizationId = validateUuid(c.req.param('organizationId'), 'organization_not_found');
    const request = { courseId: courseIn(c.req.param('id')), organizationId };
    return c.json(await endAutoEnrollment(c.var.deps.db, auditActorOf(c), request));
  })
  .delete('/admin/courses/:id/auto-enrollments/:organizationId/groups/:groupId', requireAdmin, async (c) => {
    const organizationId = validateUuid(c.req.param('organizationId'), 'organization_not_found');
    const groupId = validateUuid(c.req.param('groupId'), 'group_not_found');
    const request = { courseId: courseIn(c.req.param('id')), organizationId, groupId };
    return c.json(await endAutoEnrollment(c.var.deps.db, auditActorOf(c), request));
  })
  .get('/admin/courses/:id/lessons/refresh', requireSuperAdmin, async (c) => {
    return c.json(await refreshLessons(c.var.deps.db, courseIn(c.req.param('id'))));
  })
  .post('/admin/cleanup-course-duplicates', requireSuperAdmin, async (c) => {
    return c.json(await cleanDuplicates(c.var.deps.db, auditActorOf(c)));
  })
  .post('/admin/certificates/:serial', requireAdmin, validate(CertificateChange), async (c) => {
    const request = { serial: c.req.param('serial'), change: c.req.valid('json') };
    return c.json(await changeCertificate(c.var.deps.db, auditActorOf(c), request));
  })
  .get(
    '/enterprise/admin/organizations/:id/courses',
    requireAdmin,
    validateQuery(OrganizationCoursesQuery),
    async (c) => {
      const { db } = c.var.deps;
      const id = validateUuid(c.req.param('id'), 'organization_not_found');
      const organization = await readOrganization(db, c.var.actor, id);
      const { isSuperAdmin } = c.var.actor;
      return c.json(await listOrganizationCourses(db, { organization, isSuperAdmin }, c.req.valid('query')));
    },
  )
  .post('/enterprise/admin/grant-course-access', requireSuperAdmin, validate(CourseGrant), async (c) => {
    return c.json(await grantCourse(c.var.deps.db, auditActorOf(c), c.req.valid('json')));
  })
  .post('/enterprise/admin/revoke-course-access', requireSuperAdmin, validate(CourseGrant), async (c) => {
    return c.json(await revokeCourse(c.var.deps, auditActorOf(c), c.req.valid('json')));
  });
