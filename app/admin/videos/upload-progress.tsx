import { Button } from '../../ui/button.tsx';
import { usePageMark } from '../../ui/page-mark.ts';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { formatRate, formatTimeLeft, megabytes } from './transfer-messages.ts';
import type { Upload } from './upload-queue.ts';
import { percentSent } from './uploads.ts';

/** A running upload: its percentage, its rate, the time left, and a button to cancel it. */
export function UploadProgress({ upload, onCancel }: { upload: Upload; onCancel: () => void }) {
  const { stage, file } = upload;
  const percent = percentSent(upload);
  const mark = usePageMark('upload-progress', stage.is !== 'waiting');
  return (
    <div {...mark} className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <div className="flex min-w-0 grow basis-64 flex-col gap-1.5 text-sm">
        <p className="flex justify-between gap-3">
          <span className="min-w-0 truncate font-medium">{headingOf(upload)}</span>
          <span className="font-semibold tabular-nums">{percent}%</span>
        </p>
        <ProgressBar percent={percent} label={`Uploading ${file.name}`} />
        <p className="text-ink-soft tabular-nums">{detailOf(upload)}</p>
      </div>
      {stage.is !== 'finishing' && (
        <Button variant="secondary" onClick={onCancel}>
          Cancel<span className="sr-only"> the upload of {upload.title}</span>
        </Button>
      )}
    </div>
  );
}

function headingOf({ stage, file }: Upload): string {
  if (stage.is === 'waiting') return `Waiting: ${file.name}`;
  if (stage.is === 'finishing') return `Finishing: ${file.name}`;
  return `Uploading ${file.name}`;
}

function detailOf({ stage, file }: Upload): string {
  const size = megabytes(file.size);
  if (stage.is === 'waiting') return `${size} · begins when the one before it has arrived`;
  if (stage.is === 'finishing') return `${size} · the server looks through it`;
  if (stage.is !== 'sending') return size;
  const { sent, bytesPerSecond } = stage;
  const rate = bytesPerSecond === undefined ? [] : [formatRate(bytesPerSecond)];
  const left = bytesPerSecond === undefined ? undefined : formatTimeLeft(file.size - sent, bytesPerSecond);
  return [`${megabytes(sent)} of ${size}`, ...rate, ...(left ? [left] : [])].join(' · ');
}
