import { issueSentence } from '#sync/contract/sentences.ts';

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
