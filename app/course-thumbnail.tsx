import { useState } from 'react';

/** The picture of a course without one; part of the app, so it is there offline. */
const STOCK = '/course-thumbnail.svg';

type CourseThumbnailProps = {
  src: string | null;
  className?: string;
  /** True for a picture that is in sight at once. */
  first?: boolean;
};

/** A course's picture, 16 by 9; the stock one when there is none or when it cannot be loaded. Decoration: the title is beside it. */
export function CourseThumbnail({ src, className = '', first = false }: CourseThumbnailProps) {
  const [failed, setFailed] = useState<string>();
  return (
    <img
      src={src && src !== failed ? src : STOCK}
      alt=""
      width={640}
      height={360}
      loading={first ? 'eager' : 'lazy'}
      decoding="async"
      onError={() => src && setFailed(src)}
      className={`aspect-video w-full bg-sunken object-cover ${className}`}
    />
  );
}
