import { ChevronDown } from 'lucide-react';

const KEYS = [
  ['Space, K', 'Play or pause'],
  ['J, L', 'Back or forward 10 seconds'],
  ['← →', 'Back or forward 5 seconds'],
  ['↑ ↓', 'Louder or quieter'],
  ['M', 'Sound on or off'],
  ['C', 'Captions on or off'],
  ['F', 'Full screen'],
  ['< >', 'Slower or faster'],
  ['Home, End', 'To the start or the end'],
  ['?', 'This list'],
] as const;

/** The player's keys, for whoever has a keyboard. */
export function PlayerKeys({ isOpen, onToggle }: { isOpen: boolean; onToggle: (isOpen: boolean) => void }) {
  return (
    <details
      open={isOpen}
      onToggle={(event) => onToggle(event.currentTarget.open)}
      className="group rounded-lg border border-line bg-surface pointer-coarse:hidden"
    >
      <summary className="flex min-h-touch items-center justify-between px-4 font-semibold">
        Keyboard shortcuts
        <ChevronDown aria-hidden className="size-5 text-ink-soft group-open:rotate-180" />
      </summary>
      <div className="border-line border-t p-4">
        <p className="mb-3 text-ink-soft text-sm">They work while the player has the focus.</p>
        <dl className="grid gap-x-6 gap-y-2 sm:grid-cols-2">
          {KEYS.map(([keys, does]) => (
            <div key={keys} className="flex items-baseline gap-3">
              <dt className="w-24 shrink-0 font-semibold">{keys}</dt>
              <dd>{does}</dd>
            </div>
          ))}
        </dl>
      </div>
    </details>
  );
}
