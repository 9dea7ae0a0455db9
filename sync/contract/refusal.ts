import * as z from 'zod/mini';

// The closed list of refusals: code, HTTP status and the English sentence sent as `message`. Screens and the sync
// engine decide by code, never by sentence.

export const REFUSALS = {
  validation_failed: [400, 'Something in the request is not right.'],
  malformed_json: [400, 'The request body is not valid JSON.'],
  not_authenticated: [401, 'Authentication required'],
  token_expired: [401, 'Your sign-in has expired.'],
  api_token_refused: [401, 'This API token is unknown, expired or revoked.'],
  account_erased: [401, 'This account was erased. Its data is no longer on the server.'],
  account_merged: [403, 'This account was merged into another one. Please sign in with that one.'],
  access_denied: [403, 'You do not have permission to do this.'],
  scope_missing: [403, 'This API token may not do this.'],
  no_organization: [403, 'No organization associated with this admin account.'],
  already_in_organization: [403, 'You already belong to another organization.'],
  invitation_for_another: [403, 'This invitation was made for another email address.'],
  sign_in_again: [403, 'Confirm with your password, or sign in again, and repeat this within five minutes.'],
  address_unproven: [
    403,
    'This invitation is for one email address. Sign in by a link sent to that address, then open the invitation again.',
  ],
  two_step_required: [
    403,
    'This needs your authenticator app. Open Two-Step Sign-In on your dashboard, then try again.',
  ],
  user_mismatch: [403, 'This work belongs to another person.'],
  not_found: [404, 'Not found'],
  course_not_found: [404, 'Course not found'],
  access_ended: [404, 'You no longer have access to this course. Your progress and certificates are kept.'],
  lesson_not_found: [404, 'Lesson not found'],
  quiz_not_found: [404, 'No questions found for this quiz.'],
  media_not_found: [404, 'This video is not here.'],
  certificate_not_found: [404, 'No certificate has this serial number.'],
  invitation_invalid: [404, 'Invalid invitation token'],
  profile_not_found: [404, 'Profile not found'],
  organization_not_found: [404, 'Organization not found'],
  user_not_found: [404, 'This person is not here.'],
  group_not_found: [404, 'This group is not here.'],
  job_not_found: [404, 'This job is not here. Finished jobs are kept for 30 days.'],
  tablet_not_found: [404, 'This tablet is not in the list.'],
  invitation_not_found: [404, 'Invitation not found'],
  webhook_not_found: [404, 'This webhook is not here.'],
  webhook_message_not_found: [404, 'This message is not here. Messages are kept for 60 days.'],
  statement_not_found: [404, 'This statement is not here. Statements are kept for 60 days.'],
  api_token_not_found: [404, 'This API token is not here.'],
  card_refused: [404, 'No card has this code. Check each letter, or ask for a new card.'],
  module_not_found: [404, 'Module not found'],
  question_not_found: [404, 'Question not found'],
  answer_not_found: [404, 'Answer not found'],
  upload_not_found: [404, 'This upload is not known here. Please start again.'],
  enrollment_not_found: [404, 'This person was not enrolled by hand.'],
  method_not_allowed: [405, 'This address does not take this kind of request.'],
  already_completed: [409, 'This lesson is already completed.'],
  invitation_already_used: [409, 'You have already used this invitation.'],
  slug_taken: [409, 'This slug is already in use.'],
  course_changed: [409, 'Someone else has changed this course. What you wrote is still here; compare before you save.'],
  organization_changed: [
    409,
    'Someone else has changed this organization. What you wrote is still here; compare before you save.',
  ],
  outline_changed: [409, 'Someone else has changed the lessons of this course. This is the current version.'],
  lesson_changed: [409, 'Someone else has changed this lesson. Your text is kept here; compare before you save.'],
  question_changed: [
    409,
    'Someone else has changed this question. What you wrote is still here; compare before you save.',
  ],
  upload_already_used: [409, 'This upload address was already used. Please start again.'],
  upload_offset_wrong: [409, 'Another part of this file is here than its sender thought. Please send it again.'],
  export_too_large: [422, 'This course takes more than 4 GB, which one file cannot hold.'],
  course_files_wrong: [422, 'The files of this course cannot be read.'],
  upload_expired: [410, 'The time for this upload is over. Please start again.'],
  invitation_expired: [410, 'This invitation has expired'],
  invitation_used_up: [410, 'This invitation has reached maximum uses'],
  data_epoch_changed: [412, 'The server was restored from a backup; your device will send its work again.'],
  operation_forgotten: [412, 'The server has lost work that it had taken; your device will send it again.'],
  tus_version_unsupported: [412, 'This server takes uploads by tus 1.0.0.'],
  body_too_large: [413, 'The request is larger than 1 MB.'],
  batch_too_large: [413, 'A batch may carry at most 500 operations and 512 KB.'],
  wrong_content_type: [415, 'Send the body as application/json.'],
  range_not_satisfiable: [416, 'The requested range is outside the file.'],
  account_exists: [422, 'An account with this email already exists. Please sign in instead or use a different email.'],
  sign_up_refused: [422, 'Failed to create account'],
  recovery_code_wrong: [422, 'This recovery code is wrong or was used before.'],
  name_taken: [422, 'Please choose an available name'],
  language_not_offered: [422, 'This language is not offered here.'],
  group_name_taken: [422, 'This organization has a group with this name.'],
  group_reminded: [422, 'The automatic reminders are for this group. Choose whom they are for first.'],
  too_many_webhooks: [422, 'An organization can have at most 20 webhooks.'],
  too_many_groups: [422, 'An organization can have at most 500 groups.'],
  too_many_documents: [422, 'A lesson can have at most 10 documents. Delete one first.'],
  file_too_large: [413, 'Video must be smaller than 2GB'],
  media_quota_exceeded: [422, 'This organization has no room left for media.'],
  file_type_refused: [422, 'Please select an MP4, WebM, OGG, MOV, or AVI video'],
  file_broken_off: [422, 'The file did not arrive whole. Please send it again.'],
  captions_not_readable: [422, 'These captions are neither WebVTT nor SubRip.'],
  module_range_taken: [422, 'These lesson numbers belong to another module.'],
  order_not_whole: [422, 'The order must name every lesson of this course exactly once.'],
  lesson_shown: [422, 'Learners see this lesson already. It can be deleted, but not hidden.'],
  lesson_kind_fixed: [
    422,
    'People have worked in this lesson: it must not become another kind of lesson. Add a new lesson instead.',
  ],
  quiz_without_questions: [422, 'A quiz of this course has no questions, so no one could complete it.'],
  grant_ending: [422, 'The course is still being taken back from this organization. Please try again in a minute.'],
  nobody_matches: [422, 'No one matches this search and these filters.'],
  due_date_past: [422, 'This due date is in the past. Choose today or a later day.'],
  course_archived: [422, 'This course is archived. Restore it first.'],
  organization_inactive: [422, 'This organization is switched off.'],
  last_super_admin: [422, 'The last super admin cannot be erased. Make someone else a super admin first.'],
  same_account: [422, 'Choose another account of this person.'],
  own_account: [422, 'You are signed in with the account that would go. Let the other one go, or ask another admin.'],
  cannot_remove_self: [422, 'You cannot remove yourself from the organization.'],
  cannot_change_self: [422, 'You cannot change your own role.'],
  needs_address: [422, 'An admin needs an email address. This person has none.'],
  last_admin: [422, 'An organization must keep at least one admin.'],
  key_reuse: [422, 'This idempotency key was already used for other content.'],
  certificate_revoked: [422, 'This certificate was revoked.'],
  certificate_replaced: [422, 'Another certificate was issued in place of this one.'],
  certificate_not_drawable: [
    422,
    'The PDF has no font for some of these letters. Print this certificate from its page instead.',
  ],
  quiz_not_passed: [422, 'You need 100% to pass this quiz.'],
  quiz_changed: [422, 'This quiz has changed since you opened it. Please take it again.'],
  course_not_completed: [422, 'You can rate this course once you have completed it.'],
  update_required: [426, 'This version of the app is too old for the server. Please update.'],
  rate_limited: [429, 'Too many requests. Please wait a moment.'],
  internal: [500, 'Something went wrong on our side. Please try again.'],
  storage_full: [507, 'The server has no room left for this file.'],
  erasure_not_configured: [
    503,
    'Erasing a person needs the secret key of the Supabase project (SUPABASE_SECRET_KEY), so that their account goes too.',
  ],
  two_step_not_configured: [
    503,
    'Recovery needs the secret key of the Supabase project (SUPABASE_SECRET_KEY), so that a lost authenticator can be removed.',
  ],
  cards_not_configured: [
    503,
    'Sign-in cards need the secret key of the Supabase project (SUPABASE_SECRET_KEY), so that accounts can be made.',
  ],
  storage_not_configured: [503, 'Missing Supabase configuration'],
  bucket_not_found: [503, 'Bucket not found'],
  unavailable: [503, 'The database cannot be reached right now. Please try again.'],
} as const satisfies Record<string, readonly [status: number, message: string]>;

export type RefusalCode = keyof typeof REFUSALS;

/** What a refusal may carry besides the sentence: the field at fault, and what a screen needs to continue. */
export type RefusalDetails = { field?: string; [key: string]: unknown };

/**
 * Thrown by the server for every expected failure; one place turns it into a response. `message` replaces the listed
 * sentence where a more precise one is known.
 */
export class Refusal extends Error {
  readonly code: RefusalCode;
  readonly status: number;
  readonly details: RefusalDetails;

  constructor(code: RefusalCode, details: RefusalDetails = {}, message: string = REFUSALS[code][1]) {
    super(message);
    this.name = 'Refusal';
    this.code = code;
    this.status = REFUSALS[code][0];
    this.details = details;
  }
}

/** The body of every response that is not 2xx. `error` and `message` are the same text. */
export const RefusalBody = z.looseObject({
  error: z.string(),
  message: z.string(),
  code: z.string(),
  field: z.optional(z.string()),
  requestId: z.optional(z.string()),
});
export type RefusalBody = z.infer<typeof RefusalBody>;
