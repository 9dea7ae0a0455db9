import { useEffect, useRef, useState } from 'react';
import { usePerson } from '../person.tsx';
import { isRefusal } from './failure-words.ts';
import type { MailedLink } from './link-address.ts';
import { adoptTokens, openMailedLink } from './sign-in.ts';
import { useMailedLink } from './use-mailed-link.ts';
import { texts } from './words.ts';

export type ResetStage =
  | { is: 'waiting'; error: string | undefined }
  | { is: 'checking' }
  | { is: 'invalid' }
  | { is: 'valid'; userId: string; onChanged: () => void };

/** That this tab came by a reset link and whose it was: a page loaded again goes on, a sign-in alone opens nothing. */
const KEY = 'groundwork.recovery';
const forget = () => sessionStorage.removeItem(KEY);
const validFor = (userId: string): ResetStage => ({ is: 'valid', userId, onChanged: forget });

/** Whether there is a session from a reset link. Our own links wait for a tap; a hosted service's have been spent already. */
export function useResetLink(): { stage: ResetStage; open: () => void } {
  const { userId } = usePerson();
  const { link, clean } = useMailedLink();
  const [opened, setOpened] = useState<ResetStage>(() => {
    if (link.kind === 'link') return { is: 'waiting', error: undefined };
    if (link.kind === 'tokens') return { is: 'checking' };
    return link.kind === 'none' && sessionStorage.getItem(KEY) === userId ? validFor(userId) : { is: 'invalid' };
  });
  const wasOpened = useRef(false);

  const open = async () => {
    if (link.kind !== 'link' && link.kind !== 'tokens') return;
    setOpened({ is: 'checking' });
    try {
      const whose = await follow(link);
      sessionStorage.setItem(KEY, whose);
      clean();
      setOpened(validFor(whose));
    } catch (failure) {
      setOpened(isRefusal(failure) ? { is: 'invalid' } : { is: 'waiting', error: texts.resetLinkUnchecked });
    }
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for the address as it was opened
  useEffect(() => {
    if (link.kind === 'tokens' && !wasOpened.current) void open();
    wasOpened.current = true;
  }, []);
  return { stage: opened, open: () => void open() };
}

/** Signs in by the link; answers whose it is. */
function follow(link: MailedLink & { kind: 'link' | 'tokens' }): Promise<string> {
  return link.kind === 'link'
    ? openMailedLink(link.tokenHash, link.type)
    : adoptTokens(link.accessToken, link.refreshToken);
}
