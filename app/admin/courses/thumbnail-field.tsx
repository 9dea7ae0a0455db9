import { ImageUp } from 'lucide-react';
import { useState } from 'react';
import { hostElsewhere } from '#sync/contract/lesson-pictures.ts';
import { CourseThumbnail } from '../../learn/course-thumbnail.tsx';
import { Field } from '../../ui/form/field.tsx';
import { FilePicker } from '../../ui/form/file-picker.tsx';
import { useAllowedPicture } from '../../ui/picture-hosts.ts';
import { PICTURE_TYPES, type SentPicture, sendPicture } from '../outline/send-picture.ts';
import type { TypedCourse } from './use-course-form.ts';

/** `onSent` is called with the picture's address; the form still has to be saved. */
function ThumbnailUpload({ courseId, onSent }: { courseId: number; onSent: (address: string) => void }) {
  const [isSending, setSending] = useState(false);
  const [sent, setSent] = useState<SentPicture>();
  const send = async (file: File) => {
    setSent(undefined);
    setSending(true);
    const picture = await sendPicture(file, courseId);
    setSending(false);
    setSent(picture);
    if ('url' in picture) onSent(picture.url);
  };
  const failure = sent && 'failure' in sent ? sent.failure : undefined;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <FilePicker
        icon={ImageUp}
        label="Thumbnail"
        accept={PICTURE_TYPES.join(',')}
        disabled={isSending}
        onChoose={(file) => void send(file)}
      >
        {isSending ? 'Uploading...' : 'Upload Thumbnail'}
      </FilePicker>
      <p role="status" className={failure ? 'text-danger-text' : 'text-ink-soft text-sm'}>
        {failure ?? (sent && 'Uploaded. Save the changes to show it.')}
      </p>
    </div>
  );
}

const PICTURE = /^(https?:\/\/.|\/media\/.)/;

type ThumbnailFieldProps = {
  typed: TypedCourse;
  /** Allows an upload to this course; a new course has none yet. */
  courseId?: number;
};

/** The address of the course's picture, and a preview; the stock picture when there is none or it cannot be loaded. */
export function ThumbnailField({ typed: { form, change, text }, courseId }: ThumbnailFieldProps) {
  const address = form.thumbnail.trim();
  const host = hostElsewhere(address);
  const isAllowed = useAllowedPicture(address) !== undefined;
  // An uploaded picture may be private.
  const isOurs = address.startsWith('/');
  return (
    <div className="flex flex-col gap-3">
      <Field label="Thumbnail address" type="url" inputMode="url" placeholder="https://" {...text('thumbnail')} />
      {courseId !== undefined && <ThumbnailUpload courseId={courseId} onSent={(thumbnail) => change({ thumbnail })} />}
      {host && !isAllowed && (
        <p role="status" className="text-danger-text text-sm">
          Pictures from {host} are not shown here. Upload the picture
          {courseId === undefined && ' once the course is saved'}.
        </p>
      )}
      <p className="text-ink-soft text-sm">Recommended size: 1280x720</p>
      <div className="w-full max-w-sm overflow-hidden rounded-lg border border-line">
        <CourseThumbnail
          course={{
            thumbnail: PICTURE.test(address) ? address : null,
            visibility: isOurs ? 'private' : 'public',
            isPublished: true,
          }}
          className="block"
        />
      </div>
    </div>
  );
}
