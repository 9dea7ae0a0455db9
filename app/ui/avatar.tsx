const SIZES = { small: 'size-7 text-xs', normal: 'size-9 text-sm' };

type AvatarProps = {
  /** Address of a picture; without one the letters are shown. */
  src?: string | null;
  /** Up to two letters. */
  letters: string;
  size?: keyof typeof SIZES;
};

/** A round picture of a person, or their initials. The name stands beside it, so it is hidden from readers. */
export function Avatar({ src, letters, size = 'normal' }: AvatarProps) {
  const look = `inline-flex shrink-0 select-none items-center justify-center rounded-full ${SIZES[size]}`;
  if (src) return <img src={src} alt="" className={`${look} object-cover`} />;
  return (
    <span aria-hidden className={`${look} bg-accent font-semibold text-accent-ink`}>
      {letters}
    </span>
  );
}
