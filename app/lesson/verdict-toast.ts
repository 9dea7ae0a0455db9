import type { Entry } from '#sync/entry.ts';
import { lessonProgressFailed, quizNotPassed, toasts } from '../messages.ts';
import type { ToastMessage } from '../ui/toast.tsx';

/** What the page that made the tap says when the server has judged it (Y7a); undefined when there is nothing new to say. */
export function verdictToast(entry: Pick<Entry, 'kind' | 'state' | 'result' | 'lastError'>): ToastMessage | undefined {
  const { kind, state, lastError } = entry;
  if (state === 'blocked') {
    // A refused quiz says so beside its questions, where it can be mended.
    if (kind === 'quiz') return undefined;
    // Words of our own for an answer that cannot be read are not the server's message.
    return lessonProgressFailed(lastError?.code === 'unreadable' ? '' : lastError?.text);
  }
  if (entry.state !== 'done') return undefined;
  if (entry.result?.outcome === 'already_completed') return toasts.alreadyCompleted;
  // It takes the place of the last try's 'Quiz Not Passed', which may still be there.
  if (entry.result?.outcome === 'passed') return toasts.lessonCompleted;
  if (entry.result?.outcome === 'not_passed') return quizNotPassed(entry.result.score ?? 0);
  return undefined;
}
