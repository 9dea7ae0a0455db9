// The admin part of the specification's error catalogue: every literal title and sentence, one line each.
import type { ToastMessage } from '../ui/toast.tsx';

/** Titles of views that stand where a list would, and sentences of failures without words of the server. */
export const adminTexts = {
  failedOrganizations: 'Failed to fetch organizations',
  failedCourses: 'Failed to fetch courses',
  failedUsers: 'Failed to fetch users',
  failedAuditLog: 'Failed to fetch the audit log',
  failedOrganizationUsers: 'Failed to fetch organization users',
  failedOrganizationCourses: 'Failed to fetch organization courses',
  failedInvitations: 'Failed to fetch invitations',
  failedQuizAnalytics: 'Failed to load quiz analytics.',
  failedPeopleAnalytics: 'Failed to load per-user analytics.',
  failedPeopleFetch: 'Failed to fetch per-user quiz analytics',
  failedOrganizationAnalytics: 'Failed to fetch quiz analytics',
  failedAnalytics: 'Failed to load analytics',
  unknownError: 'Unknown error occurred',
  failedCourseDetails: 'Failed to load course details',
  failedCourseFetch: 'Failed to fetch course details',
  unexpected: 'An unexpected error occurred',
  fillInRequired: 'Please fill in all required fields.',
  selectOrganization: 'Please select an organization first.',
  failedLessons: 'Failed to fetch lessons',
  failedLearners: 'Failed to fetch learners',
  enterLessonTitle: 'Please enter a title for the lesson.',
} as const;

/** Toasts whose title the specification gives. */
export const adminToasts = {
  userRemoved: (description: string): ToastMessage => ({ title: 'User Removed', description }),
  missingInformation: {
    title: 'Missing Information',
    description: 'Please fill in both organization name and slug.',
    variant: 'destructive',
  },
  missingRequired: {
    title: 'Missing required fields',
    description: 'Please fill in all required fields.',
    variant: 'destructive',
  },
  noOrganizationSelected: {
    title: 'No Organization Selected',
    description: 'Please select an organization first.',
    variant: 'destructive',
  },
  courseCreated: (title: string): ToastMessage => ({ title: 'Course created', description: title }),
  courseCreatedAsDraft: { title: 'Course created successfully!', description: 'It is saved as a draft.' },
  draftSaved: { title: 'Draft saved', description: 'The course is saved as a draft.' },
  courseUpdated: (title: string): ToastMessage => ({ title: 'Course updated', description: title }),
  lessonsReordered: { title: 'Lessons reordered', description: 'The lesson order has been updated successfully.' },
  lessonUpdated: { title: 'Lesson updated', description: 'The lesson has been successfully updated.' },
  lessonCreated: (title: string): ToastMessage => ({ title: 'Lesson created', description: title }),
  lessonDeleted: { title: 'Lesson deleted', description: 'The lesson has been successfully removed.' },
  lessonMoved: (title: string, group: string): ToastMessage => ({
    title: 'Lesson moved',
    description: `${title} stands in ${group} now.`,
  }),
  lessonTitleRequired: {
    title: 'Title required',
    description: 'Please enter a title for the lesson.',
    variant: 'destructive',
  },
  moduleAdded: (title: string): ToastMessage => ({ title: 'Module added', description: title }),
  moduleUpdated: (title: string): ToastMessage => ({ title: 'Module updated', description: title }),
  moduleDeleted: (title: string): ToastMessage => ({ title: 'Module deleted', description: title }),
} as const;

/** Acts that failed: the toast's title, and its sentence where the server has none. */
export const adminFailures = {
  createOrganization: { title: 'Creation Failed', sentence: 'The organization could not be created.' },
  changeOrganization: { title: 'Update Failed', sentence: 'The organization could not be changed.' },
  createToken: { title: 'Token Creation Failed', sentence: 'The invitation token could not be created.' },
  grantAccess: { title: 'Access Grant Failed', sentence: 'The course could not be granted.' },
  revokeAccess: { title: 'Revocation Failed', sentence: 'The grant could not be taken back.' },
  refresh: { title: 'Refresh Failed', sentence: 'The lessons could not be refreshed.' },
  cleanup: { title: 'Cleanup Failed', sentence: 'The duplicate courses could not be cleaned up.' },
  removeMember: { title: 'Removal Failed', sentence: 'Failed to remove user from organization' },
  changeRole: { title: 'Role Change Failed', sentence: 'The role could not be changed.' },
  enroll: { title: 'Enrollment Failed', sentence: 'Nobody was enrolled.' },
  revokeInvitation: { title: 'Revocation Failed', sentence: 'The invitation could not be revoked.' },
  inviteMany: { title: 'Invitations Failed', sentence: 'Nobody was invited.' },
  createCourse: { title: 'Error creating course', sentence: 'The course could not be created.' },
  writeCourse: { title: 'Failed to create course', sentence: 'The course could not be saved.' },
  updateCourse: { title: 'Error updating course', sentence: 'The course could not be changed.' },
  unenroll: { title: 'Removal Failed', sentence: 'The enrollment is still there.' },
  assign: { title: 'Failed to assign user to organization', sentence: 'Nobody was moved. Please try again.' },
  reorderLessons: { title: 'Error reordering lessons', sentence: 'Failed to reorder lessons' },
  createLesson: { title: 'Error creating lesson', sentence: 'The lesson could not be created.' },
  updateLesson: { title: 'Error updating lesson', sentence: 'Failed to update lesson' },
  deleteLesson: { title: 'Error deleting lesson', sentence: 'Failed to delete lesson' },
  addModule: { title: 'Error adding module', sentence: 'The module could not be added.' },
  updateModule: { title: 'Error updating module', sentence: 'The module could not be changed.' },
  deleteModule: { title: 'Error deleting module', sentence: 'The module could not be deleted.' },
  unassign: { title: 'Failed to remove user from organization', sentence: 'Nobody was removed. Please try again.' },
} as const satisfies Record<string, { title: string; sentence: string }>;
