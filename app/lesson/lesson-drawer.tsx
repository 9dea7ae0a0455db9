import type { ReactNode } from 'react';
import { Dialog } from '../ui/dialog.tsx';

/** The side list on a narrow screen (S1); fetched when it is first opened. */
export function LessonDrawer({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title="Lessons" shape="drawer">
      {children}
    </Dialog>
  );
}
