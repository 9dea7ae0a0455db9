import { uploadBoard } from '../../device/upload-board.ts';
import { Button } from '../../ui/button.tsx';

type UploadChoiceProps = {
  /** On the button that stops it. */
  verb: string;
  onKeep: () => void;
  onStopped: () => void;
};

/** Whether a video that is on its way may be given up, and those that wait after it. */
export function UploadChoice({ verb, onKeep, onStopped }: UploadChoiceProps) {
  const stop = () => {
    uploadBoard.shown()?.stopAll();
    onStopped();
  };
  return (
    <div className="flex flex-col gap-2">
      <Button size="big" autoFocus onClick={onKeep}>
        Keep uploading
      </Button>
      <Button variant="destructive" onClick={stop}>
        {verb}
      </Button>
    </div>
  );
}
