// What a mailed link brought in the address: our own link with a token that a tap spends (I4), the fragment of a service that
// has signed in already, or a service's refusal. Read before anything else, and then taken out of the address.

/** The kinds of mailed links, as the auth service names them. */
const LINK_TYPES = ['signup', 'invite', 'magiclink', 'recovery', 'email_change', 'email'] as const;
type LinkType = (typeof LINK_TYPES)[number];

export type MailedLink =
  | { kind: 'link'; tokenHash: string; type: LinkType }
  | { kind: 'tokens'; accessToken: string; refreshToken: string; type: string }
  | { kind: 'refused' }
  | { kind: 'none' };

/** Query parameters that belong to the link alone and never stay in the address. */
const LINK_PARAMETERS = ['token_hash', 'type', 'error', 'error_code', 'error_description', 'sb'];

/** Reads the address; `search` begins with '?', `hash` with '#', either may be empty. */
export function readMailedLink(search: string, hash: string): MailedLink {
  const query = new URLSearchParams(search);
  const fragment = new URLSearchParams(hash.replace(/^#/, ''));
  if (fragment.has('error') || fragment.has('error_code') || query.has('error')) return { kind: 'refused' };
  const accessToken = fragment.get('access_token');
  const refreshToken = fragment.get('refresh_token');
  if (accessToken && refreshToken)
    return { kind: 'tokens', accessToken, refreshToken, type: fragment.get('type') ?? '' };
  // A hosted service's template cannot know whether its redirect has a query already, so it writes behind a '#'.
  const written = query.has('token_hash') ? query : fragment;
  const tokenHash = written.get('token_hash');
  const type = LINK_TYPES.find((known) => known === written.get('type'));
  if (tokenHash) return type ? { kind: 'link', tokenHash, type } : { kind: 'refused' };
  return { kind: 'none' };
}

/** The query without what belongs to the link: '' or one that begins with '?'. */
export function withoutLink(search: string): string {
  const query = new URLSearchParams(search);
  for (const name of LINK_PARAMETERS) query.delete(name);
  const left = query.toString();
  return left && `?${left}`;
}
