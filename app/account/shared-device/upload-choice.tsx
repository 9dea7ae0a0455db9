import { Trans } from '@lingui/react/macro';
import { uploadBoard } from '../../device/upload-board.ts';
import { Button } from '../../ui/button.tsx';

type UploadChoiceProps = {
  /** The label of the button that stops the upload. */
  verb: string;
  onKeep: () => void;
  onStopped: () => void;
};

/** Asks whether to stop the running upload and the ones waiting after it. */
export function UploadChoice({ verb, onKeep, onStopped }: UploadChoiceProps) {
  const stop = () => {
    uploadBoard.shown()?.stopAll();
    onStopped();
  };
  return (
    <div className="flex flex-col gap-2">
      <Button size="big" autoFocus onClick={onKeep}>
        <Trans>Keep uploading</Trans>
      </Button>
      <Button variant="destructive" onClick={stop}>
        {verb}
      </Button>
    </div>
  );
}
