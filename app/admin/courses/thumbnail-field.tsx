import { CourseThumbnail } from '../../course-thumbnail.tsx';
import { Field } from '../../ui/field.tsx';
import type { TypedCourse } from './use-course-form.ts';

const PICTURE = /^(https?:\/\/.|\/media\/.)/;

/** The address of the course's picture, and how it looks; without one, and with one that cannot be loaded, the stock picture. */
export function ThumbnailField({ typed: { form, change, faults } }: { typed: TypedCourse }) {
  const address = form.thumbnail.trim();
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
      <p className="text-ink-soft text-sm">Recommended size: 1280x720</p>
      <div className="w-full max-w-sm overflow-hidden rounded-lg border border-line">
        <CourseThumbnail
          course={{ thumbnail: PICTURE.test(address) ? address : null, visibility: 'public' }}
          className="block"
        />
      </div>
    </div>
  );
}
