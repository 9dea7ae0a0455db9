import { useEffect, useState } from 'react';
import { localText, setLocalText } from '../../device/device.ts';
import { useLocation, useNavigate } from '../../ui/router.ts';

// What an emailed link left in the address: our own token, which a tap uses up, the tokens of a hosted service that has
// already signed the user in, or a refusal. Read first, then removed from the address.

/** The kinds of emailed links, as the auth service names them. */
const LINK_TYPES = ['signup', 'invite', 'magiclink', 'recovery', 'email_change', 'email'] as const;
type LinkType = (typeof LINK_TYPES)[number];

export const isLinkType = (type: string | null): type is LinkType => LINK_TYPES.some((known) => known === type);

export type MailedLink =
  | { kind: 'link'; tokenHash: string; type: LinkType }
  | { kind: 'tokens'; accessToken: string; refreshToken: string; type: string }
  /** Only this browser can use it, if it asked for the link. */
  | { kind: 'code'; code: string }
  /** One of the two links of a change of address was opened. */
  | { kind: 'first-of-two' }
  | { kind: 'refused'; reason: string }
  | { kind: 'none' };

/**
 * Whether the page asks before it signs in: our own link is used up by a tap, and anyone can write tokens of their own account
 * into an address. A sign-in that this browser began comes back with a code, which no other browser can use.
 */
export const waitsForTap = ({ kind }: MailedLink): boolean => kind === 'link' || kind === 'tokens';

/** Where the auth client keeps what it needs to take back the links that this browser asked for. */
const ASKED_HERE = 'groundwork.session-code-verifier';

/** Whether another browser than this one, such as the window of the installed app, seems to have asked for the link. */
export const isAskedElsewhere = (link: MailedLink): boolean =>
  link.kind === 'link' && link.tokenHash.startsWith('pkce_') && localText(ASKED_HERE) === null;

/** After a link was used: the next one may be asked for elsewhere. */
export const forgetAsking = () => setLocalText(ASKED_HERE, null);

/** Query parameters that belong to the link and are removed from the address. */
const LINK_PARAMETERS = ['token_hash', 'type', 'code', 'message', 'error', 'error_code', 'error_description', 'sb'];

/** Reads the address; `search` begins with '?', `hash` with '#', either may be empty. */
export function readMailedLink(search: string, hash: string): MailedLink {
  const query = new URLSearchParams(search);
  const fragment = new URLSearchParams(hash.replace(/^#/, ''));
  const given = (name: string) => fragment.get(name) ?? query.get(name);
  if (given('error') !== null || given('error_code') !== null)
    return { kind: 'refused', reason: given('error_code') ?? '' };
  const accessToken = fragment.get('access_token');
  const refreshToken = fragment.get('refresh_token');
  if (accessToken && refreshToken)
    return { kind: 'tokens', accessToken, refreshToken, type: fragment.get('type') ?? '' };
  // A hosted service's template cannot know whether the redirect already has a query, so it uses the fragment.
  const written = query.has('token_hash') ? query : fragment;
  const tokenHash = written.get('token_hash');
  const type = written.get('type');
  if (tokenHash)
    return isLinkType(type) ? { kind: 'link', tokenHash, type } : { kind: 'refused', reason: 'validation_failed' };
  const code = query.get('code');
  if (code) return { kind: 'code', code };
  return fragment.has('message') ? { kind: 'first-of-two' } : { kind: 'none' };
}

/** The query without the link's parameters: '' or a string that begins with '?'. */
export function withoutLink(search: string): string {
  const query = new URLSearchParams(search);
  for (const name of LINK_PARAMETERS) query.delete(name);
  const left = query.toString();
  return left && `?${left}`;
}

/**
 * The link in the address when the page was opened. Tokens and refusals are removed from the address at once; a link that
 * waits for its tap stays until `clean` is called, so that the page can be reloaded.
 */
export function useMailedLink(): { link: MailedLink; clean: () => void } {
  const { pathname, search, hash } = useLocation();
  const navigate = useNavigate();
  const [link] = useState(() => readMailedLink(search, hash));
  const clean = () => void navigate(pathname + withoutLink(search), { replace: true });
  const mustClean = hash !== '' && link.kind !== 'link';
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for the address as it was opened
  useEffect(() => {
    if (mustClean) clean();
  }, [mustClean]);
  return { link, clean };
}
