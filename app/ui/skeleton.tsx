/** A grey stand-in with the final size of what comes; the size is in `className`. */
export function Skeleton({ className = '' }: { className?: string }) {
  return <div aria-hidden className={`animate-pulse rounded-md bg-sunken ${className}`} />;
}
