// Toasts: at most one is visible, and a newer one replaces it. The component is loaded with the first toast.
import {
  createContext,
  lazy,
  type ReactNode,
  Suspense,
  startTransition,
  useCallback,
  useContext,
  useState,
} from 'react';

import type { ShownToast, ToastMessage } from './toaster.tsx';

const Toaster = lazy(() =>
  import('./toaster.tsx').then(
    (module) => ({ default: module.Toaster }),
    () => ({ default: () => <></> }),
  ),
);

const ToastContext = createContext<((message: ToastMessage | null) => void) | undefined>(undefined);

export function ToastProvider({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState<ShownToast>();
  const toast = useCallback((message: ToastMessage | null) => {
    // The change that the message is about is rendered first.
    startTransition(() => setShown((last) => (message ? { ...message, id: (last?.id ?? 0) + 1 } : undefined)));
  }, []);
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

/** `const toast = useToast(); toast({ title, description?, variant?, action? })` shows a message for 5 seconds; `toast(null)` takes it away. */
export function useToast(): (message: ToastMessage | null) => void {
  const toast = useContext(ToastContext);
  if (!toast) throw new Error('useToast needs a ToastProvider above it.');
  return toast;
}
