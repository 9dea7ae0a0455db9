import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';

type DeleteDialogProps = { lessons: string; onKeep: () => void; onDelete: () => void };

/** Work that lies nowhere else is deleted only by somebody who was told so. */
export function DeleteDialog({ lessons, onKeep, onDelete }: DeleteDialogProps) {
  return (
    <Dialog
      open
      onOpenChange={onKeep}
      title="Delete this progress?"
      description={`The progress in ${lessons} lies only on this device and will be gone for good, also for the person who made it.`}
    >
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="secondary" onClick={onKeep}>
          Keep it
        </Button>
        <Button variant="destructive" onClick={onDelete}>
          Delete
        </Button>
      </div>
    </Dialog>
  );
}
