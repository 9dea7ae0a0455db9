// The account part of the specification's error catalogue: every literal text of the sign-in, profile and invitation screens.
import type { ToastMessage } from '../ui/toast.tsx';

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
} as const satisfies Record<string, ToastMessage>;

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

/** Said when this device could not be read or written while signing out, before and after the session was gone. */
export const stillSignedIn: ToastMessage = {
  title: 'Signing out did not work',
  description: 'This device could not be read or written, so you stayed signed in. Please try again.',
  variant: 'destructive',
};
export const leftBehind: ToastMessage = {
  title: 'You are signed out',
  description: 'Not everything on this device could be put in order. Sign in and out again to tidy up.',
  variant: 'destructive',
};

/** The sentences of boxes and notes. */
export const texts = {
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
