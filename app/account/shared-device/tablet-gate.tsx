import { LockScreen } from './lock-screen.tsx';
import { useEnrolled } from './use-tablet.ts';

/** On the tablet of an organization its home stands before every page until somebody continues; `isOpen` for those who sign in. */
export function TabletGate({ isOpen }: { isOpen: boolean }) {
  const enrolled = useEnrolled();
  return enrolled && !isOpen ? <LockScreen /> : null;
}
