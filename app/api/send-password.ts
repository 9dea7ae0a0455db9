import { passwordForms } from '#sync/contract/password.ts';

/** Sends a typed password normalized, and only if `refusal` calls that one wrong, as it was typed. */
export async function sendTyped<A extends { error: { code?: string | undefined } | null }>(
  typed: string,
  refusal: string,
  send: (password: string) => Promise<A>,
): Promise<A> {
  const [first = typed, ...others] = passwordForms(typed);
  let answer = await send(first);
  for (const form of others) if (answer.error?.code === refusal) answer = await send(form);
  return answer;
}
