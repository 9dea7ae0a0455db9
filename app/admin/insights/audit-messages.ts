import type { AuditLog } from '#sync/contract/analytics.ts';
import { dayWords, momentWords } from '../../ui/labels.ts';

export type AuditEvent = AuditLog['acts'][number];
type Names = AuditEvent['names'];

const ACTS: Record<string, string> = {
  'account.sign_in': 'Signed in',
  'account.sign_out': 'Signed out',
  'account.sign_in_failed': 'Failed to sign in',
  'account.sign_up': 'Signed up',
  'account.confirmation_resent': 'Sent the email of a sign-up again',
  'account.confirmed': 'Confirmed their email address',
  'account.provider_linked': 'Signed in by the provider for the first time',
  'account.provider_freed': 'Freed an account from the sign-in provider',
  'account.password_changed': 'Changed their password',
  'account.two_step_on': 'Turned on two-step sign-in',
  'account.two_step_off': 'Turned off two-step sign-in',
  'account.two_step_sign_in': 'Entered the code of their authenticator',
  'account.two_step_failed': 'Entered a wrong code of two-step sign-in',
  'account.two_step_recovered': 'Used a recovery code',
  'account.two_step_removed': 'Removed the two-step sign-in of a person',
  'account.recovery_codes_made': 'Made new recovery codes',
  'account.recovery_asked': 'Asked for a new password',
  'account.recovered': 'Signed in by a recovery link',
  'account.device_signed_out': 'Signed out one of their devices',
  'account.role_changed': 'Changed a role',
  'account.changed_by_operator': 'Account changed by the operator',
  'account.deleted': 'Account deleted',
  'account.card_made': 'Made a sign-in card',
  'account.card_revoked': 'Revoked a sign-in card',
  'account.card_used': 'Signed in with a card',
  'account.merged': 'Merged two accounts of a person',
  'account.reminders_off': 'Stopped reminders',
  'account.reminders_on': 'Turned reminders on again',
  'access.refused': 'Was refused access',
  'browser.error': 'Error in the browser',
  'browser.save_failed': 'Could not save on the device',
  'organization.created': 'Created an organization',
  'organization.renamed': 'Renamed an organization',
  'organization.language_changed': 'Changed the language of an organization',
  'organization.switched_on': 'Activated an organization',
  'organization.switched_off': 'Deactivated an organization',
  'organization.person_added': 'Added a person without an email address',
  'organization.person_assigned': 'Assigned a person to an organization',
  'organization.person_joined': 'Joined as the sign-in provider says',
  'organization.person_removed': 'Removed a person from an organization',
  'group.created': 'Created a group',
  'group.renamed': 'Renamed a group',
  'group.deleted': 'Deleted a group',
  'group.person_added': 'Added a person to a group',
  'group.person_removed': 'Took a person out of a group',
  'group.lead_made': 'Made a person the lead of a group',
  'group.lead_ended': 'Removed a person as lead of a group',
  'tablet.sign_out_asked': 'Requested that a device signs everyone out',
  'tablet.sign_out_taken_back': 'Canceled the sign-out of a device',
  'tablet.removed': 'Removed a device from the list',
  'organization.reminders_set': 'Set the automatic reminders',
  'organization.job_started': 'Started an act on many',
  'organization.job_canceled': 'Canceled an act on many',
  'organization.person_reminded': 'Reminded a person of what is due',
  'sample_people.removed': 'Removed the invented people',
  'certificate.extended': 'Extended a certificate',
  'certificate.revoked': 'Revoked a certificate',
  'certificate.reissued': 'Reissued a certificate',
  'invitation.created': 'Created an invitation',
  'invitation.mailed': 'Invited a person by email',
  'invitation.used': 'Joined by an invitation',
  'invitation.revoked': 'Revoked an invitation',
  'invitation.extended': 'Extended an invitation',
  'webhook.created': 'Created a webhook',
  'webhook.deleted': 'Deleted a webhook',
  'webhook.paused': 'Paused a webhook',
  'webhook.resumed': 'Resumed a webhook',
  'webhook.secret_rotated': 'Rotated the secret of a webhook',
  'api_token.created': 'Created an API token',
  'api_token.revoked': 'Revoked an API token',
  'course.created': 'Created a course',
  'course.changed': 'Changed a course',
  'course.exported': 'Exported a course',
  'course.imported': 'Imported a course',
  'course.duplicated': 'Duplicated a course',
  'course.published': 'Published a course',
  'course.unpublished': 'Took a course back to draft',
  'course.archived': 'Archived a course',
  'course.restored': 'Restored an archived course',
  'course.deleted': 'Deleted a course',
  'course.granted': 'Granted a course',
  'course.grant_revoked': 'Took a granted course back',
  'course.person_enrolled': 'Enrolled a person',
  'course.person_renewed': 'Renewed a course for a person',
  'course.due_date_changed': 'Changed a due date',
  'course.everyone_enrolled': 'Enrolled everyone in an organization',
  'course.auto_enrollment_changed': 'Changed an automatic enrollment',
  'course.auto_enrollment_ended': 'Ended an automatic enrollment',
  'course.person_unenrolled': 'Took a person out of a course',
  'course.translated': 'Translated a course',
  'course.translation_published': 'Published a translation of a course',
  'course.translation_unpublished': 'Took a translation of a course back to draft',
  'course.translation_deleted': 'Deleted a translation of a course',
  'course.picture_added': 'Added a picture to a course',
  'course.duplicate_removed': 'Removed a duplicate course',
  'lesson.created': 'Added a lesson',
  'lesson.changed': 'Changed a lesson',
  'lesson.shown': 'Showed a lesson to learners',
  'lesson.deleted': 'Deleted a lesson',
  'lesson.video_uploaded': 'Uploaded a video',
  'lesson.video_deleted': 'Deleted a video',
  'lesson.document_added': 'Added a document to a lesson',
  'lesson.document_renamed': 'Renamed a document of a lesson',
  'lesson.document_deleted': 'Deleted a document of a lesson',
  'lesson.captions_written': 'Wrote captions',
  'lesson.captions_deleted': 'Deleted captions',
  'storage.set_up': 'Set up the storage',
  'lessons.reordered': 'Reordered the lessons of a course',
  'module.created': 'Added a module',
  'module.changed': 'Changed a module',
  'module.deleted': 'Deleted a module',
  'course.quiz_question_created': 'Added a question to a quiz',
  'course.quiz_question_changed': 'Changed a question of a quiz',
  'course.quiz_question_deleted': 'Deleted a question of a quiz',
  'course.quiz_answer_added': 'Added an answer to a question',
  'course.quiz_answer_changed': 'Changed an answer of a question',
  'course.quiz_answer_deleted': 'Deleted an answer of a question',
  'course.quiz_reordered': 'Reordered the questions of a quiz',
  'course.quiz_regraded': 'Graded attempts at a quiz again',
  'course.quiz_imported': 'Imported questions into a quiz',
};

const spaced = (text: string) => text.replace(/([a-z])([A-Z])/g, '$1 $2').replace(/[._]/g, ' ');
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1).toLowerCase();

/** 'Published a course' for 'course.published'; an unknown 'course.frozen' becomes 'Course frozen'. */
export const actionLabel = (action: string): string => ACTS[action] ?? capital(spaced(action));

/** The actor: their name, email address or id, the operator, or a visitor who had not signed in. */
export function actorLabel({ actor, details }: AuditEvent): string {
  if (actor) return actor.name ?? actor.email ?? actor.id;
  return details?.by === 'operator' ? 'The operator' : 'Signed-out visitor';
}

/** The target of the event, by its current name if it has one. */
export function targetLabel({ action, subject, organizationId, details, names }: AuditEvent): string {
  const isCourse = /^(course|lessons)\./.test(action);
  const course = isCourse && subject ? names[`course/${subject}`] : undefined;
  // A lesson or a module is shown with its title of that time.
  const numbered = () => (isCourse ? `Course ${subject}` : typeof details?.title === 'string' ? details.title : '');
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
    const text = isCourse ? (names[`course/${value}`] ?? `Course ${value}`) : valueLabel(value, names);
    return `${isCourse ? 'Course' : capital(spaced(key))}: ${text}`;
  });
  return known.join('. ');
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const MOMENT = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/;

function valueLabel(value: unknown, names: Names): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) return value.map((one) => valueLabel(one, names)).join(', ');
  if (typeof value === 'object' && value !== null) return JSON.stringify(value);
  const text = String(value);
  if (MOMENT.test(text)) return momentWords(text);
  return names[text] ?? (DAY.test(text) ? dayWords(text) : text);
}
