import type { ComponentProps } from 'react';

type SwitchFieldProps = Omit<ComponentProps<'input'>, 'type' | 'className'> & {
  label: string;
  note?: string | undefined;
};

export function SwitchField({ label, note, ...input }: SwitchFieldProps) {
  return (
    <label className="flex min-h-touch items-center gap-3">
      <input type="checkbox" {...input} className="size-6 shrink-0" />
      <span>
        <span className="block font-medium">{label}</span>
        {note && <span className="block text-ink-soft text-sm">{note}</span>}
      </span>
    </label>
  );
}
