// The three faces of /auth: which one an address means, and the address of each.
import { idInPath, paths } from '../../paths.ts';

export type AuthMode = 'signup' | 'signin' | 'reset';

const MODES: readonly AuthMode[] = ['signup', 'signin', 'reset'];

/** What every face needs to know of the address. */
export type AuthAddress = {
  mode: AuthMode;
  courseId: number | undefined;
  /** One more person of this device signs in, beside the one who is here. */
  isAdding: boolean;
};

/** Reads the query; without a `mode` the path decides: `byPath`. */
export function readAuthAddress(query: URLSearchParams, byPath: AuthMode): AuthAddress {
  const mode = MODES.find((known) => known === query.get('mode')) ?? byPath;
  return { mode, courseId: idInPath(query.get('courseId') ?? undefined), isAdding: query.get('add') === 'true' };
}

/** The address of another face, with everything else kept. */
export function authAddress(mode: AuthMode, { courseId, isAdding }: AuthAddress): string {
  if (mode === 'signin') return paths.signIn({ courseId, add: isAdding });
  return paths.auth({ courseId, add: isAdding, ...(mode === 'reset' && { mode }) });
}

/** Takes the invitation out of a query: either of its two names. */
export function takeInvitation(query: URLSearchParams): { invitation: string | undefined; rest: string } {
  const invitation = (query.get('token') ?? query.get('invitation'))?.trim() || undefined;
  const left = new URLSearchParams(query);
  left.delete('token');
  left.delete('invitation');
  const rest = left.toString();
  return { invitation, rest: rest && `?${rest}` };
}
