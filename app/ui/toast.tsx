// Toasts: at most one is visible, and a newer one replaces it. The component is loaded with the first toast.
import {
  createContext,
  type ReactNode,
  Suspense,
  startTransition,
  useCallback,
  useContext,
  useEffect,
  useRef,
  useState,
} from 'react';
import { lazyPart, Nothing } from './lazy-part.ts';
import type { ShownToast, ToastMessage } from './toaster.tsx';

const Toaster = lazyPart(() => import('./toaster.tsx').then((file) => file.Toaster), Nothing);

type ShowToast = (message: ToastMessage) => () => void;

const ToastContext = createContext<ShowToast | undefined>(undefined);

export function ToastProvider({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState<ShownToast>();
  const count = useRef(0);
  const toast = useCallback<ShowToast>((message) => {
    count.current += 1;
    const id = count.current;
    // The change that the message is about is rendered first.
    startTransition(() => setShown({ ...message, id }));
    return () => setShown((last) => (last?.id === id ? undefined : last));
  }, []);
  const passing = shown?.isPassing ? shown.id : undefined;
  useEffect(() => {
    if (passing === undefined) return;
    // Not 'scroll': the next page begins at its top by itself.
    const ended = new AbortController();
    const end = () => setShown((last) => (last?.id === passing ? undefined : last));
    for (const use of ['pointerdown', 'wheel', 'touchmove'])
      addEventListener(use, end, { signal: ended.signal, passive: true });
    return () => ended.abort();
  }, [passing]);
  return (
    <ToastContext value={toast}>
      {children}
      {shown && (
        <Suspense>
          <Toaster shown={shown} />
        </Suspense>
      )}
    </ToastContext>
  );
}

/** `toast({ title, description?, variant?, action? })` shows a message for 5 s, and returns what takes it away before. */
export function useToast(): ShowToast {
  const toast = useContext(ToastContext);
  if (!toast) throw new Error('useToast needs a ToastProvider above it.');
  return toast;
}
