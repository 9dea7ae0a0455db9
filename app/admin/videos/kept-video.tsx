import { Captions, Film, Play, RefreshCw, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { AdminLesson } from '#sync/contract/authoring.ts';
import { clockLabel } from '../../clock-label.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { CaptionsDialog } from './captions-dialog.tsx';
import { VIDEO_ACCEPT } from './chosen-file.ts';
import { DeleteVideo } from './delete-video.tsx';
import { FilePicker } from './file-picker.tsx';
import { playabilityWarning } from './playability.ts';
import { PlayabilityNote } from './playability-note.tsx';
import { PreviewDialog } from './preview-dialog.tsx';
import { megabytes } from './transfer-words.ts';

type KeptVideoProps = { lesson: AdminLesson; courseId: number; onReplace: (file: File) => void };

/** A video that is there: what it is, and what its author can do with it. */
export function KeptVideo({ lesson, courseId, onReplace }: KeptVideoProps) {
  const [open, setOpen] = useState<'preview' | 'captions' | 'delete'>();
  const close = () => setOpen(undefined);
  const { title, videoName, videoType, isPlayable } = lesson;
  const warning = playabilityWarning({ name: videoName ?? '', type: videoType ?? '' }, isPlayable);
  const of = <span className="sr-only"> of {title}</span>;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
      <VideoFacts lesson={lesson} />
      <div className="-mx-2 flex flex-wrap gap-x-1 *:px-2.5">
        <Button variant="quiet" onClick={() => setOpen('preview')}>
          <Play aria-hidden className="size-5" />
          <span>Preview{of}</span>
        </Button>
        <Button variant="quiet" onClick={() => setOpen('captions')}>
          <Captions aria-hidden className="size-5" />
          <span>
            {lesson.captionsUrl ? 'Captions' : 'Add captions'}
            {of}
          </span>
        </Button>
        <FilePicker variant="quiet" label={`New video file for ${title}`} accept={VIDEO_ACCEPT} onChoose={onReplace}>
          <RefreshCw aria-hidden className="size-5" />
          <span>
            Replace<span className="sr-only"> the video{of}</span>
          </span>
        </FilePicker>
        <Button variant="quiet" className="text-danger-text hover:bg-danger-soft" onClick={() => setOpen('delete')}>
          <Trash2 aria-hidden className="size-5" />
          <span>
            Delete<span className="sr-only"> the video{of}</span>
          </span>
        </Button>
      </div>
      {warning && (
        <div className="w-full">
          <PlayabilityNote>{warning}</PlayabilityNote>
        </div>
      )}
      {open === 'preview' && <PreviewDialog lesson={lesson} onClose={close} />}
      {open === 'captions' && <CaptionsDialog lesson={lesson} courseId={courseId} onClose={close} />}
      <DeleteVideo open={open === 'delete'} lesson={lesson} courseId={courseId} onClose={close} />
    </div>
  );
}

function VideoFacts({ lesson: { videoName, videoBytes, duration, captionsUrl } }: { lesson: AdminLesson }) {
  const facts = [videoBytes === null ? '' : megabytes(videoBytes), duration > 0 ? clockLabel(duration) : ''];
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
      <Film aria-hidden className="size-5 shrink-0 text-ink-soft" />
      <span className="min-w-0 break-all font-medium">{videoName ?? 'Video'}</span>
      <span className="text-ink-soft tabular-nums">{facts.filter(Boolean).join(' · ')}</span>
      <Badge tone="complete">Uploaded</Badge>
      {!captionsUrl && <Badge>No captions</Badge>}
    </p>
  );
}
