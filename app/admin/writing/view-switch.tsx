import { Eye, Pencil } from 'lucide-react';

const VIEWS = [
  { key: 'write', label: 'Write', icon: Pencil },
  { key: 'preview', label: 'Preview', icon: Eye },
] as const;

type ViewSwitchProps = { view: 'write' | 'preview'; onChange: (view: 'write' | 'preview') => void };

/** Text or preview, on a screen too narrow for both. */
export function ViewSwitch({ view, onChange }: ViewSwitchProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    <div role="group" aria-label="View" className="flex gap-1 self-start rounded-lg bg-sunken p-1 lg:hidden">
      {VIEWS.map(({ key, label, icon: Icon }) => (
        <button
          key={key}
          type="button"
          aria-pressed={view === key}
          onClick={() => onChange(key)}
          className="inline-flex min-h-touch items-center gap-2 rounded-md px-4 font-medium text-ink-soft aria-pressed:bg-surface aria-pressed:text-accent-text aria-pressed:shadow-low"
        >
          <Icon aria-hidden className="size-5" />
          {label}
        </button>
      ))}
    </div>
  );
}
