import { Trans } from '@lingui/react/macro';
import { CloudUpload } from 'lucide-react';
import { useEffect } from 'react';
import { uploadBoard, useShownUpload } from '../device/upload-board.ts';
import { usePageMark } from '../ui/page-mark.ts';
import { Link } from '../ui/router.ts';
import { useToast } from '../ui/toast.tsx';

/** Shown on other pages while a video is uploading, with a link to it; says in a toast how the upload has ended. */
export function UploadNote() {
  const toast = useToast();
  useEffect(() => uploadBoard.listen(toast), [toast]);
  const upload = useShownUpload();
  const mark = usePageMark('upload-note', upload !== undefined);
  if (!upload) return null;
  const { title, percent, waiting, to } = upload;
  return (
    <div
      {...mark}
      className="pointer-events-none fixed inset-x-0 bottom-0 z-30 flex safe-m in-data-has-upload-progress:hidden p-2 sm:p-4 md:justify-end print:hidden"
    >
      <Link
        to={to}
        className="pointer-events-auto relative flex min-h-touch w-full min-w-0 items-center gap-3 overflow-hidden rounded-lg border border-line-strong bg-surface px-4 py-2 text-sm shadow-high hover:border-accent md:w-auto md:max-w-md"
      >
        <CloudUpload aria-hidden className="size-5 shrink-0 text-accent-text" />
        <span className="flex min-w-0 grow gap-1.5 font-medium">
          <span className="truncate">
            <Trans>Uploading {title}</Trans>
          </span>{' '}
          <span className="shrink-0 tabular-nums">{percent}%</span>
        </span>
        {waiting > 0 && (
          <span className="shrink-0 text-ink-soft">
            <Trans>{waiting} waiting</Trans>
          </span>
        )}
        <span aria-hidden className="absolute inset-x-0 bottom-0 h-1 bg-sunken">
          <span className="block h-full bg-accent" style={{ width: `${percent}%` }} />
        </span>
      </Link>
    </div>
  );
}
