import { ChevronDown } from 'lucide-react';
import { useId } from 'react';

type ChoiceProps = {
  label: string;
  value: string;
  options: readonly (readonly [value: string, label: string])[];
  onChange: (value: string) => void;
  /** 'above' shows the label above the field; otherwise it is visually hidden. */
  labelled?: 'above' | 'hidden';
  error?: string | undefined;
  disabled?: boolean;
  className?: string;
};

/** A native select in the product's look. */
export function Choice({
  label,
  value,
  options,
  onChange,
  labelled = 'hidden',
  error,
  disabled,
  className = '',
}: ChoiceProps) {
  const id = useId();
  return (
    <div className={className}>
      <label htmlFor={id} className={labelled === 'above' ? 'mb-1.5 block font-medium' : 'sr-only'}>
        {label}
      </label>
      <div className="relative">
        <select
          id={id}
          value={value}
          disabled={disabled}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          onChange={(event) => onChange(event.target.value)}
          className="min-h-touch w-full appearance-none rounded-md border border-line-strong bg-surface pr-10 pl-3 disabled:opacity-55 aria-invalid:border-danger"
        >
          {options.map(([option, text]) => (
            <option key={option} value={option} className="bg-surface text-ink">
              {text}
            </option>
          ))}
        </select>
        <ChevronDown
          aria-hidden
          className="pointer-events-none absolute top-1/2 right-3 size-5 -translate-y-1/2 text-ink-soft"
        />
      </div>
      {error && (
        <p id={`${id}-error`} className="mt-1.5 text-danger-text text-sm">
          {error}
        </p>
      )}
    </div>
  );
}
