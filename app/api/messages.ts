import { t } from '@lingui/core/macro';
import type { ToastMessage } from '../ui/toaster.tsx';
import { ApiError } from './client.ts';

// Messages that several screens share: toasts and sentences that the specification gives, and the message for a failed call.

/** Toasts whose text the specification gives. */
export const toasts = {
  progressSaved: { title: t`Progress Updated`, description: t`Progress saved` },
  sessionExpired: {
    title: t`Session expired. Please sign in again.`,
    description: t`Your work is saved on this device and is sent when you sign in.`,
  },
  progressUpdateFailed: { title: t`Error`, description: t`Failed to update progress`, variant: 'destructive' },
} as const satisfies Record<string, ToastMessage>;

/** The toast for progress that could not be loaded, with the server's message if there is one. */
export const progressLoadFailed = (message?: string): ToastMessage => ({
  title: t`Error`,
  description: message || t`Failed to load progress data`,
  variant: 'destructive',
});

/** The lesson page's toast for progress that could not be saved. */
export const lessonProgressFailed = (message?: string): ToastMessage => ({
  title: t`Progress Update Failed`,
  description: message || t`There was an error saving your progress.`,
  variant: 'destructive',
});

/** Titles and sentences that the specification gives. */
export const texts = {
  failedCourses: t`Failed to fetch courses`,
  failedCourse: t`Failed to fetch course`,
  failedLessons: t`Failed to fetch lessons`,
  failedPublicCourse: t`Failed to fetch public course`,
  failedPublicLessons: t`Failed to fetch public course lessons`,
  quizNeedsSignIn: t`Please log in to access quiz questions.`,
  quizEmpty: t`No questions found for this quiz.`,
  quizLoadFailed: t`Failed to load quiz questions. Please try again.`,
  quizSubmitFailed: t`Failed to submit quiz. Please try again.`,
} as const;

/** True when the server could not be reached: no network, or another page in place of its response (Y22). */
export function isUnreachable(failure: unknown): boolean {
  if (failure instanceof TypeError) return true;
  return failure instanceof Error && failure.name === 'AuthRetryableFetchError';
}

/** The message for the error box: the server's own if there is one, else `fallback`. */
export function failureMessage(failure: unknown, fallback = t`An error occurred`): string {
  if (isUnreachable(failure)) {
    // supabase-js keeps the status of a 502, 503 or 504 and loses what was said with it.
    return statusOf(failure) > 0
      ? t`The server cannot do this at the moment. Please try again in a few minutes.`
      : t`This needs a connection. Please check your network and try again.`;
  }
  if (failure instanceof ApiError) return failure.sentence ?? fallback;
  return (failure instanceof Error && failure.message) || fallback;
}

/** The code of a refusal, of our server or of the auth service; '' without one. */
export function failureCode(failure: unknown): string {
  return failure instanceof Error && 'code' in failure ? String(failure.code ?? '') : '';
}

const statusOf = (failure: unknown): number =>
  failure instanceof Error && 'status' in failure ? Number(failure.status) : 0;

/** True when the auth service has refused for good; its rate limit is not final. */
export function isRefusal(failure: unknown): boolean {
  const status = statusOf(failure);
  return status >= 400 && status < 500 && status !== 429;
}
