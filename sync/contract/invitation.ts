import * as z from 'zod/mini';
import { Id, requiredText } from './course.ts';

export const INVITATION_ROLES = ['member', 'admin'] as const;

/** Screens ask about a token only when it is longer than this. */
export const INVITATION_TOKEN_CHECKED_FROM = 6;

/** Where a sign-up keeps the invitation that it came with: a key of the auth user's `user_metadata`. */
export const INVITATION_METADATA_KEY = 'invitation_token';

const Token = requiredText('Please enter your invitation token', 200, 'Invalid invitation token');

/** Body of POST /api/enterprise/validate-invitation. */
export const InvitationQuestion = z.object({ token: Token });
export type InvitationQuestion = z.infer<typeof InvitationQuestion>;

/** Its answer, always 200. A token that is not valid tells nothing of its organization; both details false: unknown. */
export const InvitationVerdict = z.object({
  valid: z.boolean(),
  organization: z.nullable(z.string()),
  role: z.nullable(z.enum(INVITATION_ROLES)),
  details: z.object({ expired: z.boolean(), maxUsesReached: z.boolean() }),
  /** The course that comes with it, where everybody may see that course. */
  course: z.nullable(z.object({ id: Id, title: z.string() })),
});
export type InvitationVerdict = z.infer<typeof InvitationVerdict>;

/** Body of POST /api/enterprise/magic-link-with-invitation. */
export const InvitedLink = z.object({
  email: requiredText('Please enter your email address', 255, 'Please enter a valid email address'),
  invitationToken: Token,
});
export type InvitedLink = z.infer<typeof InvitedLink>;

/** `success` means that a link was mailed. With `userExists` none was, and the person goes to `redirectTo`. */
export const InvitedLinkAnswer = z.object({
  success: z.boolean(),
  message: z.string(),
  organization: z.string(),
  userExists: z.boolean(),
  redirectTo: z.nullable(z.string()),
});
export type InvitedLinkAnswer = z.infer<typeof InvitedLinkAnswer>;

/** Body of POST /api/enterprise/consume-invitation. */
export const InvitationUse = z.object({ invitationToken: Token });
export type InvitationUse = z.infer<typeof InvitationUse>;

/** 409 `invitation_already_used` instead means that this person used it before, and may go on as after a success. */
export const InvitationUsed = z.object({
  success: z.literal(true),
  message: z.string(),
  organizationId: z.string(),
  /** The course that the person was enrolled in by it. */
  courseId: z.nullable(Id),
});
export type InvitationUsed = z.infer<typeof InvitationUsed>;
