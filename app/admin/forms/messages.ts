import { t } from '@lingui/core/macro';
import type { ToastMessage } from '../../ui/toaster.tsx';
// Messages of the admin area that several screens share, most of them from the specification's error catalogue.

/** Titles of error views, and sentences for failures without a message from the server. */
export const adminTexts = {
  failedOrganizations: t`Failed to fetch organizations`,
  failedCourses: t`Failed to fetch courses`,
  failedUsers: t`Failed to fetch users`,
  failedOrganizationCourses: t`Failed to fetch organization courses`,
  failedAnalytics: t`Failed to load analytics`,
  fillInRequired: t`Please fill in all required fields.`,
  selectOrganization: t`Please select an organization first.`,
  failedLessons: t`Failed to fetch lessons`,
  failedAttempts: t`Failed to fetch past attempts`,
  markOneCorrect: t`Please mark at least one answer as correct.`,
  answersNeedText: t`All answers must have text.`,
  enterLessonTitle: t`Please enter a title for the lesson.`,
  failedChecklist: t`The checklist could not be made`,
  notYetPublishable: t`No one could complete this course yet. Fix the items marked above before publishing.`,
} as const;

/** Toasts whose title the specification gives. */
export const adminToasts = {
  missingInformation: {
    title: t`Missing Information`,
    description: t`Please fill in both organization name and slug.`,
    variant: 'destructive',
  },
  noOrganizationSelected: {
    title: t`No Organization Selected`,
    description: t`Please select an organization first.`,
    variant: 'destructive',
  },
  validationError: (description: string): ToastMessage => ({
    title: t`Validation Error`,
    description,
    variant: 'destructive',
  }),
  lessonUpdated: { title: t`Lesson updated`, description: t`The lesson has been successfully updated.` },
} as const;

/** Toasts for failed acts: the title, and the sentence when the server sends none. */
export const adminFailures = {
  enroll: { title: t`Enrollment Failed`, sentence: t`No one was enrolled.` },
  updateCourse: { title: t`Error updating course`, sentence: t`The course could not be changed.` },
  updateLesson: { title: t`Error updating lesson`, sentence: t`Failed to update lesson` },
} as const satisfies Record<string, { title: string; sentence: string }>;
