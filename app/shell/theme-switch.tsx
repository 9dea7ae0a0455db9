import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Monitor, Moon, Sun, SunDim, SunMoon } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useRef, useState, useSyncExternalStore } from 'react';
import { localText, setLocalText } from '../device/device.ts';

// The theme of this device, shared by its users. The small script in index.html applies it; here it is read and chosen.

const KEY = 'groundwork-theme';

/** 'system' follows the operating system, also when that asks for more contrast. */
export type Theme = 'system' | 'light' | 'dark' | 'outdoor';

const isTheme = (text: string | null): text is Theme => text === 'light' || text === 'dark' || text === 'outdoor';

function readTheme(): Theme {
  const stored = localText(KEY);
  return isTheme(stored) ? stored : 'system';
}

function chooseTheme(choice: string): void {
  setLocalText(KEY, isTheme(choice) ? choice : null);
  // The browser notifies only the other tabs.
  window.dispatchEvent(new StorageEvent('storage', { key: KEY }));
}

function onChange(notify: () => void): () => void {
  window.addEventListener('storage', notify);
  return () => window.removeEventListener('storage', notify);
}

/** The chosen theme and the way to choose another: every open tab follows, and it is remembered on this device. */
export function useTheme(): [theme: Theme, chooseTheme: (choice: string) => void] {
  return [useSyncExternalStore(onChange, readTheme), chooseTheme];
}

export const THEME_OPTIONS = [
  { value: 'system', label: t`System`, icon: Monitor },
  { value: 'light', label: t`Light`, icon: SunDim },
  { value: 'dark', label: t`Dark`, icon: Moon },
  { value: 'outdoor', label: t`Outdoor`, icon: Sun },
];

export function ThemeSwitch() {
  const [theme, chooseTheme] = useTheme();
  const name = useId();
  return (
    <fieldset>
      <legend className="pb-3 font-semibold text-lg">
        <Trans>Theme</Trans>
      </legend>
      <div className="grid grid-cols-2 gap-2">
        {THEME_OPTIONS.map(({ value, label, icon: Icon }) => (
          <label
            key={value}
            className="flex min-h-touch cursor-pointer items-center gap-2 rounded-md border border-line-strong px-3 outline-accent-text hover:bg-sunken has-checked:border-accent has-checked:bg-accent-soft has-checked:font-semibold has-checked:text-accent-text has-checked:ring-1 has-checked:ring-accent has-focus-visible:outline-3"
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

/** Opens the choice of the theme for visitors on wide screens, who have neither a page of their own nor the menu of a phone. */
export function ThemeButton() {
  const [isOpen, setOpen] = useState(false);
  const container = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!isOpen) return;
    const closeOutside = ({ target }: Event) => {
      if (!container.current?.contains(target as Node)) setOpen(false);
    };
    document.addEventListener('pointerdown', closeOutside);
    return () => document.removeEventListener('pointerdown', closeOutside);
  }, [isOpen]);
  const closeByEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !isOpen) return;
    setOpen(false);
    container.current?.querySelector('button')?.focus();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape is handled for whatever has the focus inside
    <div ref={container} className="max-lg:hidden" onKeyDown={closeByEscape}>
      <button
        type="button"
        aria-label={t`Theme`}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        className="inline-flex size-12 items-center justify-center rounded-md text-ink-soft hover:bg-sunken"
      >
        <SunMoon aria-hidden className="size-5" />
      </button>
      {isOpen && (
        <div className="absolute top-[calc(4.5rem+var(--safe-top))] end-[calc(1rem+var(--safe-end))] w-72 rounded-lg border border-line bg-surface p-3 text-ink shadow-mid">
          <ThemeSwitch />
        </div>
      )}
    </div>
  );
}
