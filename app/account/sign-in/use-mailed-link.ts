import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from '../../ui/router.ts';
import { type MailedLink, readMailedLink, withoutLink } from './link-address.ts';

/**
 * What the address brought when the page was opened. Tokens and refusals leave it at once; a link that waits for its tap
 * stays until `clean` is called, so that the page can be loaded again.
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
