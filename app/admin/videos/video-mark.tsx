import { CircleCheck, CircleX } from 'lucide-react';
import type { AdminLesson } from '#sync/contract/authoring.ts';
import { percentSent, useUpload } from './uploads.ts';

/** 'Video' on the button that opens a lesson's panel, with how things stand: there, on its way, failed, or nothing. */
export function VideoMark({ lesson: { id, videoUrl } }: { lesson: AdminLesson }) {
  const upload = useUpload(id);
  if (upload?.stage.is === 'failed') {
    return (
      <>
        <CircleX aria-hidden className="size-4 text-danger-text" />
        Video<span className="sr-only"> failed</span>
      </>
    );
  }
  if (upload) return <span className="tabular-nums">Video {percentSent(upload)}%</span>;
  if (videoUrl === null) return <>Video</>;
  return (
    <>
      <CircleCheck aria-hidden className="size-4 text-complete-text" />
      Video<span className="sr-only"> uploaded</span>
    </>
  );
}
