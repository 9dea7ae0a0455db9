import type { ReactNode, Ref } from 'react';
import { Button } from '../button.tsx';
import { DialogActions } from '../dialog.tsx';

type DialogFormProps = {
  ref?: Ref<HTMLFormElement>;
  /** Not called again while the form is on its way. */
  onSubmit: () => unknown;
  cancel: () => void;
  /** On the button that sends the form, and while it is on its way. */
  verb: string;
  running: string;
  isRunning: boolean;
  /** False while there is nothing to send. */
  isReady?: boolean;
  children: ReactNode;
};

/** The form of a dialog, above its two buttons. */
export function DialogForm({ ref, onSubmit, isReady = true, children, ...actions }: DialogFormProps) {
  const { cancel, verb, running, isRunning } = actions;
  return (
    <form
      ref={ref}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!isRunning && isReady) void onSubmit();
      }}
      className="flex flex-col gap-4"
    >
      {children}
      <DialogActions>
        <Button variant="secondary" onClick={cancel}>
          Cancel
        </Button>
        <Button type="submit" disabled={isRunning || !isReady}>
          {isRunning ? running : verb}
        </Button>
      </DialogActions>
    </form>
  );
}
