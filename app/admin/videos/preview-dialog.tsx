import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { Dialog } from '../../ui/dialog.tsx';
import { readCaptions, withTicket } from './captions-text.ts';

type PreviewDialogProps = {
  lesson: { title: string; videoUrl: string | null; captionsUrl: string | null };
  onClose: () => void;
};

/** The video as it is kept, with its captions of now, in the browser's own player. */
export function PreviewDialog({ lesson, onClose }: PreviewDialogProps) {
  const { title, videoUrl, captionsUrl } = lesson;
  const [hasFailed, setFailed] = useState(false);
  // What fails before React has put it into the page is not heard as an event.
  const meet = useCallback((video: HTMLVideoElement | null) => {
    if (video?.error) setFailed(true);
  }, []);
  const address = useQuery({ queryKey: [`preview of ${videoUrl}`], queryFn: () => withTicket(videoUrl ?? '') });
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

/** The address of the captions as they are now; undefined while they are not here. */
function useCaptionsAddress(captionsUrl: string | null): string | undefined {
  const { data } = useQuery({
    queryKey: [`captions of ${captionsUrl}`],
    enabled: captionsUrl !== null,
    queryFn: () => readCaptions(captionsUrl ?? ''),
  });
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    if (data === undefined) return;
    const made = URL.createObjectURL(new Blob([data], { type: 'text/vtt' }));
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [data]);
  return address;
}
