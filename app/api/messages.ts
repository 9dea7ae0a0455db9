import type { ToastMessage } from '../ui/toaster.tsx';
// What several screens say in the specification's words: toasts, and a page's own wording for a refusal.

/** Toasts whose words the specification gives. */
export const toasts = {
  progressMarkedComplete: { title: 'Progress Updated', description: 'Lesson marked as complete!' },
  progressSaved: { title: 'Progress Updated', description: 'Progress saved' },
  lessonCompleted: { title: 'Lesson Completed!', description: 'Your progress has been saved.' },
  progressUpdateFailed: { title: 'Error', description: 'Failed to update progress', variant: 'destructive' },
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

/** The sentences of views and boxes that the specification gives. */
export const texts = {
  failedCourses: 'Failed to fetch courses',
  failedCourse: 'Failed to fetch course',
  failedLessons: 'Failed to fetch lessons',
  failedPublicCourse: 'Failed to fetch public course',
  failedPublicLessons: 'Failed to fetch public course lessons',
  failedProfile: 'Failed to fetch profile',
  failedAdminStats: 'Failed to fetch admin stats',
  quizNeedsSignIn: 'Please log in to access quiz questions.',
  quizEmpty: 'No questions found for this quiz.',
  quizLoadFailed: 'Failed to load quiz questions. Please try again.',
  quizSubmitFailed: 'Failed to submit quiz. Please try again.',
} as const;
