import { Monitor, Moon, Sun, SunDim, SunMoon } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useTheme } from './theme.ts';

/** The themes in their order. */
export const THEME_OPTIONS = [
  { value: 'system', label: 'System', icon: Monitor },
  { value: 'light', label: 'Light', icon: SunDim },
  { value: 'dark', label: 'Dark', icon: Moon },
  { value: 'outdoor', label: 'Outdoor', icon: Sun },
];

/** The choice of the theme as native radio buttons. */
export function ThemeSwitch() {
  const [theme, chooseTheme] = useTheme();
  const name = useId();
  return (
    <fieldset className="pt-2">
      <legend className="px-3 pb-1 text-ink-soft text-sm">Theme</legend>
      <div className="grid grid-cols-2 gap-1">
        {THEME_OPTIONS.map(({ value, label, icon: Icon }) => (
          <label
            key={value}
            className="flex min-h-touch cursor-pointer items-center gap-2 rounded-md border-2 border-transparent px-3 outline-accent-text hover:bg-sunken has-checked:border-accent has-focus-visible:outline-3"
          >
            <input
              type="radio"
              name={name}
              value={value}
              checked={theme === value}
              onChange={() => chooseTheme(value)}
              className="sr-only"
            />
            <Icon aria-hidden className="size-5 shrink-0" />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** Opens the choice of the theme where there is neither a person's menu nor a mobile one: for a visitor at a desk. */
export function ThemeButton() {
  const [isOpen, setOpen] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!isOpen) return;
    const closeOutside = ({ target }: Event) => {
      if (!place.current?.contains(target as Node)) setOpen(false);
    };
    document.addEventListener('pointerdown', closeOutside);
    return () => document.removeEventListener('pointerdown', closeOutside);
  }, [isOpen]);
  const closeByEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !isOpen) return;
    setOpen(false);
    place.current?.querySelector('button')?.focus();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape is heard from whatever has the focus inside
    <div ref={place} className="max-lg:hidden" onKeyDown={closeByEscape}>
      <button
        type="button"
        aria-label="Theme"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        className="inline-flex size-12 items-center justify-center rounded-md text-ink-soft hover:bg-sunken"
      >
        <SunMoon aria-hidden className="size-5" />
      </button>
      {isOpen && (
        <div className="absolute top-[calc(4.5rem+var(--safe-top))] right-[calc(1rem+var(--safe-right))] w-72 rounded-lg border border-line bg-surface p-3 text-ink shadow-mid">
          <ThemeSwitch />
        </div>
      )}
    </div>
  );
}
