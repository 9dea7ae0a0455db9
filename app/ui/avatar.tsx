import { useAllowedPicture } from './picture-hosts.ts';

const SIZES = {
  tiny: 'size-6.5 text-[0.6875rem]',
  small: 'size-7 text-xs',
  normal: 'size-9 text-sm',
  large: 'size-19 text-xl',
};

const TONES = {
  strong: 'bg-accent text-accent-ink',
  soft: 'bg-accent-soft text-accent-text',
  blue: 'bg-(--face-blue) text-(--face-ink)',
  clay: 'bg-(--face-clay) text-(--face-ink)',
  sage: 'bg-(--face-sage) text-(--face-ink)',
  rose: 'bg-(--face-rose) text-(--face-ink)',
  ochre: 'bg-(--face-ochre) text-(--face-ink)',
};

const FACES = ['soft', 'blue', 'clay', 'sage', 'rose', 'ochre'] as const;

/** A tone of their own for each person, so that they are found before their name is read. */
export const faceOf = (name: string) =>
  FACES[[...name].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0) % FACES.length];

type AvatarProps = {
  /** The address of a picture; without one that may be shown here, the letters are. */
  src?: string | null;
  /** Up to two letters. */
  letters: string;
  size?: keyof typeof SIZES;
  /** 'strong' for the active user, 'soft' for other people; the others tell several people apart. */
  tone?: keyof typeof TONES;
};

/** A round picture of a person, or their initials. Hidden from assistive technology, as the name is beside it. */
export function Avatar({ src: named, letters, size = 'normal', tone = 'soft' }: AvatarProps) {
  const src = useAllowedPicture(named);
  const look = `inline-flex shrink-0 select-none items-center justify-center rounded-full ${SIZES[size]}`;
  if (src) return <img src={src} alt="" className={`${look} object-cover`} />;
  return (
    <span aria-hidden className={`${look} font-semibold ${TONES[tone]}`}>
      {letters}
    </span>
  );
}
