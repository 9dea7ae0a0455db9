import { t } from '@lingui/core/macro';
import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { issueSentence } from '#sync/contract/sentences.ts';
import { failureInOpenBox } from '../ui/dialog.tsx';
import { useToast } from '../ui/toast.tsx';
import type { ToastMessage } from '../ui/toaster.tsx';
import { ApiError } from './client.ts';
import { refresh } from './query-client.ts';

export type ApiMutation<Input, Answer> = {
  send: (input: Input) => Promise<Answer>;
  /** The toast after a success; undefined for none. */
  successToast?: (answer: Answer, input: Input) => ToastMessage | undefined;
  /** The title of a failure, and its sentence where the server sends none: in the dialog of the act, else in a toast. */
  errorToast?: { title: string; sentence: string };
  /** The fields of the form that show their own error, which is then not shown a second time. */
  fields?: readonly string[];
  /** Puts the answer on the page, before anything is fetched again. */
  onSuccess?: (answer: Answer) => void;
  /** Called after a failure too, where the page must correct what it shows. */
  onError?: (failure: unknown, input: Input) => void;
  /** The prefixes of the paths that are fetched again after a success. */
  invalidates?: readonly string[];
};

/**
 * One administrative act. `run` resolves with the server's answer, or with undefined after a failure, which the page has
 * reported. A double click, or Enter pressed twice, sends once: while a call is under way, the same call again resolves with
 * undefined at once. `reset` drops the last failure, once the form has changed.
 */
export function useApiMutation<Input = void, Answer = unknown>(act: ApiMutation<Input, Answer>) {
  const { send, successToast, errorToast, onSuccess, onError, fields = [], invalidates = [] } = act;
  const toast = useToast();
  const mutation = useMutation({
    mutationFn: send,
    onSuccess: async (answer, input) => {
      const message = successToast?.(answer, input);
      if (message) toast(message);
      onSuccess?.(answer);
      await refresh(invalidates);
    },
    onError: (failure, input) => onError?.(failure, input),
  });
  // What is under way, known before React draws a disabled button.
  const sending = useRef<string>(undefined);
  const run = async (input: Input): Promise<Answer | undefined> => {
    const call = JSON.stringify(input) ?? '';
    if (sending.current === call) return undefined;
    sending.current = call;
    const showInBox = failureInOpenBox();
    showInBox(undefined);
    try {
      return await mutation.mutateAsync(input);
    } catch (failure) {
      if (!errorToast || fields.some((field) => fieldErrorOf(failure, field) !== undefined)) return undefined;
      const told = { title: errorToast.title, description: sentenceOf(failure, errorToast.sentence) };
      if (!showInBox(told)) toast({ ...told, variant: 'destructive' });
      return undefined;
    } finally {
      if (sending.current === call) sending.current = undefined;
    }
  };
  return { run, isRunning: mutation.isPending, failure: mutation.error, reset: mutation.reset };
}

/** The server's own sentence, the connection's, or the page's. */
export function sentenceOf(failure: unknown, otherwise: string): string {
  if (failure instanceof TypeError) return t`The server cannot be reached. Check your connection and try again.`;
  return (failure instanceof ApiError && failure.sentence) || otherwise;
}

/** What the server said of one field of the form; undefined when the failure is about something else. */
export function fieldErrorOf(failure: unknown, field: string): string | undefined {
  return failure instanceof ApiError && failure.field === field ? failure.sentence : undefined;
}

type Issue = { path: PropertyKey[]; message: string };
export type Shape = {
  safeParse(body: unknown, words: { error: typeof issueSentence }): { error?: { issues: Issue[] } | undefined };
};

/** The errors that the contract finds in a request body: the first of each field, in the contract's words. */
export function fieldErrors(shape: Shape, body: unknown): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const { path, message } of shape.safeParse(body, { error: issueSentence }).error?.issues ?? [])
    errors[String(path[0])] ??= message;
  return errors;
}
