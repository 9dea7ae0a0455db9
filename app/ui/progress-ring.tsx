/** A ring from 0 to 100 percent with the figure inside: green when complete, otherwise purple. */
export function ProgressRing({ percent }: { percent: number }) {
  const isComplete = percent >= 100;
  return (
    <span
      role="img"
      aria-label={`${percent} percent complete`}
      className={`relative grid size-13 shrink-0 place-items-center font-bold text-sm tabular-nums ${isComplete ? 'text-complete-text' : ''}`}
    >
      <svg
        aria-hidden="true"
        viewBox="0 0 100 100"
        className="absolute inset-0 -rotate-90 fill-none stroke-10"
        strokeLinecap="round"
      >
        <circle cx="50" cy="50" r="44" className="stroke-sunken" />
        {percent > 0 && (
          <circle
            cx="50"
            cy="50"
            r="44"
            pathLength="100"
            strokeDasharray={`${Math.min(100, percent)} 100`}
            className={`transition-[stroke-dasharray] duration-(--fill) ease-(--ease) ${isComplete ? 'stroke-complete' : 'stroke-accent'}`}
          />
        )}
      </svg>
      {percent}%
    </span>
  );
}
