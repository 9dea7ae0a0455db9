import { useMutation } from '@tanstack/react-query';
import { ApiError } from '../api.ts';
import { api } from '../session.ts';
import { type ToastMessage, useToast } from '../ui/toast.tsx';
import { adminClient } from './admin-client.ts';

type Act<Input, Answer> = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: (input: Input) => string;
  payload?: (input: Input) => unknown;
  answer: { parse(body: unknown): Answer };
  /** The toast after a success; undefined says nothing. */
  said?: (answer: Answer, input: Input) => ToastMessage | undefined;
  /** Title of the toast after a failure, and its sentence where the server has none; undefined says nothing. */
  failed?: { title: string; sentence: string };
  /** Puts the answer on the page, before anything is fetched again. */
  shows?: (answer: Answer) => void;
  /** Told of a failure too, where the page must mend what it shows. */
  missed?: (failure: unknown, input: Input) => void;
  /** Lists that are fetched again after a success: beginnings of their paths. */
  refreshes: readonly string[];
};

/**
 * One administrative act. `run` answers what the server said, or undefined after a failure that a toast has told;
 * `forget` drops the last failure, once the form has changed.
 */
export function useAct<Input, Answer>(act: Act<Input, Answer>) {
  const { method, path, payload, answer, said, failed, shows, missed, refreshes } = act;
  const toast = useToast();
  const mutation = useMutation({
    mutationFn: (input: Input) => api(path(input), { method, answer, ...(payload ? { payload: payload(input) } : {}) }),
    onSuccess: async (told, input) => {
      const message = told === null ? undefined : said?.(told, input);
      if (message) toast(message);
      if (told !== null) shows?.(told);
      await Promise.all(
        refreshes.map((beginning) =>
          adminClient.invalidateQueries({ predicate: ({ queryKey }) => String(queryKey[0]).startsWith(beginning) }),
        ),
      );
    },
    onError: (failure, input) => {
      missed?.(failure, input);
      if (failed)
        toast({ title: failed.title, description: sentenceOf(failure, failed.sentence), variant: 'destructive' });
    },
  });
  const run = async (input: Input): Promise<Answer | undefined> => {
    try {
      return (await mutation.mutateAsync(input)) ?? undefined;
    } catch {
      return undefined;
    }
  };
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
