import * as z from 'zod/mini';
import { type CourseCertificate, type HeldCertificate, PEOPLE_CERTIFICATES } from './certificate.ts';
import { type Course, VISIBILITIES } from './course.ts';
import { ENROLLING_FIELDS } from './due.ts';
import { Count, Id, MAX_ID, PAGE_FIELDS, type PageEnd, requiredText, SEARCH_FIELD, wholeNumber } from './fields.ts';
import type { GroupMembership } from './group.ts';
import { type INVITATION_ENDS, INVITATION_ROLES, INVITATION_STATES } from './invitation.ts';
import { Language } from './language.ts';
import type { MailStatus } from './mail.ts';
import { requiredName } from './name.ts';
import { PEOPLE_STANDINGS } from './standing.ts';

// Organizations and the people in them, as administrators see and change them.

export const ORGANIZATION_NAME_LIMIT = 100;
export const SLUG_LIMIT = 60;
export const MAX_USES_LIMIT = 1000;
export const DEFAULT_MAX_USES = 50;
/** The most people that one call may assign, enroll, remove or invite. */
export const BULK_LIMIT = 5_000;

type Named = { id: string; name: string };

/** Query of every administrative list: pages of at most 500 rows, and the last page's cursor. */
export const AdminPage = z.object(PAGE_FIELDS);
export type AdminPage = z.infer<typeof AdminPage>;
/** The same with a search; every word must occur. */
export const SearchedPage = z.extend(AdminPage, SEARCH_FIELD);
export type SearchedPage = z.infer<typeof SearchedPage>;

/** Suggests a slug for a name: 'Demo Inspections, Ltd.' gives 'demo-inspections-ltd'. May be empty. */
export function slugOf(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, SLUG_LIMIT)
    .replace(/-+$/, '');
}

const NAME_AND_SLUG = 'Please fill in both organization name and slug.';
const Name = requiredName(
  NAME_AND_SLUG,
  ORGANIZATION_NAME_LIMIT,
  `The name may have at most ${ORGANIZATION_NAME_LIMIT} characters.`,
);

const Slug = requiredText(NAME_AND_SLUG, SLUG_LIMIT, `The slug may have at most ${SLUG_LIMIT} characters.`).check(
  z.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'The slug may hold lower-case letters, digits and single hyphens between them.'),
);

/** Body of POST /api/enterprise/admin/organizations; a slug in use is refused with 409 `slug_taken` and the field. */
export const NewOrganization = z.object({ name: Name, slug: Slug });
export type NewOrganization = z.infer<typeof NewOrganization>;

/**
 * Body of PUT /api/enterprise/admin/organizations/{id}: a new name, the language of its people who have chosen none,
 * or deactivation and activation (P-16). A `seenRev` that is not current is refused with 409 `organization_changed`, a language that is not
 * offered with 422 `language_not_offered`.
 */
export const OrganizationChange = z.object({
  name: z.optional(Name),
  language: z.optional(z.nullable(Language)),
  isActive: z.optional(z.boolean()),
  seenRev: z.optional(Count),
});
export type OrganizationChange = z.infer<typeof OrganizationChange>;

/** A row of GET /api/admin/organizations. */
export type OrganizationRow = {
  id: string;
  name: string;
  slug: string;
  isActive: boolean;
  language: string | null;
  /** Sent back as `seenRev`. */
  rev: number;
  createdAt: string;
  memberCount: number;
  courseCount: number;
};

/** Query of GET /api/admin/organizations. */
export const OrganizationsQuery = z.extend(SearchedPage, {
  sort: z._default(z.enum(['-created', 'created', 'name', '-name']), '-created'),
  status: z.optional(z.enum(['active', 'inactive'])),
});
export type OrganizationsQuery = z.infer<typeof OrganizationsQuery>;

/** A row of GET /api/enterprise/admin/organizations, which calls the same thing `is_active`. */
export type EnterpriseOrganization = {
  id: string;
  name: string;
  slug: string;
  is_active: boolean;
  createdAt: string;
};

const PEOPLE_ROLES = ['all', 'super', 'org_admin', 'regular'] as const;
/** What lists of people are sorted by; with a minus in front from the last to the first. */
export const PEOPLE_ORDERS = ['-created', 'created', 'name', '-name'] as const;
/** Query of GET /api/admin/users. Every word of the search must begin a word of the name or of the address. */
export const PeopleQuery = z.extend(SearchedPage, {
  role: z._default(z.enum(PEOPLE_ROLES), 'all'),
  sort: z._default(z.enum(PEOPLE_ORDERS), '-created'),
});
export type PeopleQuery = z.infer<typeof PeopleQuery>;

/** A row of GET /api/admin/users. */
export type UserRow = {
  id: string;
  email: string;
  full_name: string | null;
  organization_id: string | null;
  organization: Named | null;
  is_org_admin: boolean;
  is_super_admin: boolean;
  /** Null where a hosted project knows it and we do not. */
  has_two_step: boolean | null;
  created_at: string;
};

/**
 * Response of GET /api/admin/unconfirmed: who has signed up and never followed the link of the mail, newest first.
 * Null where this server holds no secret key of the auth service.
 */
export type UnconfirmedList = { people: { id: string; email: string; createdAt: string }[] | null };

/** A member and their progress over the courses that they take; `averageCompletion` is a whole percent, 0 where there is none. */
export type MemberRow = {
  id: string;
  /** Of a person without an address their sign-in name, here and in all that names people: it has no @. */
  email: string;
  /** What the organization calls them in its other lists; absent without one. */
  number?: string;
  full_name: string | null;
  isOrgAdmin: boolean;
  createdAt: string;
  groups: GroupMembership[];
  /** The earliest day that one of their courses is due on, past or not; null when nothing is due. */
  dueOn: string | null;
  /** The course that is due then, and how many others are due; absent for a course that the organization does not know. */
  dueIn?: { course: { id: number; title: string }; others: number };
  /** When they were last emailed about something that is still due, by whomever, and what became of the last email (decision 350). */
  remindedAt: string | null;
  reminder?: MailStatus | null;
  /** The course whose certificate ends first, past or not, of those that the list was narrowed by, and how many others do. */
  certificateEnds: { on: string; course: { id: number; title: string }; others: number } | null;
  /** In the course that the list is about, where it is about one. */
  certified?: CourseCertificate;
  /** Their latest progress; null before any. */
  lastActivityAt: string | null;
  progressStats: {
    averageCompletion: number;
    completedCourses: number;
    inProgressCourses: number;
    notStartedCourses: number;
  };
};

/** Query of GET /api/enterprise/admin/organizations/{id}/outsiders. */
export const OutsidersQuery = z.extend(SearchedPage, { sort: z._default(z.enum(['name', '-name']), 'name') });
export type OutsidersQuery = z.infer<typeof OutsidersQuery>;

/** A person outside the organization who can open one of its courses, because they were enrolled by hand. */
export type OutsiderRow = {
  userId: string;
  email: string;
  full_name: string | null;
  course: { id: number; title: string };
  enrolledAt: string;
  lastActivityAt: string | null;
};

/** Someone who has left the organization and is not back. */
export type FormerPerson = {
  userId: string;
  full_name: string | null;
  leftAt: string;
  /** Of courses of the organization, or open to it, issued before they left. */
  certificates: Pick<HeldCertificate, 'serial' | 'courseTitle' | 'issuedAt' | 'validUntil' | 'revokedAt'>[];
};

/** Query of GET /api/enterprise/admin/organizations/{id}/users. */
export const MembersQuery = z.extend(PeopleQuery, {
  standing: z.optional(z.enum(PEOPLE_STANDINGS)),
  certificates: z.optional(z.enum(PEOPLE_CERTIFICATES)),
  /**
   * One that the organization has: rows tell the certificate of it, and `certificates` is about it alone. Without `certificates`, or with
   * `standing` or `stopped`, only who is enrolled in it, and standing, due dates and progress are those in it (decision 178).
   */
  course: z.optional(z.coerce.number().check(z.int(), z.positive(), z.lte(MAX_ID))),
  /** A lesson of `course`: who stopped at it, as its drop-off counts them. Nobody without the course, or at a lesson that it does not show. */
  stopped: z.optional(z.coerce.number().check(z.int(), z.positive(), z.lte(MAX_ID))),
  group: z.optional(z.uuid()),
  /**
   * By activity only the latest first, by progress only where at most 2,000 people match (decision 178), by the ends of certificates also where the list is narrowed by them.
   * Whoever has no activity, due date, course or such certificate comes last.
   */
  sort: z._default(
    z.enum([...PEOPLE_ORDERS, '-activity', 'due', '-due', 'progress', '-progress', 'ends', '-ends']),
    '-created',
  ),
});
export type MembersQuery = z.infer<typeof MembersQuery>;

/** Body of PUT /api/enterprise/admin/organizations/{id}/users/{userId}. */
export const MemberChange = z.object({ isOrgAdmin: z.boolean() });

export const People = z.array(z.uuid()).check(z.minLength(1), z.maxLength(BULK_LIMIT));

/** Body of POST /api/admin/assign-user-to-organization: one person or several; null removes them from theirs. */
export const Assignment = z.object({
  userId: z.optional(z.uuid()),
  userIds: z.optional(People),
  organizationId: z.nullable(z.uuid()),
  /** Where the person was when it was decided; someone who is elsewhere by now stays there. */
  fromOrganizationId: z.optional(z.nullable(z.uuid())),
  /** The same for each of `userIds`, in their order. */
  fromOrganizationIds: z.optional(z.array(z.nullable(z.uuid())).check(z.maxLength(BULK_LIMIT))),
});
export type Assignment = z.infer<typeof Assignment>;

/** Body of POST /api/admin/courses/{id}/enrollments. */
export const Enrollment = z.object({ userIds: People, ...ENROLLING_FIELDS });

/** Body of POST /api/admin/courses/{id}/renewals, which begins the next round of a person. */
export const Renewal = z.object({ userId: z.uuid().check(z.toLowerCase()), ...ENROLLING_FIELDS });

/** A row of GET /api/admin/courses/{id}/auto-enrollments: who joins the organization, or this group of it, is enrolled. */
export type AutoEnrollment = {
  organization: Named;
  group: Named | null;
  dueOn: string | null;
  dueInDays: number | null;
  createdAt: string;
};

/** Response of a bulk action; those left out have a reason. */
export type BulkOutcome = {
  message: string;
  changed: number;
  left: { userId: string; reason: string }[];
  /** The last so many of those who were named are still being done by a job. */
  waiting?: number;
  /** What was done, for those of whom that is not said by the act alone: in which of several courses. */
  notes?: { userId: string; note: string }[];
};

/** Body of POST /api/enterprise/admin/create-invitation. */
export const NewInvitationForm = z.object({
  organizationId: z.uuid('Please select an organization first.'),
  role: z._default(z.enum(INVITATION_ROLES), 'member'),
  maxUses: z._default(
    wholeNumber('Max uses must be a whole number from 1 to 1000.', 1, MAX_USES_LIMIT),
    DEFAULT_MAX_USES,
  ),
  /** ISO 8601, in the future. Absent, an invitation of admins ends after ADMIN_INVITATION_DAYS; null means never. */
  expiresAt: z.nullish(z.iso.datetime({ offset: true })),
  courseId: z.nullish(Id),
  groupId: z.nullish(z.uuid()),
});
export type NewInvitationForm = z.infer<typeof NewInvitationForm>;

/** Query of GET /api/enterprise/admin/organizations/{id}/invitations. The search is about the address. */
export const InvitationsQuery = z.extend(SearchedPage, {
  sort: z._default(z.enum(['-created', 'created', 'uses', '-uses']), '-created'),
  /** Those that lead into this group. */
  group: z.optional(z.uuid()),
  /** Those that no one has used for a week, and that work or have expired lately. */
  state: z.optional(z.enum(INVITATION_STATES)),
});
export type InvitationsQuery = z.infer<typeof InvitationsQuery>;

/** An invitation in a list; its token is shown only once, when it is created. */
export type InvitationRow = {
  id: string;
  role: (typeof INVITATION_ROLES)[number];
  uses: number;
  maxUses: number;
  email: string | null;
  course: { id: number; title: string } | null;
  /** The groups that it leads into. */
  groups: Named[];
  createdAt: string;
  createdBy: string | null;
  expiresAt: string | null;
  revokedAt: string | null;
  /** Null where an admin revoked it, and while nothing but time and uses ends it. */
  endedBy: (typeof INVITATION_ENDS)[number] | null;
  /** What became of the email to the only address that it is for. */
  mail?: MailStatus;
};

/** Response of create-invitation, the only one with the token. */
export type InvitationAnswer = { token: string; invitation: InvitationRow };

/** Body of POST /api/enterprise/admin/grant-course-access, and of .../revoke-course-access. */
export const CourseGrant = z.object({ courseId: Id, organizationId: z.uuid('Please select an organization first.') });
export type CourseGrant = z.infer<typeof CourseGrant>;

/** A course in an administrative list. `rev` is sent back as `seenRev`. */
export type AdminCourse = Course & {
  rev: number;
  createdAt: string;
  organizationId: string | null;
  organization: Named | null;
};

/**
 * Response of GET /api/admin/courses/{id}/use: what deleting the course would delete (all but the certificates), over
 * every organization. `learners` are enrolled, `underWay` of them have begun and not completed it.
 */
export type CourseUse = {
  lessons: number;
  learners: number;
  underWay: number;
  completed: number;
  certificates: number;
};

export const COURSE_STATES = ['published', 'draft', 'archived'] as const;

/** Query of GET /api/admin/courses. */
export const AdminCoursesQuery = z.extend(SearchedPage, {
  /** '-access': those that the caller can edit come first. Without one the newest do, of a search the titles that are it or begin so. */
  sort: z.optional(z.enum(['-created', 'created', 'title', '-title', '-access'])),
  category: z.optional(z.string().check(z.maxLength(200))),
  visibility: z.optional(z.enum(VISIBILITIES)),
  status: z.optional(z.enum(COURSE_STATES)),
  /** With 'usable' an org admin also gets what the organization's people can take and others edit: public and granted courses. */
  among: z.optional(z.literal('usable')),
  /** Those that the caller can edit, or the others. */
  access: z.optional(z.enum(['edit', 'view'])),
  /** Those that enroll whoever joins an organization or a group that the caller runs. */
  enrolls: z.optional(z.literal('automatic')),
  /** With the figures of each. */
  figures: z.optional(z.literal('true')),
});
export type AdminCoursesQuery = z.infer<typeof AdminCoursesQuery>;

/**
 * Query of GET /api/enterprise/admin/organizations/{id}/courses: its own and granted courses, or those that its people can
 * take (the public ones too), or those that the caller can enroll its people in by hand, or of these those that whoever joins it
 * is enrolled in.
 */
export const OrganizationCoursesQuery = z.extend(SearchedPage, {
  among: z.optional(z.enum(['takable', 'enrollable', 'automatic'])),
  /** '-access': its own come first. Without one as AdminCoursesQuery. */
  sort: z.optional(z.enum(['-created', 'created', 'title', '-title', '-access'])),
  visibility: z.optional(z.enum(VISIBILITIES)),
  status: z.optional(z.enum(COURSE_STATES)),
  /** Its own, which its admins edit, or those that others do. */
  access: z.optional(z.enum(['edit', 'view'])),
});
export type OrganizationCoursesQuery = z.infer<typeof OrganizationCoursesQuery>;

/** Response of GET /api/admin/courses. Only the first page has the categories that its courses have, filtered or not. */
export type AdminCourseList = { courses: ListedCourse[]; categories?: string[] } & PageEnd;

/** `isEditable` is false for a course that the caller's people can take and another organization, or none, edits. `rules` are the first of those
 * that enroll whoever joins, as far as the caller runs the organizations, and `ruleCount` how many there are. */
export type ListedCourse = AdminCourse & {
  isEditable: boolean;
  rules?: Omit<AutoEnrollment, 'createdAt'>[];
  ruleCount?: number;
  /** Of the caller's people, where they were asked for: how many take it, have completed it, and are late in it. */
  figures?: { enrolled: number; completed: number; overdue: number };
};

/** A course of an organization: its own, or one that others edit. */
export type OrganizationCourse = AdminCourse & { isGranted: boolean };
