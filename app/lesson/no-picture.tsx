import { CloudOff, TriangleAlert } from 'lucide-react';
import { toasts } from '../messages.ts';
import { sizeLabel } from '../size-label.ts';

type NoPictureProps = {
  isOffline: boolean /** Of the film, when known. */;
  bytes: number | null;
  hasTranscript: boolean;
  onRetry: () => void;
};

/** What stands on the stage when the video cannot be played: why, what to do meanwhile, and another try (S9). */
export function NoPicture({ isOffline, bytes, hasTranscript, onRetry }: NoPictureProps) {
  const Icon = isOffline ? CloudOff : TriangleAlert;
  return (
    <div role="alert" className="m-auto flex flex-col items-center gap-2 px-4 py-3 text-center">
      <Icon aria-hidden className="size-8 shrink-0" />
      <p className="max-w-md">
        {isOffline
          ? `This video is not on this device.${bytes ? ` It takes ${sizeLabel(bytes)}.` : ''} You can read the lesson below and watch it when you are online.`
          : `${toasts.videoFailed.description} ${hasTranscript ? 'Meanwhile you can read the transcript below.' : 'Meanwhile you can read the lesson below.'}`}
      </p>
      <button
        type="button"
        onClick={onRetry}
        className="min-h-touch shrink-0 rounded-md border border-stage-ink px-4 font-semibold hover:bg-stage-ink/15"
      >
        Try again
      </button>
    </div>
  );
}
