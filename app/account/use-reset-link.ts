import { useEffect, useRef, useState } from 'react';
import { usePerson } from '../person.tsx';
import { isRefusal } from './failure-words.ts';
import { adoptTokens, openMailedLink } from './sign-in.ts';
import { useMailedLink } from './use-mailed-link.ts';
import { texts } from './words.ts';

export type ResetStage =
  | { is: 'waiting'; error: string | undefined }
  | { is: 'checking' }
  | { is: 'invalid' }
  | { is: 'valid'; onChanged: () => void };

/** That this tab came by a reset link and whose it was: a page loaded again goes on, a sign-in alone opens nothing. */
const KEY = 'groundwork.recovery';
const forget = () => sessionStorage.removeItem(KEY);
const VALID: ResetStage = { is: 'valid', onChanged: forget };

/** Whether there is a session from a reset link. Our own links wait for a tap; a hosted service's have been spent already. */
export function useResetLink(): { stage: ResetStage; open: () => void } {
  const { userId } = usePerson();
  const { link, clean } = useMailedLink();
  const [opened, setOpened] = useState<ResetStage>(() => {
    if (link.kind === 'link') return { is: 'waiting', error: undefined };
    if (link.kind === 'tokens') return { is: 'checking' };
    return link.kind === 'none' && sessionStorage.getItem(KEY) === userId ? VALID : { is: 'invalid' };
  });
  const wasOpened = useRef(false);

  const open = async () => {
    setOpened({ is: 'checking' });
    try {
      if (link.kind === 'link') sessionStorage.setItem(KEY, await openMailedLink(link.tokenHash, link.type));
      if (link.kind === 'tokens') sessionStorage.setItem(KEY, await adoptTokens(link.accessToken, link.refreshToken));
      clean();
      setOpened(VALID);
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
