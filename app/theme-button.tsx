import { SunMoon } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { loadPatiently } from './ui/later.ts';

const ThemeSwitch = lazy(() =>
  loadPatiently(() => import('./theme-switch.tsx').then((module) => ({ default: module.ThemeSwitch }))),
);

/** The choice of the theme, loaded when it is shown; its room is reserved. */
export function LaterThemeSwitch() {
  return (
    <div className="min-h-32 pt-2">
      <Suspense>
        <ThemeSwitch />
      </Suspense>
    </div>
  );
}

/** Opens the choice of the theme where there is neither a person's menu nor a mobile one: for a visitor at a desk. */
export function ThemeButton() {
  const [wasAsked, setWasAsked] = useState(false);
  return (
    <div className="max-lg:hidden">
      <button
        type="button"
        aria-label="Theme"
        popoverTarget="theme-choice"
        className="inline-flex size-12 items-center justify-center rounded-md text-ink-soft hover:bg-sunken"
      >
        <SunMoon aria-hidden className="size-5" />
      </button>
      <div
        id="theme-choice"
        popover="auto"
        onToggle={() => setWasAsked(true)}
        className="fixed top-18 right-4 left-auto w-72 rounded-lg border border-line bg-surface p-3 text-ink shadow-mid"
      >
        {wasAsked && <LaterThemeSwitch />}
      </div>
    </div>
  );
}
