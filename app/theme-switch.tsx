import { Monitor, Moon, Sun, SunDim } from 'lucide-react';
import { useId } from 'react';
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
    <fieldset>
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
