import { Check } from 'lucide-react';

const RINGS = [31, 36, 41, 46] as const;

/** A green disc whose points run outwards, once, like the points of a scan. Without motion it is there at once. */
export function Flourish() {
  return (
    <span aria-hidden className="relative grid size-36 place-items-center text-complete">
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
      <span className="grid size-18 animate-pop place-items-center rounded-full bg-complete text-complete-ink">
        <Check className="size-9 stroke-3" />
      </span>
    </span>
  );
}
