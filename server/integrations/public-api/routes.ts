// The public API, mounted below /api/v1 from the list of its calls in the contract.
import { eq } from 'drizzle-orm';
import { type Context, Hono, type MiddlewareHandler } from 'hono';
import type * as z from 'zod/mini';
import type { AdminCourse } from '#sync/contract/organization.ts';
import { API_CALLS, type ApiCall, type ApiCalls } from '#sync/contract/public-api.ts';
import { Refusal } from '#sync/contract/refusal.ts';
import { scopeOf } from '../../analytics/scope.ts';
import { listAdminCourses, listOrganizationCourses } from '../../authoring/courses/admin-course.ts';
import { type Db, pick } from '../../db/client.ts';
import type { Deps, Http } from '../../deps.ts';
import { enrollPeople, unenrollPerson } from '../../enrollments/enroll-people.ts';
import type { WithActor } from '../../http/actor.ts';
import { type AuditActor, auditActorOf } from '../../http/audit-log.ts';
import {
  BODY_LIMIT_BYTES,
  LIST_BYTES,
  validate,
  validateId,
  validateQuery,
  validateUuid,
} from '../../http/validate.ts';
import { readOrganization } from '../../identity/require-organization.ts';
import { inviteMany } from '../../invitations/invite-many.ts';
import { removeMember } from '../../organizations/change-members.ts';
import type { Actor } from '../../permissions.ts';
import { readToken } from './api-tokens.ts';
import { openApiDocument } from './openapi.ts';
import { asOf, listApiPeople, listAssignments, listAttempts, listCertificates, listProgress } from './results.ts';
import { requireToken } from './token-actor.ts';

/** What a call is made with: who makes it, what was sent, and the ids in its path. */
interface Made<C extends ApiCall> {
  deps: Deps;
  caller: AuditActor;
  query: C extends { query: infer Q } ? z.output<Q> : undefined;
  body: C extends { body: infer B } ? z.output<B> : undefined;
  param: (name: string) => string | undefined;
}

type Handlers = {
  [Name in keyof ApiCalls]: (made: Made<ApiCalls[Name]>) => Promise<z.output<ApiCalls[Name]['answer']>>;
};

const HANDLERS: Handlers = {
  readToken: ({ deps, caller }) => readToken(deps.db, caller.actor),
  listPeople: ({ deps, caller, query }) => listApiPeople(deps.db, within(caller, query)),
  invitePeople: ({ deps, caller, body: { people, dryRun, ...of } }) => {
    const rows = people.map(({ courseId, ...row }) => ({ ...row, ...(courseId && { courseId: String(courseId) }) }));
    return inviteMany(deps, caller, { organizationId: oneOf(caller, of.organizationId), dryRun, rows });
  },
  removePerson: ({ deps, caller, query, param }) => {
    const userId = validateUuid(param('userId'), 'user_not_found');
    return removeMember(deps, caller, { organizationId: oneOf(caller, query.organizationId), userId });
  },
  listCourses: ({ deps, caller, query }) => listCourses(deps.db, caller, within(caller, query)),
  listAssignments: ({ deps, caller, query }) => listAssignments(deps.db, within(caller, query)),
  assign: ({ deps, caller, body }) => enrollPeople(deps, caller, body),
  withdraw: ({ deps, caller, param }) => {
    const courseId = validateId(param('courseId'), 'course_not_found');
    const userId = validateUuid(param('userId'), 'enrollment_not_found');
    return unenrollPerson(deps.db, caller, { courseId, userId });
  },
  listProgress: async ({ deps, caller, query }) => ({
    ...(await listProgress(deps.db, within(caller, query))),
    asOf: asOf(caller.now),
  }),
  listAttempts: async ({ deps, caller, query }) => ({
    ...(await listAttempts(deps.db, within(caller, query))),
    asOf: asOf(caller.now),
  }),
  listCertificates: async ({ deps, caller, query }) => ({
    ...(await listCertificates(deps.db, within(caller, query))),
    asOf: asOf(caller.now),
  }),
};

/** The query with the organization that it is about: the token's own, the one that it names, or with null all. */
function within<Q extends { organizationId?: string | undefined }>({ actor }: AuditActor, query: Q) {
  const { organizationId } = scopeOf(actor, query.organizationId);
  return { ...query, organizationId };
}

/** The one organization that a change is about. */
function oneOf({ actor }: AuditActor, named: string | undefined): string {
  const { organizationId } = scopeOf(actor, named);
  if (organizationId !== null) return organizationId;
  throw new Refusal('validation_failed', { field: 'organizationId' }, 'Name the organization: this token is for all.');
}

async function listCourses(
  db: Db,
  { actor }: AuditActor,
  { organizationId, ...query }: z.output<ApiCalls['listCourses']['query']> & { organizationId: string | null },
) {
  const newest = { ...query, sort: '-created' as const };
  const { courseGrants } = db.tables;
  const granted =
    organizationId === null
      ? []
      : await db
          .select(pick(courseGrants, 'courseId'))
          .from(courseGrants)
          .where(eq(courseGrants.organizationId, organizationId));
  const grants = new Set(granted.map(({ courseId }) => courseId));
  const accessTo = ({ id, organization }: AdminCourse) => {
    if (organizationId === null) return null;
    if (organization?.id === organizationId) return 'own' as const;
    return grants.has(id) ? ('granted' as const) : ('public' as const);
  };
  const { courses, nextCursor } =
    organizationId === null
      ? await listAdminCourses(db, actor, newest)
      : await listOrganizationCourses(
          db,
          { organization: await readOrganization(db, actor, organizationId), isSuperAdmin: actor.isSuperAdmin },
          { ...newest, among: 'listed' },
        );
  const rows = courses.map(({ isArchived = false, validMonths = null, ...course }) => ({
    ...pick(course, 'id', 'title', 'description', 'category', 'language', 'visibility', 'isPublished'),
    ...{ isArchived, ...pick(course, 'organization', 'lessonCount'), access: accessTo(course), validMonths },
  }));
  return { courses: rows, nextCursor };
}

export function publicApi(): Hono<Http> {
  const api = new Hono<Http>();
  api.get('/openapi.json', (c) => c.json(openApiDocument(c.var.deps)));
  for (const name of Object.keys(API_CALLS) as (keyof ApiCalls)[]) mount(api, name);
  return api;
}

function mount(api: Hono<Http>, name: keyof ApiCalls): void {
  const call: ApiCall = API_CALLS[name];
  const path = call.path.replaceAll(/\{(\w+)\}/g, ':$1');
  const checks: MiddlewareHandler[] = [requireToken(call.scope)];
  if (call.query) checks.push(validateQuery(call.query));
  const maxBytes = name === 'invitePeople' ? LIST_BYTES : BODY_LIMIT_BYTES;
  if (call.body) checks.push(validate(call.body, { maxBytes }));
  const answer = HANDLERS[name] as (made: Made<ApiCall>) => Promise<unknown>;
  api.on(call.method.toUpperCase(), [path], ...checks, async (c: Context<WithActor<Actor>>) => {
    const valid = (part: 'query' | 'json') => c.req.valid(part as never);
    return c.json(
      (await answer({
        deps: c.var.deps,
        caller: auditActorOf(c),
        query: call.query && valid('query'),
        body: call.body && valid('json'),
        param: (one) => c.req.param(one),
      })) as object,
    );
  });
}
