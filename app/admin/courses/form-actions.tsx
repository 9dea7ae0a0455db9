import { Button } from '../../ui/button.tsx';
import { DialogActions } from '../../ui/dialog.tsx';

type FormActionsProps = {
  cancel: () => void;
  /** On the button that sends the form, and while it is on its way. */
  verb: string;
  running: string;
  isRunning: boolean;
};

/** The two buttons of a course form in a dialog. */
export function FormActions({ cancel, verb, running, isRunning }: FormActionsProps) {
  return (
    <DialogActions>
      <Button variant="secondary" onClick={cancel}>
        Cancel
      </Button>
      <Button type="submit" disabled={isRunning}>
        {isRunning ? running : verb}
      </Button>
    </DialogActions>
  );
}
