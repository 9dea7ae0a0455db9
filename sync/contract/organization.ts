import * as z from 'zod/mini';
import { Course } from './course.ts';
import { Count, Id, PAGE_FIELDS, requiredText, wholeNumber } from './fields.ts';
import { INVITATION_ENDS, INVITATION_ROLES } from './invitation.ts';

// Organizations and the people in them, as administrators see and change them.

export const ORGANIZATION_NAME_LIMIT = 100;
export const SLUG_LIMIT = 60;
export const MAX_USES_LIMIT = 1000;
export const DEFAULT_MAX_USES = 50;
/** The most people that one call may assign, enroll, remove or invite. */
export const BULK_LIMIT = 5_000;

const Named = z.object({ id: z.string(), name: z.string() });

/** Query of every administrative list: pages of at most 500 rows, and the last page's cursor. */
export const AdminPage = z.object(PAGE_FIELDS);
export type AdminPage = z.infer<typeof AdminPage>;
/** The same with a search; every word must occur. */
export const SearchedPage = z.extend(AdminPage, { search: z.optional(z.string().check(z.maxLength(200))) });
export type SearchedPage = z.infer<typeof SearchedPage>;
export const NextCursor = z.nullable(z.string());

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
const Name = requiredText(
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

/** Body of PUT /api/enterprise/admin/organizations/{id}: a new name, or deactivation and activation (decisions 16). */
export const OrganizationChange = z.object({ name: z.optional(Name), isActive: z.optional(z.boolean()) });
export type OrganizationChange = z.infer<typeof OrganizationChange>;

/** A row of GET /api/admin/organizations. */
export const OrganizationRow = z.object({
  id: z.string(),
  name: z.string(),
  slug: z.string(),
  isActive: z.boolean(),
  createdAt: z.string(),
  memberCount: Count,
  courseCount: Count,
});
export type OrganizationRow = z.infer<typeof OrganizationRow>;
/** Response of creating (201) and of changing an organization. */
export const OrganizationKept = z.object({ organization: OrganizationRow });
/** Response of GET /api/admin/organizations?search=&cursor=&limit=, newest first. */
export const OrganizationList = z.object({ organizations: z.array(OrganizationRow), nextCursor: NextCursor });

/** A row of GET /api/enterprise/admin/organizations, which calls the same thing `is_active`. */
export const EnterpriseOrganization = z.object({
  id: z.string(),
  name: z.string(),
  slug: z.string(),
  is_active: z.boolean(),
  createdAt: z.string(),
});
export type EnterpriseOrganization = z.infer<typeof EnterpriseOrganization>;
export const EnterpriseOrganizationList = z.object({
  organizations: z.array(EnterpriseOrganization),
  nextCursor: NextCursor,
});

export const PEOPLE_ROLES = ['all', 'super', 'org_admin', 'regular'] as const;
/** Query of GET /api/admin/users. */
export const PeopleQuery = z.extend(SearchedPage, { role: z._default(z.enum(PEOPLE_ROLES), 'all') });
export type PeopleQuery = z.infer<typeof PeopleQuery>;

/** A row of GET /api/admin/users. */
export const UserRow = z.object({
  id: z.string(),
  email: z.string(),
  full_name: z.nullable(z.string()),
  organization_id: z.nullable(z.string()),
  organization: z.nullable(Named),
  is_org_admin: z.boolean(),
  is_super_admin: z.boolean(),
  created_at: z.string(),
});
export type UserRow = z.infer<typeof UserRow>;
export const UserList = z.object({ users: z.array(UserRow), nextCursor: NextCursor });

/** A member and their progress over every course they may take; `averageCompletion` is a whole percent. */
export const MemberRow = z.object({
  id: z.string(),
  email: z.string(),
  full_name: z.nullable(z.string()),
  isOrgAdmin: z.boolean(),
  createdAt: z.string(),
  /** Their latest progress; null before any. */
  lastActivityAt: z.nullable(z.string()),
  progressStats: z.object({
    averageCompletion: Count,
    completedCourses: Count,
    inProgressCourses: Count,
    notStartedCourses: Count,
  }),
});
export type MemberRow = z.infer<typeof MemberRow>;
/** Response of GET /api/enterprise/admin/organizations/{id}/users?search=&cursor=&limit=, newest first. */
export const MemberList = z.object({ users: z.array(MemberRow), nextCursor: NextCursor });

/** Somebody who is no member and can open a course of the organization all the same, because they were enrolled by hand. */
export const OutsiderRow = z.object({
  userId: z.string(),
  email: z.string(),
  full_name: z.nullable(z.string()),
  course: z.object({ id: Id, title: z.string() }),
  enrolledAt: z.string(),
  lastActivityAt: z.nullable(z.string()),
});
export type OutsiderRow = z.infer<typeof OutsiderRow>;
/** Response of GET /api/enterprise/admin/organizations/{id}/outsiders?cursor=&limit=. */
export const OutsiderList = z.object({ outsiders: z.array(OutsiderRow), nextCursor: NextCursor });

/** Body of PUT /api/enterprise/admin/organizations/{id}/users/{userId}. */
export const MemberChange = z.object({ isOrgAdmin: z.boolean() });
export type MemberChange = z.infer<typeof MemberChange>;

const People = z.array(z.uuid()).check(z.minLength(1), z.maxLength(BULK_LIMIT));

/** Body of POST /api/admin/assign-user-to-organization: one person or several; null removes them from theirs. */
export const Assignment = z.object({
  userId: z.optional(z.uuid()),
  userIds: z.optional(People),
  organizationId: z.nullable(z.uuid()),
});
export type Assignment = z.infer<typeof Assignment>;

/** Body of POST /api/enterprise/admin/organizations/{id}/remove-users. */
export const Removal = z.object({ userIds: People });
export type Removal = z.infer<typeof Removal>;

/** Body of POST /api/admin/courses/{id}/enrollments. */
export const Enrollment = z.object({ userIds: People });
export type Enrollment = z.infer<typeof Enrollment>;

/** Response of a bulk action; those left out have a reason. */
export const BulkOutcome = z.object({
  message: z.string(),
  changed: Count,
  left: z.array(z.object({ userId: z.string(), reason: z.string() })),
});
export type BulkOutcome = z.infer<typeof BulkOutcome>;

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
});
export type NewInvitationForm = z.infer<typeof NewInvitationForm>;

/** An invitation in a list; its token is shown only once, when it is created. */
export const InvitationRow = z.object({
  id: z.string(),
  role: z.enum(INVITATION_ROLES),
  uses: Count,
  maxUses: Count,
  email: z.nullable(z.string()),
  course: z.nullable(z.object({ id: Id, title: z.string() })),
  createdAt: z.string(),
  createdBy: z.nullable(z.string()),
  expiresAt: z.nullable(z.string()),
  revokedAt: z.nullable(z.string()),
  /** Null where an admin revoked it, and while nothing but time and uses ends it. */
  endedBy: z.nullable(z.enum(INVITATION_ENDS)),
});
export type InvitationRow = z.infer<typeof InvitationRow>;
/** Response of GET /api/enterprise/admin/organizations/{id}/invitations, newest first. */
export const InvitationList = z.object({ invitations: z.array(InvitationRow), nextCursor: NextCursor });

/** Response of create-invitation, the only one with the token. */
export const InvitationMade = z.object({ token: z.string(), invitation: InvitationRow });
export type InvitationMade = z.infer<typeof InvitationMade>;

/**
 * Body of POST /api/enterprise/admin/organizations/{id}/invitations: many people at once (Z6). Rows are validated one
 * by one.
 */
export const ManyInvitations = z.object({
  dryRun: z.boolean(),
  rows: z
    .array(
      z.object({
        email: z.string().check(z.maxLength(1000)),
        role: z.optional(z.string().check(z.maxLength(1000))),
        courseId: z.optional(z.string().check(z.maxLength(1000))),
      }),
    )
    .check(z.minLength(1, 'The file has no rows.'), z.maxLength(BULK_LIMIT, `At most ${BULK_LIMIT} rows at a time.`)),
});
export type ManyInvitations = z.infer<typeof ManyInvitations>;

/**
 * One outcome per row, in the order sent; `row` counts from 1. A dry run creates no invitations and sends no emails.
 */
export const ManyInvited = z.object({
  dryRun: z.boolean(),
  invited: Count,
  refused: Count,
  rows: z.array(
    z.object({
      row: Count,
      email: z.string(),
      isInvited: z.boolean(),
      field: z.nullable(z.string()),
      reason: z.nullable(z.string()),
    }),
  ),
});
export type ManyInvited = z.infer<typeof ManyInvited>;

/** Body of POST /api/enterprise/admin/grant-course-access, and of .../revoke-course-access. */
export const CourseGrant = z.object({ courseId: Id, organizationId: z.uuid('Please select an organization first.') });
export type CourseGrant = z.infer<typeof CourseGrant>;

/** A course in an administrative list. */
export const AdminCourse = z.extend(Course, {
  createdAt: z.string(),
  organizationId: z.nullable(z.string()),
  organization: z.nullable(Named),
});
export type AdminCourse = z.infer<typeof AdminCourse>;
/** Response of creating (201) and changing a course, and of GET /api/admin/courses/{id}. */
export const CourseKept = z.object({ course: AdminCourse });
/** Response of GET /api/admin/courses?search=&cursor=&limit=, newest first. */
export const AdminCourseList = z.object({ courses: z.array(AdminCourse), nextCursor: NextCursor });

/** A course of an organization: its own, or one it was granted. */
export const OrganizationCourse = z.extend(AdminCourse, { isGranted: z.boolean() });
export type OrganizationCourse = z.infer<typeof OrganizationCourse>;
export const OrganizationCourseList = z.object({ courses: z.array(OrganizationCourse), nextCursor: NextCursor });

/**
 * Response of GET /api/admin/courses/{id}/lessons/refresh (decisions 11); `count` is 0 when there is no such course.
 */
export const RefreshedLessons = z.object({
  message: z.string(),
  courseId: Id,
  count: Count,
  lessons: z.array(z.object({ id: Id, title: z.string(), orderIndex: z.int(), duration: Count })),
});
export type RefreshedLessons = z.infer<typeof RefreshedLessons>;

/** Response of POST /api/admin/cleanup-course-duplicates. */
export const CleanedUp = z.object({ message: z.string(), removed: Count, kept: Count });
export type CleanedUp = z.infer<typeof CleanedUp>;

/** Response of an action that has nothing else to return. */
export const Told = z.object({ message: z.string() });
export type Told = z.infer<typeof Told>;
