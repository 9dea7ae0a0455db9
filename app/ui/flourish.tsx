import { Check } from 'lucide-react';

const RINGS = [31, 36, 41, 46] as const;

/** A green disc whose points run outwards once, like those of a scan; small where there is only room beside words. */
export function Flourish({ isSmall = false }: { isSmall?: boolean }) {
  return (
    <span
      aria-hidden
      className={`relative grid shrink-0 place-items-center text-complete ${isSmall ? 'size-18' : 'size-36'}`}
    >
      <svg aria-hidden viewBox="0 0 100 100" className="absolute inset-0 size-full fill-none stroke-current">
        {RINGS.map((radius, ring) => (
          <circle
            key={radius}
            cx={50}
            cy={50}
            r={radius}
            strokeWidth={2.2 - 0.4 * ring}
            strokeLinecap="round"
            strokeDasharray={`0 ${(2 * Math.PI * radius) / 32}`}
            opacity={1 - 0.2 * ring}
            className="origin-center animate-run-out"
          />
        ))}
      </svg>
      <span
        className={`grid animate-pop place-items-center rounded-full bg-complete text-complete-ink ${isSmall ? 'size-9' : 'size-18'}`}
      >
        <Check className={`stroke-3 ${isSmall ? 'size-5' : 'size-9'}`} />
      </span>
    </span>
  );
}
