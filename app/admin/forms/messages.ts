import type { ToastMessage } from '../../ui/toaster.tsx';
// Messages of the admin area that several screens share, most of them from the specification's error catalogue.

/** Titles of error views, and sentences for failures without a message from the server. */
export const adminTexts = {
  failedOrganizations: 'Failed to fetch organizations',
  failedCourses: 'Failed to fetch courses',
  failedUsers: 'Failed to fetch users',
  failedOrganizationCourses: 'Failed to fetch organization courses',
  failedAnalytics: 'Failed to load analytics',
  fillInRequired: 'Please fill in all required fields.',
  selectOrganization: 'Please select an organization first.',
  failedLessons: 'Failed to fetch lessons',
  failedAttempts: 'Failed to fetch past attempts',
  markOneCorrect: 'Please mark at least one answer as correct.',
  answersNeedText: 'All answers must have text.',
  enterLessonTitle: 'Please enter a title for the lesson.',
  failedChecklist: 'The checklist could not be made',
  notYetPublishable: 'No one could complete this course yet. Fix the items marked above before publishing.',
} as const;

/** Toasts whose title the specification gives. */
export const adminToasts = {
  missingInformation: {
    title: 'Missing Information',
    description: 'Please fill in both organization name and slug.',
    variant: 'destructive',
  },
  noOrganizationSelected: {
    title: 'No Organization Selected',
    description: 'Please select an organization first.',
    variant: 'destructive',
  },
  validationError: (description: string): ToastMessage => ({
    title: 'Validation Error',
    description,
    variant: 'destructive',
  }),
  lessonUpdated: { title: 'Lesson updated', description: 'The lesson has been successfully updated.' },
} as const;

/** Toasts for failed acts: the title, and the sentence when the server sends none. */
export const adminFailures = {
  enroll: { title: 'Enrollment Failed', sentence: 'No one was enrolled.' },
  updateCourse: { title: 'Error updating course', sentence: 'The course could not be changed.' },
  updateLesson: { title: 'Error updating lesson', sentence: 'Failed to update lesson' },
} as const satisfies Record<string, { title: string; sentence: string }>;
