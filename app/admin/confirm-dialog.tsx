import type { ReactNode } from 'react';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';

type ConfirmDialogProps = {
  open: boolean;
  title: string;
  /** What will be, in a sentence or two. */
  description: ReactNode;
  /** On the button that does it, and while it is being done. */
  verb: string;
  running: string;
  isRunning: boolean;
  /** On the button that does not. */
  back?: string;
  /** 'primary' for what takes nothing away. */
  variant?: 'destructive' | 'primary';
  onConfirm: () => void;
  onClose: () => void;
};

/** Asks before what cannot be undone, or reaches far. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, title, description, verb, running, isRunning, onConfirm, onClose } = props;
  const { back = 'Cancel', variant = 'destructive' } = props;
  return (
    <Dialog open={open} onOpenChange={(isOpen) => !isOpen && onClose()} title={title} description={description}>
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="secondary" onClick={onClose}>
          {back}
        </Button>
        <Button variant={variant} disabled={isRunning} onClick={onConfirm}>
          {isRunning ? running : verb}
        </Button>
      </div>
    </Dialog>
  );
}
