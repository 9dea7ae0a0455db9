import { t } from '@lingui/core/macro';
import type { AuditLog } from '#sync/contract/analytics.ts';
import { dayWords, momentWords } from '../../ui/labels.ts';

export type AuditEvent = AuditLog['acts'][number];
type Names = AuditEvent['names'];

const ACTS: Record<string, string> = {
  'account.sign_in': t`Signed in`,
  'account.sign_out': t`Signed out`,
  'account.sign_in_failed': t`Failed to sign in`,
  'account.sign_up': t`Signed up`,
  'account.confirmation_resent': t`Sent the email of a sign-up again`,
  'account.confirmed': t`Confirmed their email address`,
  'account.provider_linked': t`Signed in by the provider for the first time`,
  'account.provider_freed': t`Freed an account from the sign-in provider`,
  'account.password_changed': t`Changed their password`,
  'account.two_step_on': t`Turned on two-step sign-in`,
  'account.two_step_off': t`Turned off two-step sign-in`,
  'account.two_step_sign_in': t`Entered the code of their authenticator`,
  'account.two_step_failed': t`Entered a wrong code of two-step sign-in`,
  'account.two_step_recovered': t`Used a recovery code`,
  'account.two_step_removed': t`Removed the two-step sign-in of a person`,
  'account.recovery_codes_made': t`Made new recovery codes`,
  'account.recovery_asked': t`Asked for a new password`,
  'account.recovered': t`Signed in by a recovery link`,
  'account.device_signed_out': t`Signed out one of their devices`,
  'account.role_changed': t`Changed a role`,
  'account.changed_by_operator': t`Account changed by the operator`,
  'account.deleted': t`Account deleted`,
  'account.card_made': t`Made a sign-in card`,
  'account.card_revoked': t`Revoked a sign-in card`,
  'account.card_used': t`Signed in with a card`,
  'account.merged': t`Merged two accounts of a person`,
  'account.reminders_off': t`Stopped reminders`,
  'account.reminders_on': t`Turned reminders on again`,
  'access.refused': t`Was refused access`,
  'browser.error': t`Error in the browser`,
  'browser.save_failed': t`Could not save on the device`,
  'organization.created': t`Created an organization`,
  'organization.renamed': t`Renamed an organization`,
  'organization.language_changed': t`Changed the language of an organization`,
  'organization.switched_on': t`Activated an organization`,
  'organization.switched_off': t`Deactivated an organization`,
  'organization.person_added': t`Added a person without an email address`,
  'organization.person_assigned': t`Assigned a person to an organization`,
  'organization.person_joined': t`Joined as the sign-in provider says`,
  'organization.person_removed': t`Removed a person from an organization`,
  'group.created': t`Created a group`,
  'group.renamed': t`Renamed a group`,
  'group.deleted': t`Deleted a group`,
  'group.person_added': t`Added a person to a group`,
  'group.person_removed': t`Took a person out of a group`,
  'group.lead_made': t`Made a person the lead of a group`,
  'group.lead_ended': t`Removed a person as lead of a group`,
  'tablet.sign_out_asked': t`Requested that a device signs everyone out`,
  'tablet.sign_out_taken_back': t`Canceled the sign-out of a device`,
  'tablet.removed': t`Removed a device from the list`,
  'organization.reminders_set': t`Set the automatic reminders`,
  'organization.job_started': t`Started an act on many`,
  'organization.job_canceled': t`Canceled an act on many`,
  'organization.person_reminded': t`Reminded a person of what is due`,
  'sample_people.removed': t`Removed the invented people`,
  'certificate.extended': t`Extended a certificate`,
  'certificate.revoked': t`Revoked a certificate`,
  'certificate.reissued': t`Reissued a certificate`,
  'invitation.created': t`Created an invitation`,
  'invitation.mailed': t`Invited a person by email`,
  'invitation.used': t`Joined by an invitation`,
  'invitation.revoked': t`Revoked an invitation`,
  'invitation.extended': t`Extended an invitation`,
  'webhook.created': t`Created a webhook`,
  'webhook.deleted': t`Deleted a webhook`,
  'webhook.paused': t`Paused a webhook`,
  'webhook.resumed': t`Resumed a webhook`,
  'webhook.secret_rotated': t`Rotated the secret of a webhook`,
  'api_token.created': t`Created an API token`,
  'api_token.revoked': t`Revoked an API token`,
  'course.created': t`Created a course`,
  'course.changed': t`Changed a course`,
  'course.exported': t`Exported a course`,
  'course.imported': t`Imported a course`,
  'course.duplicated': t`Duplicated a course`,
  'course.published': t`Published a course`,
  'course.unpublished': t`Took a course back to draft`,
  'course.archived': t`Archived a course`,
  'course.restored': t`Restored an archived course`,
  'course.deleted': t`Deleted a course`,
  'course.granted': t`Granted a course`,
  'course.grant_revoked': t`Took a granted course back`,
  'course.person_enrolled': t`Enrolled a person`,
  'course.person_renewed': t`Renewed a course for a person`,
  'course.due_date_changed': t`Changed a due date`,
  'course.everyone_enrolled': t`Enrolled everyone in an organization`,
  'course.auto_enrollment_changed': t`Changed an automatic enrollment`,
  'course.auto_enrollment_ended': t`Ended an automatic enrollment`,
  'course.person_unenrolled': t`Took a person out of a course`,
  'course.translated': t`Translated a course`,
  'course.translation_published': t`Published a translation of a course`,
  'course.translation_unpublished': t`Took a translation of a course back to draft`,
  'course.translation_deleted': t`Deleted a translation of a course`,
  'course.picture_added': t`Added a picture to a course`,
  'course.duplicate_removed': t`Removed a duplicate course`,
  'lesson.created': t`Added a lesson`,
  'lesson.changed': t`Changed a lesson`,
  'lesson.shown': t`Showed a lesson to learners`,
  'lesson.deleted': t`Deleted a lesson`,
  'lesson.video_uploaded': t`Uploaded a video`,
  'lesson.video_deleted': t`Deleted a video`,
  'lesson.document_added': t`Added a document to a lesson`,
  'lesson.document_renamed': t`Renamed a document of a lesson`,
  'lesson.document_deleted': t`Deleted a document of a lesson`,
  'lesson.captions_written': t`Wrote captions`,
  'lesson.captions_deleted': t`Deleted captions`,
  'storage.set_up': t`Set up the storage`,
  'lessons.reordered': t`Reordered the lessons of a course`,
  'module.created': t`Added a module`,
  'module.changed': t`Changed a module`,
  'module.deleted': t`Deleted a module`,
  'course.quiz_question_created': t`Added a question to a quiz`,
  'course.quiz_question_changed': t`Changed a question of a quiz`,
  'course.quiz_question_deleted': t`Deleted a question of a quiz`,
  'course.quiz_answer_added': t`Added an answer to a question`,
  'course.quiz_answer_changed': t`Changed an answer of a question`,
  'course.quiz_answer_deleted': t`Deleted an answer of a question`,
  'course.quiz_reordered': t`Reordered the questions of a quiz`,
  'course.quiz_regraded': t`Graded attempts at a quiz again`,
  'course.quiz_imported': t`Imported questions into a quiz`,
};

const spaced = (text: string) => text.replace(/([a-z])([A-Z])/g, '$1 $2').replace(/[._]/g, ' ');
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1).toLowerCase();

/** 'Published a course' for 'course.published'; an unknown 'course.frozen' becomes 'Course frozen'. */
export const actionLabel = (action: string): string => ACTS[action] ?? capital(spaced(action));

/** The actor: their name, email address or id, the operator, or a visitor who had not signed in. */
export function actorLabel({ actor, details }: AuditEvent): string {
  if (actor) return actor.name ?? actor.email ?? actor.id;
  return details?.by === 'operator' ? t`The operator` : t`Signed-out visitor`;
}

/** The target of the event, by its current name if it has one. */
export function targetLabel({ action, subject, organizationId, details, names }: AuditEvent): string {
  const isCourse = /^(course|lessons)\./.test(action);
  const course = isCourse && subject ? names[`course/${subject}`] : undefined;
  // A lesson or a module is shown with its title of that time.
  const numbered = () =>
    isCourse ? t`Course ${subject ?? ''}` : typeof details?.title === 'string' ? details.title : '';
  const place = organizationId ? names[organizationId] : undefined;
  const thing = course ?? (subject ? names[subject] : undefined) ?? (/^\d+$/.test(subject ?? '') ? numbered() : '');
  if (!thing || !place || thing === place) return thing || place || '';
  return `${thing} (${place})`;
}

/** 'Role: member. Max uses: 50.' Ids are replaced by names, empty values are left out. */
export function detailsLabel({ details, names }: AuditEvent): string {
  const known = Object.entries(details ?? {}).flatMap(([key, value]) => {
    if (value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0))
      return [];
    const isCourse = key === 'courseId' || key === 'oldest';
    const text = isCourse ? (names[`course/${value}`] ?? t`Course ${String(value)}`) : valueLabel(value, names);
    return `${isCourse ? t`Course` : capital(spaced(key))}: ${text}`;
  });
  return known.join('. ');
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const MOMENT = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/;

function valueLabel(value: unknown, names: Names): string {
  if (typeof value === 'boolean') return value ? t`yes` : t`no`;
  if (Array.isArray(value)) return value.map((one) => valueLabel(one, names)).join(', ');
  if (typeof value === 'object' && value !== null) return JSON.stringify(value);
  const text = String(value);
  if (MOMENT.test(text)) return momentWords(text);
  return names[text] ?? (DAY.test(text) ? dayWords(text) : text);
}
