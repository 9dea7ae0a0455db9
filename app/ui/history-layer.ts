import { useCallback, useEffect, useRef } from 'react';
import { useLocation, useNavigate } from './router.ts';

/** What is open above a page is an entry of the history, so that Back closes it; its name is that entry's state. */
export function useHistoryLayer() {
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  // Going back takes a moment, in which a second Escape would leave the page.
  const isClosing = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: going back has ended once this has changed
  useEffect(() => {
    isClosing.current = false;
  }, [state]);
  const open = (name: string) => void navigate(pathname + search, { state: name });
  const close = useCallback(() => {
    if (isClosing.current) return;
    isClosing.current = true;
    void navigate(-1);
  }, [navigate]);
  return { opened: state as unknown, open, close };
}
