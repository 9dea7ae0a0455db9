import { useState } from 'react';
import type { LessonUploadStatus } from '#sync/contract/video.ts';
import { paths } from '../../paths.ts';
import { Badge } from '../../ui/badge.tsx';
import { type FileFault, VIDEO_ACCEPT } from './chosen-file.ts';
import { FilePicker } from './file-picker.tsx';
import { VideoSlot } from './video-slot.tsx';

/** The specification's course of this page. */
const COURSE_ID = 4;

/** A lesson with its Pending or Uploaded, and the way to give it a video. */
export function StatusRow({ lesson }: { lesson: LessonUploadStatus }) {
  const { id, title, orderIndex, hasVideo } = lesson;
  const [fault, setFault] = useState<FileFault>();
  return (
    <li className="flex flex-col gap-3 border-line p-4 not-first:border-t">
      <div className="flex items-start gap-3">
        <span className="w-6 shrink-0 text-right text-ink-soft tabular-nums">{orderIndex}</span>
        <h2 className="min-w-0 grow break-words font-medium">{title}</h2>
        {hasVideo ? <Badge tone="complete">Uploaded</Badge> : <Badge>Pending</Badge>}
      </div>
      {fault && (
        <p role="alert" className="text-danger-text text-sm">
          {fault.title}: {fault.description}
        </p>
      )}
      <VideoSlot
        lesson={{ id, title }}
        courseId={COURSE_ID}
        way="small"
        page={paths.adminVideos()}
        onFault={setFault}
        kept={
          hasVideo
            ? (choose) => (
                <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
                  <p className="text-ink-soft text-sm">The lesson has its video.</p>
                  <FilePicker label={`New video file for ${title}`} accept={VIDEO_ACCEPT} onChoose={choose}>
                    Replace
                  </FilePicker>
                </div>
              )
            : null
        }
      />
    </li>
  );
}
