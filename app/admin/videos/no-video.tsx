import { Upload } from 'lucide-react';
import { VIDEO_ACCEPT } from './chosen-file.ts';
import { FilePicker } from './file-picker.tsx';
import type { UploadWish } from './upload-queue.ts';

type NoVideoProps = { title: string; way: UploadWish['way']; onChoose: (file: File) => void };

/** Where there is no video yet: what may be chosen, and the button for it. */
export function NoVideo({ title, way, onChoose }: NoVideoProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <p className="min-w-0 text-sm">
        <span className="block font-medium">No video yet</span>
        <span className="text-ink-soft">
          MP4, WebM, OGG, MOV or AVI, up to {way === 'small' ? '50 MB' : '2 GB'}
          <span className="max-md:hidden">, also dropped here</span>
        </span>
      </p>
      <FilePicker label={`Video file for ${title}`} accept={VIDEO_ACCEPT} onChoose={onChoose}>
        <Upload aria-hidden className="size-5" />
        Choose Video
      </FilePicker>
    </div>
  );
}
