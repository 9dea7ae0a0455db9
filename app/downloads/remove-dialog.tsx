import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';

type RemoveDialogProps = { title: string; description: string; onRemove: () => void; onClose: () => void };

/** Asks before something leaves the device: without a network it could not be fetched again. */
export function RemoveDialog({ title, description, onRemove, onClose }: RemoveDialogProps) {
  const remove = () => {
    onClose();
    onRemove();
  };
  return (
    <Dialog open onOpenChange={onClose} title={title} description={description}>
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="secondary" onClick={onClose}>
          Keep it
        </Button>
        <Button variant="destructive" onClick={remove}>
          Remove
        </Button>
      </div>
    </Dialog>
  );
}
