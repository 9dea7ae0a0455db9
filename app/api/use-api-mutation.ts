import { useMutation } from '@tanstack/react-query';
import { useToast } from '../ui/toast.tsx';
import type { ToastMessage } from '../ui/toaster.tsx';
import { ApiError } from './client.ts';
import { refresh } from './query-client.ts';

export type ApiMutation<Input, Answer> = {
  /** The call itself. */
  send: (input: Input) => Promise<Answer>;
  /** The toast after a success; undefined says nothing. */
  said?: (answer: Answer, input: Input) => ToastMessage | undefined;
  /** Title of the toast after a failure, and its sentence where the server has none; undefined says nothing. */
  failed?: { title: string; sentence: string };
  /** Puts the answer on the page, before anything is fetched again. */
  shows?: (answer: Answer) => void;
  /** Told of a failure too, where the page must correct what it shows. */
  missed?: (failure: unknown, input: Input) => void;
  /** Lists that are fetched again after a success: beginnings of their paths. */
  refreshes?: readonly string[];
};

/**
 * One administrative act. `run` answers what the server said, or undefined after a failure that a toast has told;
 * `forget` drops the last failure, once the form has changed.
 */
export function useApiMutation<Input = void, Answer = unknown>(act: ApiMutation<Input, Answer>) {
  const { send, said, failed, shows, missed, refreshes = [] } = act;
  const toast = useToast();
  const mutation = useMutation({
    mutationFn: send,
    onSuccess: async (answer, input) => {
      const message = said?.(answer, input);
      if (message) toast(message);
      shows?.(answer);
      await refresh(refreshes);
    },
    onError: (failure, input) => {
      missed?.(failure, input);
      if (failed)
        toast({ title: failed.title, description: sentenceOf(failure, failed.sentence), variant: 'destructive' });
    },
  });
  const run = (input: Input): Promise<Answer | undefined> => mutation.mutateAsync(input).catch(() => undefined);
  return { run, isRunning: mutation.isPending, failure: mutation.error, forget: mutation.reset };
}

/** The server's own sentence, the connection's, or the page's. */
export function sentenceOf(failure: unknown, otherwise: string): string {
  if (failure instanceof TypeError) return 'The server cannot be reached. Check your connection and try again.';
  return (failure instanceof ApiError && failure.sentence) || otherwise;
}

/** What the server said of one field of the form; undefined when the failure is about something else. */
export function fieldErrorOf(failure: unknown, field: string): string | undefined {
  return failure instanceof ApiError && failure.field === field ? failure.sentence : undefined;
}
