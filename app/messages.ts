// The specification's error catalogue as one table: every literal toast, and a page's own wording for a refusal code.
import type { ToastMessage } from './ui/toast.tsx';

/** Toasts whose words the specification gives. */
export const toasts = {
  signedIn: { title: 'Signed in successfully!' },
  noActiveSession: { title: 'No active session. Please sign in.', variant: 'destructive' },
  authenticationRequired: { title: 'Authentication required', variant: 'destructive' },
  inviteEmailRequired: {
    title: 'Email Required',
    description: 'Please enter your email address',
    variant: 'destructive',
  },
  inviteTokenRequired: {
    title: 'Invitation Token Required',
    description: 'Please enter your invitation token',
    variant: 'destructive',
  },
  inviteUnreachable: {
    title: 'Network Error',
    description: 'Unable to send magic link. Please check your connection and try again.',
    variant: 'destructive',
  },
  sessionExpired: { title: 'Session expired. Please sign in again.', variant: 'destructive' },
  progressMarkedComplete: { title: 'Progress Updated', description: 'Lesson marked as complete!' },
  progressSaved: { title: 'Progress Updated', description: 'Progress saved' },
  lessonCompleted: { title: 'Lesson Completed!', description: 'Your progress has been saved.' },
  alreadyCompleted: { title: 'Lesson Already Completed!', description: 'Your progress has already been saved.' },
  progressUpdateFailed: { title: 'Error', description: 'Failed to update progress', variant: 'destructive' },
  videoFailed: {
    title: 'Video Loading Error',
    description: 'Failed to load video. The file format may not be supported by your browser.',
    variant: 'destructive',
  },
} as const satisfies Record<string, ToastMessage>;

/** A failed load of progress: the server's own words where there are any. */
export const progressLoadFailed = (message?: string): ToastMessage => ({
  title: 'Error',
  description: message || 'Failed to load progress data',
  variant: 'destructive',
});

/** The lesson page's wording when saving progress was refused. */
export const lessonProgressFailed = (message?: string): ToastMessage => ({
  title: 'Progress Update Failed',
  description: message || 'There was an error saving your progress.',
  variant: 'destructive',
});

/** A quiz that did not reach 100 percent; `score` is the whole percent reached. */
export const quizNotPassed = (score: number): ToastMessage => ({
  title: 'Quiz Not Passed',
  description: `Your score: ${score}%. Please try again.`,
  variant: 'destructive',
});

/** A magic link for an invitation that was not sent: the server's own words where there are any. */
export const inviteLinkFailed = (message?: string): ToastMessage => ({
  title: 'Failed to Send Link',
  description: message || 'Unable to send magic link. Please try again.',
  variant: 'destructive',
});

/** The address has an account already; the person is led to the sign-in. */
export const inviteAccountExists = (message?: string): ToastMessage => ({
  title: 'Account Already Exists',
  ...(message && { description: message }),
});

/** A magic link is on its way; with the organization that it leads into. */
export const magicLinkSent = (organization?: string): string =>
  organization ? `Magic link sent! Check your email to join ${organization}.` : 'Magic link sent! Check your email.';

/** Joining an organization failed after signing in. */
export const invitationFailed = (reason: string): string => `Failed to process invitation: ${reason}`;

/** The sign-in link could not be followed for a reason that nobody expected. */
export const unexpectedError = (reason: string): string => `An unexpected error occurred: ${reason}`;

/** Said after signing out with work that has not reached the server (Y23). */
export const workKept = (count: number): ToastMessage => ({
  title: 'Signed out',
  description: `${count} ${count === 1 ? 'item is' : 'items are'} kept on this device for your next sign-in here.`,
});

/** The sentences of views and boxes that the specification gives. */
export const texts = {
  failedCourses: 'Failed to fetch courses',
  failedCourse: 'Failed to fetch course',
  failedLesson: 'Failed to fetch lesson',
  quizNeedsSignIn: 'Please log in to access quiz questions.',
  quizFetchFailed: 'Failed to fetch quiz questions',
  quizEmpty: 'No questions found for this quiz.',
  quizLoadFailed: 'Failed to load quiz questions. Please try again.',
  quizSubmitFailed: 'Failed to submit quiz. Please try again.',
  quizSaved: 'Saved. Your result appears when you are online.',
  authFallback: 'An error occurred',
  needsConnection: 'This needs a connection. Please check your network and try again.',
  accountExists: 'An account with this email already exists. Please sign in instead or use a different email.',
  accountFailed: 'Failed to create account',
  passwordsDiffer: 'Passwords do not match',
  passwordShort: 'Password must be at least 6 characters long',
  resetMailSent: 'Password reset email sent!',
  linkExpired: 'This confirmation link may have expired or already been used. Please try signing in manually.',
  noAccessToken: 'No access token available',
  invitationUnreachable: 'Network error during invitation processing',
  invitationNotConsumed: 'Failed to consume invitation',
  organizationNotJoined: 'Failed to join organization',
  tokenNotChecked: 'Failed to validate token',
  resetLinkInvalid: 'Invalid or expired password reset link. Please request a new one.',
  resetLinkUnchecked: 'An error occurred while verifying the reset link.',
  passwordFailed: 'Failed to update password',
  passwordUpdated: 'Password updated successfully! Redirecting to dashboard...',
  profileNotSaved: 'Failed to save profile',
  profileNotLoaded: 'Failed to load profile',
  profileNotFetched: 'Failed to fetch profile',
  nameNotAvailable: 'Please choose an available name',
} as const;
