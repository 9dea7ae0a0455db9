import { useQuery } from '@tanstack/react-query';
import { Captions, Film, Play, RefreshCw, Trash2 } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import type { AdminLesson } from '#sync/contract/authoring.ts';
import { byId, call } from '../../api/client.ts';
import { server } from '../../api/session.ts';
import { useApiMutation } from '../../api/use-api-mutation.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { useConfirm } from '../../ui/confirm.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FilePicker } from '../../ui/form/file-picker.tsx';
import { clockLabel } from '../../ui/labels.ts';
import { pathsOfLesson } from '../outline/lesson-place.ts';
import { useConverts } from '../outline/use-converts.ts';
import { CaptionsDialog, useCaptions, withToken } from './captions-dialog.tsx';
import { videoAccept } from './chosen-file.ts';
import { playabilityWarning } from './playability.ts';
import { megabytes } from './transfer-messages.ts';
import { PlayabilityNote } from './video-slot.tsx';

type PreviewDialogProps = {
  lesson: { title: string; videoUrl: string | null; captionsUrl: string | null };
  onClose: () => void;
};

/** Plays the uploaded video with its current captions in the browser's own player. */
function PreviewDialog({ lesson, onClose }: PreviewDialogProps) {
  const { title, videoUrl, captionsUrl } = lesson;
  const [hasFailed, setFailed] = useState(false);
  // An error before React has attached the listener fires no event.
  const meet = useCallback((video: HTMLVideoElement | null) => {
    if (video?.error) setFailed(true);
  }, []);
  const address = useQuery({ queryKey: [`preview of ${videoUrl}`], queryFn: () => withToken(videoUrl ?? '') });
  const track = useCaptionsAddress(captionsUrl);
  return (
    <Dialog open onOpenChange={onClose} title={title}>
      <div className="flex aspect-video items-center justify-center overflow-hidden rounded-md bg-sunken">
        {hasFailed || address.isError ? (
          <p role="alert" className="p-4 text-center">
            This video cannot be played here.
          </p>
        ) : (
          address.data && (
            // biome-ignore lint/a11y/useMediaCaption: there are none until their author has written them
            <video
              ref={meet}
              aria-label={`Video of ${title}`}
              controls
              src={address.data}
              onError={() => setFailed(true)}
              className="size-full"
            >
              {track && <track key={track} kind="captions" label="Captions" src={track} default />}
            </video>
          )
        )}
      </div>
      {!captionsUrl && <p className="text-ink-soft text-sm">This video has no captions yet.</p>}
    </Dialog>
  );
}

/** An object URL of the current captions; undefined while they load. */
function useCaptionsAddress(captionsUrl: string | null): string | undefined {
  const { data } = useCaptions(captionsUrl);
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    if (data === undefined) return;
    const made = URL.createObjectURL(new Blob([data], { type: 'text/vtt' }));
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [data]);
  return address;
}

function useDeleteVideo(lesson: { id: number; title: string }, courseId: number) {
  const confirm = useConfirm();
  const { run } = useApiMutation({
    send: () =>
      call(server.admin.lessons[':id'].video.$delete({ ...byId(lesson.id), query: { courseId: `${courseId}` } })),
    successToast: ({ message }) => ({ title: 'Video Deleted', description: message }),
    errorToast: { title: 'Delete Failed', sentence: 'The video is still there.' },
    invalidates: pathsOfLesson(courseId),
  });
  return () =>
    confirm({
      title: `Delete the video of "${lesson.title}"?`,
      text: 'The video and its captions are removed from the lesson. What learners have completed stays. This action cannot be undone.',
      action: 'Delete Video',
      running: 'Deleting...',
      run,
    });
}

const NOT_CONVERTED =
  'This video could not be converted. Check that it plays to its end. Sent again as MP4 with H.264, it plays everywhere.';

type UploadedVideoProps = { lesson: AdminLesson; courseId: number; onReplace: (file: File) => void };

export function UploadedVideo({ lesson, courseId, onReplace }: UploadedVideoProps) {
  const [open, setOpen] = useState<'preview' | 'captions'>();
  const close = () => setOpen(undefined);
  const deleteVideo = useDeleteVideo(lesson, courseId);
  const converts = useConverts();
  const { title, videoName, videoType, videoCodec: codec, isPlayable, rendition } = lesson;
  const warning = playabilityWarning({ name: videoName ?? '', type: videoType ?? '', codec }, isPlayable);
  const isBeingMade = converts && rendition === 'waiting';
  const [wasBeingMade, setWasBeingMade] = useState(isBeingMade);
  if (isBeingMade && !wasBeingMade) setWasBeingMade(true);
  const of = <span className="sr-only"> of {title}</span>;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
      <VideoFacts lesson={lesson} />
      <div className="-mx-2 flex flex-wrap gap-x-1 *:px-2.5">
        <Button icon={Play} variant="quiet" onClick={() => setOpen('preview')}>
          <span>Preview{of}</span>
        </Button>
        <Button icon={Captions} variant="quiet" onClick={() => setOpen('captions')}>
          <span>
            {lesson.captionsUrl ? 'Captions' : 'Add captions'}
            {of}
          </span>
        </Button>
        <FilePicker
          icon={RefreshCw}
          variant="quiet"
          label={`New video file for ${title}`}
          accept={videoAccept(converts)}
          onChoose={onReplace}
        >
          <span>
            Replace<span className="sr-only"> the video{of}</span>
          </span>
        </FilePicker>
        <Button icon={Trash2} variant="quiet" className="text-danger-text hover:bg-danger-soft" onClick={deleteVideo}>
          <span>
            Delete<span className="sr-only"> the video{of}</span>
          </span>
        </Button>
      </div>
      <p role="status" className="w-full text-ink-soft text-sm empty:hidden">
        {isBeingMade && 'A smaller version for phones is being made.'}
        {isBeingMade && warning && ' Until it is ready, some devices cannot play this video.'}
        {wasBeingMade && rendition === 'ready' && 'The version for phones is ready.'}
      </p>
      {(warning || rendition === 'failed') && !isBeingMade && (
        <div className="w-full">
          <PlayabilityNote>{rendition === 'failed' ? NOT_CONVERTED : warning}</PlayabilityNote>
        </div>
      )}
      {open === 'preview' && <PreviewDialog lesson={lesson} onClose={close} />}
      {open === 'captions' && <CaptionsDialog lesson={lesson} courseId={courseId} onClose={close} />}
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
