// The admin part of the specification's error catalogue: every literal title and sentence, one line each.
import type { ToastMessage } from '../ui/toast.tsx';

/** Titles of views that stand where a list would, and sentences of failures without words of the server. */
export const adminTexts = {
  failedOrganizationUsers: 'Failed to fetch organization users',
  failedOrganizationCourses: 'Failed to fetch organization courses',
  failedInvitations: 'Failed to fetch invitations',
  removalFailed: 'Failed to remove user from organization',
} as const;

/** Toasts whose title the specification gives. */
export const adminToasts = {
  userRemoved: (description: string): ToastMessage => ({ title: 'User Removed', description }),
} as const;
