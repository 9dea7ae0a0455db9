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

const ToastContext = createContext<((message: ToastMessage) => void) | undefined>(undefined);

export function ToastProvider({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState<ShownToast>();
  const toast = useCallback((message: ToastMessage) => {
    // The change that the message is about is rendered first.
    startTransition(() => setShown((last) => ({ ...message, id: (last?.id ?? 0) + 1 })));
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

/** `const toast = useToast(); toast({ title, description?, variant?, action? })` shows a message for 5 seconds. */
export function useToast(): (message: ToastMessage) => void {
  const toast = useContext(ToastContext);
  if (!toast) throw new Error('useToast needs a ToastProvider above it.');
  return toast;
}
