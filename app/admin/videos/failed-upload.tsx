import { Button } from '../../ui/button.tsx';
import { VIDEO_ACCEPT } from './chosen-file.ts';
import { FilePicker } from './file-picker.tsx';
import { StorageHelp, tellsOfStorage } from './storage-help.tsx';
import type { Stage } from './upload-queue.ts';

type FailedUploadProps = {
  stage: Extract<Stage, { is: 'failed' }>;
  /** The lesson's. */
  title: string;
  again: () => void;
  onChoose: (file: File) => void;
  dismiss: () => void;
};

/** Why a video did not arrive, and what can be done about it. */
export function FailedUpload({ stage, title, again, onChoose, dismiss }: FailedUploadProps) {
  const { sentence, detail, refusesFile } = stage;
  const storage = [sentence, detail ?? ''].find(tellsOfStorage);
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p role="alert" className="min-w-0 text-sm">
          <span className="block font-medium text-danger-text">Upload Failed</span>
          <span className="block break-words">{sentence}</span>
          {detail && <span className="block break-words text-ink-soft">{detail}</span>}
        </p>
        <div className="flex flex-wrap gap-2">
          <Button variant="quiet" onClick={dismiss}>
            Dismiss
          </Button>
          {refusesFile ? (
            <FilePicker label={`Another video file for ${title}`} accept={VIDEO_ACCEPT} onChoose={onChoose}>
              Choose another file
            </FilePicker>
          ) : (
            <Button variant="secondary" onClick={again}>
              Try again
            </Button>
          )}
        </div>
      </div>
      {storage && <StorageHelp message={storage} />}
    </div>
  );
}
