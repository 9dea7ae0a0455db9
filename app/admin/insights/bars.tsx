import { percentOf, TONES, type Tone } from './scale.ts';

/** A part of a bar: its length in percent, and its value as text. */
export type BarPart = { name: string; tone: Tone; percent: number; value: string };
export type Bar = { key: string; label: string; parts: readonly BarPart[] };

/** Horizontal bars with their names and values as text, so that nothing depends on length or colour alone. */
export function Bars({ label, bars }: { label: string; bars: readonly Bar[] }) {
  return (
    <ul aria-label={label} className="flex flex-col gap-4">
      {bars.map((bar) => (
        <li key={bar.key} className="flex flex-col gap-1.5">
          <div className="flex flex-wrap items-baseline justify-between gap-x-4">
            <span className="min-w-0 font-medium">{bar.label}</span>
            <span aria-hidden className="ms-auto flex flex-wrap justify-end gap-x-3 text-sm tabular-nums">
              {bar.parts.map(({ name, tone, value }) => (
                <span key={name} className={`font-medium ${TONES[tone]}`}>
                  {value}
                </span>
              ))}
            </span>
          </div>
          {bar.parts.map(({ name, tone, percent, value }) => (
            <svg
              key={name}
              role="img"
              aria-label={`${name}: ${value}`}
              viewBox="0 0 100 8"
              preserveAspectRatio="none"
              className="h-2 w-full rounded-sm bg-sunken rtl:-scale-x-100"
            >
              <rect width={percentOf(percent, 100)} height="8" fill="currentColor" className={TONES[tone]} />
            </svg>
          ))}
        </li>
      ))}
    </ul>
  );
}
