import { Trans } from '@lingui/react/macro';
import { type ComponentProps, type ReactNode, type Ref, useEffect } from 'react';
import { Button } from '../button.tsx';
import { Dialog, DialogActions } from '../dialog.tsx';
import { useLeaveDialog } from '../unsaved.ts';

type DialogFormProps = {
  ref?: Ref<HTMLFormElement>;
  /** Not called while `isRunning`. */
  onSubmit: () => unknown;
  /** Called once what was typed may be lost. */
  cancel: () => void;
  /** The label of the submit button, and its label while the form is being sent. */
  verb: string;
  running: string;
  isRunning: boolean;
  /** False disables the submit button. */
  isReady?: boolean;
  variant?: 'primary' | 'destructive';
  children: ReactNode;
};

export function DialogForm({ ref, onSubmit, isReady = true, children, ...actions }: DialogFormProps) {
  const { cancel, verb, running, isRunning, variant = 'primary' } = actions;
  const { leave, stay } = useLeaveDialog();
  // Whether it is lost is not the question any more once it has been sent.
  useEffect(() => (isRunning ? stay : undefined), [isRunning, stay]);
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
        <Button variant="secondary" onClick={() => leave(cancel)}>
          <Trans>Cancel</Trans>
        </Button>
        <Button type="submit" variant={variant} disabled={isRunning || !isReady}>
          {isRunning ? running : verb}
        </Button>
      </DialogActions>
    </form>
  );
}

type FormDialogProps = Pick<ComponentProps<typeof Dialog>, 'title' | 'description' | 'isUnsaved'> &
  Omit<DialogFormProps, 'cancel'> & { onClose: () => void };

/** A dialog that is a form; drawn only while it is open. */
export function FormDialog({ title, description, isUnsaved, onClose, ...form }: FormDialogProps) {
  const close = () => onClose();
  return (
    <Dialog open onOpenChange={close} {...{ title, description }} {...(isUnsaved !== undefined && { isUnsaved })}>
      <DialogForm cancel={close} {...form} />
    </Dialog>
  );
}
