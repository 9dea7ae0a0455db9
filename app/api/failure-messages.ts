import { ApiError } from './client.ts';

/** True when nobody answered: no network, or somebody else's page instead of an answer (Y22). */
export function isUnreachable(failure: unknown): boolean {
  if (failure instanceof TypeError) return true;
  return failure instanceof Error && failure.name === 'AuthRetryableFetchError';
}

/** The sentence for the box titled 'Error': the server's own words where there are any, else `fallback`. */
export function failureMessages(failure: unknown, fallback = 'An error occurred'): string {
  if (isUnreachable(failure)) return 'This needs a connection. Please check your network and try again.';
  if (failure instanceof ApiError) return failure.sentence ?? fallback;
  return (failure instanceof Error && failure.message) || fallback;
}

/** True when the auth service has said no for good; being too fast is not for good. */
export function isRefusal(failure: unknown): boolean {
  const status = failure instanceof Error && 'status' in failure ? Number(failure.status) : 0;
  return status >= 400 && status < 500 && status !== 429;
}
