import { CourseThumbnail } from '../../course-thumbnail.tsx';
import { Field } from '../../ui/field.tsx';
import { ThumbnailUpload } from './thumbnail-upload.tsx';
import type { TypedCourse } from './use-course-form.ts';

const PICTURE = /^(https?:\/\/.|\/media\/.)/;

type ThumbnailFieldProps = {
  typed: TypedCourse;
  /** A course that is there already takes a picture from this device too. */
  courseId?: number;
};

/** The course's picture by its address, and how it looks; without one, and with one that cannot be loaded, the stock picture. */
export function ThumbnailField({ typed: { form, change, faults }, courseId }: ThumbnailFieldProps) {
  const address = form.thumbnail.trim();
  // One of ours may be for those alone who may see the course.
  const isOurs = address.startsWith('/');
  return (
    <div className="flex flex-col gap-3">
      <Field
        label="Thumbnail address"
        type="url"
        inputMode="url"
        placeholder="https://"
        value={form.thumbnail}
        error={faults.thumbnail}
        onChange={(event) => change({ thumbnail: event.target.value })}
      />
      {courseId !== undefined && <ThumbnailUpload courseId={courseId} onSent={(thumbnail) => change({ thumbnail })} />}
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
