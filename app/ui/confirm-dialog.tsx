import { type ReactNode, useState } from 'react';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

type ConfirmDialogProps = {
  title: string;
  /** What will be, in a sentence or two. */
  description: ReactNode;
  /** On the button that does it, and while it is being done. */
  verb: string;
  running?: string;
  /** On the button that does not. */
  back?: string;
  /** 'primary' for what takes nothing away. */
  variant?: 'destructive' | 'primary';
  /** The act itself. The dialog closes after it, unless it answers false. */
  onConfirm: () => unknown;
  onClose: () => void;
};

/** Asks before what cannot be undone, or reaches far. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, description, verb, running = verb, back = 'Cancel', onConfirm, onClose } = props;
  const [isRunning, setRunning] = useState(false);
  const confirm = async () => {
    setRunning(true);
    if ((await onConfirm()) === false) setRunning(false);
    else onClose();
  };
  return (
    <Dialog open onOpenChange={onClose} title={title} description={description}>
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="secondary" onClick={onClose}>
          {back}
        </Button>
        <Button variant={props.variant ?? 'destructive'} disabled={isRunning} onClick={() => void confirm()}>
          {isRunning ? running : verb}
        </Button>
      </div>
    </Dialog>
  );
}
