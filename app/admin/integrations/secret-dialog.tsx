import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';

/** Shows a secret, which is never shown again. */
export function SecretDialog({
  title,
  secret,
  noun,
  onClose,
}: {
  title: string;
  secret: string;
  noun: string;
  onClose: () => void;
}) {
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={title}
      description="Copy it now: it is shown once and cannot be retrieved again."
    >
      <p className="select-all break-all rounded-sm bg-sunken px-2 py-1 font-mono text-sm">{secret}</p>
      <DialogActions>
        <Button variant="secondary" onClick={onClose}>
          Done
        </Button>
        <CopyButton label="Copy" text={secret} noun={noun} variant="primary" />
      </DialogActions>
    </Dialog>
  );
}
