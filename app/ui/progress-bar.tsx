/** A bar from 0 to 100 percent: green when complete, otherwise purple. `label` is its accessible name. */
export function ProgressBar({ percent, label }: { percent: number; label: string }) {
  return (
    <progress className="progress-bar" max={100} value={percent} aria-label={label} data-complete={percent >= 100}>
      {percent}%
    </progress>
  );
}
