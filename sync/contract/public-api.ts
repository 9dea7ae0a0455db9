import * as z from 'zod/mini';
import { API_SCOPES, type ApiScope } from './api-token.ts';
import { VISIBILITIES } from './course.ts';
import { Day, ENROLLING_FIELDS } from './due.ts';
import { Count, Id, PAGE_FIELDS, SEARCH_FIELD } from './fields.ts';
import { GROUPS_LIMIT } from './group.ts';
import { INVITATION_ROLES, INVITATIONS_LIMIT } from './invitation.ts';
import { BULK_LIMIT } from './organization.ts';
import type { RefusalCode } from './refusal.ts';

// The public API: every call that an API token can make, below /api/v1. The server validates by these shapes, and its OpenAPI
// document is made from them. A published shape only grows.

const Time = z.iso.datetime({ offset: true });
const Named = z.object({ id: z.uuid(), name: z.string() });
const Percent = z.int().check(z.gte(0), z.lte(100));
const NextCursor = z.nullable(z.string());
/** A text of at most as many characters as a cell of a file. */
const Cell = z.string().check(z.maxLength(1000));

/** A token of one organization names none, or its own. One of the whole installation without it lists everything. */
const OF = { organizationId: z.optional(z.uuid()) };
const PAGE = { ...OF, ...PAGE_FIELDS };
/** PostgreSQL reads no year of more than four digits, and none before 1: judged by the moment, which an offset moves. */
const isInYears1To9999 = (time: string) => {
  const year = new Date(time).getUTCFullYear();
  return year >= 1 && year <= 9999;
};
/** What people did from then on; of certificates, also what was revoked. */
const SINCE = {
  since: z.optional(Time.check(z.refine(isInYears1To9999, 'Give a time in the years 0001 to 9999.'))),
};
const ABOUT = { userId: z.optional(z.uuid()), courseId: z.optional(z.coerce.number().check(z.int(), z.positive())) };
/**
 * Keep that of the first page, and send it as the next `since` once you have followed the cursors to the end: a row may come twice. Attempts
 * are complete that way. Progress that was recounted, and certificates issued thereby, may have an older time: a full read finds them.
 */
const AS_OF = { asOf: Time };

/** What is granted and public at once is granted. */
export const COURSE_ACCESS = ['own', 'granted', 'public'] as const;

/** Whoever has no address has a name by which they sign in, which is theirs alone in their organization. */
const addressed = { email: z.nullable(z.string()), signInName: z.optional(z.string()) };
const whose = { userId: z.uuid(), ...addressed, name: z.nullable(z.string()) };
const what = { courseId: Id, courseTitle: z.string() };

export const ApiPerson = z.object({
  id: z.uuid(),
  ...addressed,
  /** What the organization calls them in its other lists. */
  personnelNumber: z.optional(z.string()),
  name: z.nullable(z.string()),
  organization: z.nullable(Named),
  role: z.enum(INVITATION_ROLES),
  groups: z.array(z.object({ id: z.uuid(), name: z.string(), isLead: z.boolean() })),
  createdAt: Time,
});
export type ApiPerson = z.infer<typeof ApiPerson>;

export const ApiAssignment = z.object({
  ...whose,
  ...what,
  enrolledAt: Time,
  dueOn: z.nullable(Day),
  completedAt: z.nullable(Time),
});
export type ApiAssignment = z.infer<typeof ApiAssignment>;

export const ApiProgress = z.object({
  ...whose,
  ...what,
  percent: Percent,
  pointsEarned: Count,
  totalPoints: Count,
  /** 1, and one more after each renewal. */
  round: z.int().check(z.gte(1)),
  enrolledAt: Time,
  dueOn: z.nullable(Day),
  lastActivityAt: z.nullable(Time),
  completedAt: z.nullable(Time),
});
export type ApiProgress = z.infer<typeof ApiProgress>;

export const ApiAttempt = z.object({
  id: Id,
  ...whose,
  ...what,
  lessonId: Id,
  lessonTitle: z.string(),
  score: Percent,
  passed: z.boolean(),
  durationMs: z.nullable(Count),
  submittedAt: Time,
});
export type ApiAttempt = z.infer<typeof ApiAttempt>;

export const ApiCertificate = z.object({
  serial: z.string(),
  ...whose,
  courseId: z.nullable(Id),
  /** As they stand on the certificate. */
  learnerName: z.string(),
  courseTitle: z.string(),
  issuedAt: Time,
  validUntil: z.nullable(Day),
  revokedAt: z.nullable(Time),
});
export type ApiCertificate = z.infer<typeof ApiCertificate>;

const Outcome = z.object({
  message: z.string(),
  changed: Count,
  /** Whoever was left out, and why. */
  left: z.array(z.object({ userId: z.string(), reason: z.string() })),
  /** What was done, for those of whom the call does not say it. */
  notes: z.optional(z.array(z.object({ userId: z.string(), note: z.string() }))),
  /** The last so many of those who were named are still being done. */
  waiting: z.optional(Count),
});
const Done = z.object({ message: z.string() });

type Shape = z.ZodMiniType;

/** `path` is below /api/v1. Without a scope every token may make the call. */
export interface ApiCall {
  method: 'get' | 'post' | 'delete';
  path: string;
  scope: ApiScope | null;
  summary: string;
  query?: Shape;
  body?: Shape;
  answer: Shape;
  /** Besides those that every call may be refused with. */
  refusals?: readonly RefusalCode[];
}

export const API_CALLS = {
  readToken: {
    method: 'get',
    path: '/token',
    scope: null,
    summary: 'What this token is, for trying a connection',
    answer: z.object({
      name: z.string(),
      scopes: z.array(z.enum(API_SCOPES)),
      /** Null for the whole installation. */
      organization: z.nullable(Named),
      expiresAt: Time,
    }),
  },
  listPeople: {
    method: 'get',
    path: '/people',
    scope: 'people:read',
    summary: 'People with their groups, the oldest first',
    query: z.object({ ...PAGE, ...SEARCH_FIELD, group: z.optional(z.uuid()) }),
    answer: z.object({ people: z.array(ApiPerson), nextCursor: NextCursor }),
    refusals: ['organization_not_found'],
  },
  invitePeople: {
    method: 'post',
    path: '/people',
    scope: 'people:write',
    summary: 'Invites people by email; each row is judged alone, and a dry run changes nothing',
    body: z.object({
      ...OF,
      dryRun: z._default(z.boolean(), false),
      people: z
        .array(
          z.object({
            email: Cell,
            role: z.optional(Cell),
            /** Joining also enrolls in this course. */
            courseId: z.optional(Id),
            /** The name of a group; one that is not there yet is made. */
            group: z.optional(Cell),
            /** The same of several. */
            groups: z.optional(z.array(Cell).check(z.maxLength(GROUPS_LIMIT))),
          }),
        )
        .check(z.minLength(1), z.maxLength(INVITATIONS_LIMIT)),
    }),
    answer: z.object({
      dryRun: z.boolean(),
      invited: Count,
      /** People who are members already and come into the groups of their rows; nobody writes to them. */
      added: Count,
      refused: Count,
      /** People who are members already and would stay as they are. */
      same: Count,
      newGroups: z.array(z.string()),
      rows: z.array(
        z.object({
          row: z.int(),
          email: z.string(),
          isInvited: z.boolean(),
          isAdded: z.boolean(),
          isSame: z.boolean(),
          /** A job is still to do it: of many only the first are done at once. */
          isWaiting: z.boolean(),
          /** The title of the course that comes with it. */
          course: z.nullable(z.string()),
          field: z.nullable(z.string()),
          reason: z.nullable(z.string()),
        }),
      ),
    }),
    refusals: ['organization_not_found', 'organization_inactive'],
  },
  removePerson: {
    method: 'delete',
    path: '/people/{userId}',
    scope: 'people:write',
    summary: 'Takes a person out of the organization; their account, progress and certificates stay',
    query: z.object(OF),
    answer: Done,
    refusals: ['organization_not_found', 'user_not_found', 'cannot_remove_self', 'last_admin'],
  },
  listCourses: {
    method: 'get',
    path: '/courses',
    scope: 'courses:read',
    summary: 'The courses of the organization and those that its people can take, granted or public, the newest first',
    query: z.object({ ...PAGE, ...SEARCH_FIELD }),
    answer: z.object({
      courses: z.array(
        z.object({
          id: Id,
          title: z.string(),
          description: z.string(),
          category: z.string(),
          language: z.string(),
          visibility: z.enum(VISIBILITIES),
          isPublished: z.boolean(),
          isArchived: z.boolean(),
          /** Null for a course of the installation. */
          organization: z.nullable(Named),
          /** Why the organization has it: its own, granted to it, or public for everyone. Null in the list of the whole installation. */
          access: z.nullable(z.enum(COURSE_ACCESS)),
          lessonCount: Count,
          /** For how many months its certificates are valid; null for good. */
          validMonths: z.nullable(z.int()),
        }),
      ),
      nextCursor: NextCursor,
    }),
    refusals: ['organization_not_found'],
  },
  listAssignments: {
    method: 'get',
    path: '/assignments',
    scope: 'assignments:read',
    summary: 'Who is enrolled by an admin, with due dates, by course and time of enrollment',
    query: z.object({ ...PAGE, ...ABOUT }),
    answer: z.object({ assignments: z.array(ApiAssignment), nextCursor: NextCursor }),
    refusals: ['organization_not_found'],
  },
  assign: {
    method: 'post',
    path: '/assignments',
    scope: 'assignments:write',
    summary: 'Enrolls people in a course, or changes the due date of those who are enrolled',
    body: z.object({
      courseId: Id,
      userIds: z.array(z.uuid()).check(z.minLength(1), z.maxLength(BULK_LIMIT)),
      ...ENROLLING_FIELDS,
    }),
    answer: Outcome,
    refusals: ['course_not_found', 'course_archived', 'due_date_past'],
  },
  withdraw: {
    method: 'delete',
    path: '/assignments/{courseId}/{userId}',
    scope: 'assignments:write',
    summary: 'Withdraws an enrollment that an admin made; progress is kept',
    answer: Done,
    refusals: ['course_not_found', 'enrollment_not_found'],
  },
  listProgress: {
    method: 'get',
    path: '/results/progress',
    scope: 'results:read',
    summary: 'Progress in courses, by course and time of enrollment',
    query: z.object({ ...PAGE, ...ABOUT, ...SINCE }),
    answer: z.object({ progress: z.array(ApiProgress), nextCursor: NextCursor, ...AS_OF }),
    refusals: ['organization_not_found'],
  },
  listAttempts: {
    method: 'get',
    path: '/results/attempts',
    scope: 'results:read',
    summary: 'Attempts at quizzes, the oldest first',
    query: z.object({ ...PAGE, ...ABOUT, ...SINCE }),
    answer: z.object({ attempts: z.array(ApiAttempt), nextCursor: NextCursor, ...AS_OF }),
    refusals: ['organization_not_found'],
  },
  listCertificates: {
    method: 'get',
    path: '/results/certificates',
    scope: 'results:read',
    summary: 'Certificates, the oldest first; with since also those that were revoked since then',
    query: z.object({ ...PAGE, ...ABOUT, ...SINCE }),
    answer: z.object({ certificates: z.array(ApiCertificate), nextCursor: NextCursor, ...AS_OF }),
    refusals: ['organization_not_found'],
  },
} as const satisfies Record<string, ApiCall>;

export type ApiCalls = typeof API_CALLS;
