import { paths } from '../paths.ts';
import { Link } from './router.ts';

export function Mark() {
  return (
    <svg aria-hidden="true" viewBox="0 0 512 512" className="size-8 shrink-0 text-accent-ink">
      <rect width="512" height="512" rx="120" className="fill-accent" />
      <g fill="none" stroke="currentColor" strokeWidth="58">
        <path d="M341 113A118 118 0 1 0 374 198H262" strokeLinejoin="round" />
        <path d="M118 398H394" strokeLinecap="round" strokeWidth="42" />
        <path d="M178 456H334" strokeLinecap="round" strokeWidth="28" strokeOpacity=".6" />
      </g>
    </svg>
  );
}

/** The product's mark and name, linked to the home page; `isShort`: only the mark on a phone. */
export function Logo({ isShort = false }: { isShort?: boolean }) {
  return (
    <Link
      to={paths.home()}
      aria-label="Groundwork"
      className="inline-flex min-h-touch min-w-touch shrink-0 items-center gap-2 rounded-md font-bold text-lg tracking-tight max-lg:justify-center max-lg:px-1"
    >
      <Mark />
      <span className={isShort ? 'max-sm:hidden' : 'max-[22rem]:hidden @max-[20rem]:hidden'}>Groundwork</span>
    </Link>
  );
}
