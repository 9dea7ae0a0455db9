import { ImageUp } from 'lucide-react';
import { useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { PICTURE_TYPES, sendPicture } from '../send-picture.ts';

type ThumbnailUploadProps = {
  courseId: number;
  /** The address at which the picture lies now; the form is not saved by it. */
  onSent: (address: string) => void;
};

/** A picture from this device, given to the course. */
export function ThumbnailUpload({ courseId, onSent }: ThumbnailUploadProps) {
  const input = useRef<HTMLInputElement>(null);
  const [isSending, setSending] = useState(false);
  const [told, setTold] = useState<{ words: string; isFailure: boolean }>();
  const send = async (file: File) => {
    setTold(undefined);
    setSending(true);
    const sent = await sendPicture(file, courseId);
    setSending(false);
    if ('failure' in sent) return setTold({ words: sent.failure, isFailure: true });
    onSent(sent.url);
    setTold({ words: 'Uploaded. Save the changes to show it.', isFailure: false });
  };
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <input
        ref={input}
        type="file"
        hidden
        aria-label="Thumbnail"
        accept={PICTURE_TYPES.join(',')}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          // The same file may be chosen again.
          target.value = '';
          if (file) void send(file);
        }}
      />
      <Button variant="secondary" disabled={isSending} onClick={() => input.current?.click()}>
        <ImageUp aria-hidden className="size-5" />
        {isSending ? 'Uploading...' : 'Upload Thumbnail'}
      </Button>
      <p role="status" className={told?.isFailure ? 'text-danger-text' : 'text-ink-soft text-sm'}>
        {told?.words}
      </p>
    </div>
  );
}
