import * as z from 'zod/mini';
import { EMAIL_LIMIT, emailField } from './email.ts';
import { Id, requiredText } from './fields.ts';
import { GROUPS_LIMIT } from './group.ts';

export const INVITATION_ROLES = ['member', 'admin'] as const;

/** How long an invitation that makes admins can be used, unless its maker chose another time or none. */
export const ADMIN_INVITATION_DAYS = 14;

/** An invitation that was made just now is not unused yet; one that expired long ago is history. */
export const UNUSED_AFTER_DAYS = 7;
export const EXPIRED_LATELY_DAYS = 30;

/** Overview offers to extend what expires within so many days. */
export const INVITATION_SOON_DAYS = 7;

/** How much longer an invitation can be used once it was extended, from then on. */
export const EXTENDED_DAYS = 14;

/** The states that a list of invitations, and an act on all that match, can be narrowed by. */
export const INVITATION_STATES = ['unused'] as const;

/**
 * Why an invitation lost its force although no admin revoked it: its maker may no longer invite people, the organization was
 * switched off, or someone who could have used it to come back was removed or is no longer an admin.
 */
export const INVITATION_ENDS = ['maker', 'organization', 'departure'] as const;

/** Screens check a token only when it is longer than this. */
export const INVITATION_TOKEN_CHECKED_FROM = 6;

export const INVITATION_TOKEN_LIMIT = 200;

const Token = requiredText('Please enter your invitation token', INVITATION_TOKEN_LIMIT, 'Invalid invitation token');

/** Body of POST /api/enterprise/validate-invitation. */
export const InvitationCheck = z.object({ token: Token });

/**
 * Its response, always 200. An invalid token reveals nothing about its organization; with both details false it is
 * unknown.
 */
export type InvitationCheckAnswer = {
  valid: boolean;
  organization: string | null;
  role: (typeof INVITATION_ROLES)[number] | null;
  details: { expired: boolean; maxUsesReached: boolean };
  /** The only address that the invitation is for, to which it was mailed; null when anyone with the link may use it. */
  email: string | null;
  /** The course that comes with the invitation, if everyone may see it or the mail has named it; its picture in the first case. */
  course: { id: number; title: string; thumbnail: string | null } | null;
};

/** Body of POST /api/enterprise/magic-link-with-invitation. */
export const InvitedLink = z.object({
  email: z.pipe(
    requiredText('Please enter your email address', EMAIL_LIMIT, 'Please enter a valid email address'),
    emailField('Please enter a valid email address'),
  ),
  invitationToken: Token,
});
export type InvitedLink = z.infer<typeof InvitedLink>;

/** `success` means that a link was emailed. With `userExists` none was, and the person goes to `redirectTo`. */
export type InvitedLinkAnswer = {
  success: boolean;
  message: string;
  organization: string;
  userExists: boolean;
  redirectTo: string | null;
};

/**
 * The answer to POST /api/enterprise/accept-invitation, whose body is `InvitationUse`: a one-time link of the auth service for
 * the address of a mailed invitation. Without a link, `success` means that it was emailed.
 */
export type InvitationAccepted = InvitedLinkAnswer & { link: { tokenHash: string; type: string } | null };

/** Body of POST /api/enterprise/consume-invitation. */
export const InvitationUse = z.object({ invitationToken: Token });

/**
 * A 409 `invitation_already_used` instead means that this person has used it before, and may continue as after a
 * success.
 */
export const InvitationUseAnswer = z.object({
  success: z.literal(true),
  message: z.string(),
  /** Its name, for an app that says the same in another language. */
  organization: z.optional(z.string()),
  organizationId: z.string(),
  /** The course that the invitation enrolled the person in. */
  courseId: z.nullable(Id),
});
export type InvitationUseAnswer = z.infer<typeof InvitationUseAnswer>;

/** The most people that one list invites. */
export const INVITATIONS_LIMIT = 10_000;

/**
 * Body of POST /api/enterprise/admin/organizations/{id}/invitations: many people at once (R-Z6). Rows are validated one
 * by one.
 */
export const InvitationImport = z.object({
  dryRun: z.boolean(),
  rows: z
    .array(
      z.object({
        email: z.string().check(z.maxLength(1000)),
        role: z.optional(z.string().check(z.maxLength(1000))),
        /** The title or the id of a course. */
        courseId: z.optional(z.string().check(z.maxLength(1000))),
        /** The name of a group; one that the organization does not have is made. */
        group: z.optional(z.string().check(z.maxLength(1000))),
        /** The same of several. There are at most GROUPS_LIMIT: a row with one more is refused by itself. */
        groups: z.optional(z.array(z.string().check(z.maxLength(1000))).check(z.maxLength(GROUPS_LIMIT + 1))),
      }),
    )
    .check(
      z.minLength(1, 'The file has no rows.'),
      z.maxLength(INVITATIONS_LIMIT, `At most ${INVITATIONS_LIMIT} rows at a time.`),
    ),
});
export type InvitationImport = z.infer<typeof InvitationImport>;

/**
 * One outcome per row, in the order sent; `row` counts from 1. A dry run creates no invitations and sends no emails.
 */
export type InvitationImportAnswer = {
  dryRun: boolean;
  invited: number;
  /** People of the organization who come into the groups of their rows. */
  added: number;
  /** People of the organization who are already as their rows say, as in its own exported list. */
  same: number;
  refused: number;
  /** The groups that are made for these rows. */
  newGroups: string[];
  rows: {
    row: number;
    email: string;
    isInvited: boolean;
    isAdded: boolean;
    isSame: boolean;
    /** It is right, and will be done by a job: of many only the first are done at once. */
    isWaiting: boolean;
    /** The title of the course that comes with it. */
    course: string | null;
    field: string | null;
    /** Why nothing is done, or for whoever is added, to which groups. */
    reason: string | null;
  }[];
};

/** Body of POST .../invitations/{invitationId}/mail: nothing, or the right address. */
export const InvitedAgain = z.object({ email: z.optional(z.string().check(z.maxLength(1000))) });
export type InvitedAgain = z.infer<typeof InvitedAgain>;
