import { type ComponentProps, useId } from 'react';

type TextAreaProps = Omit<ComponentProps<'textarea'>, 'id'> & {
  label: string;
  /** The error message, read out with the field. */
  error?: string | undefined;
};

/** A labelled text area. */
export function TextArea({ label, error, className = '', rows = 4, ...rest }: TextAreaProps) {
  const id = useId();
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1.5 block font-medium">
        {label}
      </label>
      <textarea
        id={id}
        rows={rows}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
        className="block w-full rounded-md border border-line-strong bg-surface p-3 placeholder:text-ink-soft aria-invalid:border-danger"
        {...rest}
      />
      {error && (
        <p id={`${id}-error`} className="mt-1.5 text-danger-text text-sm">
          {error}
        </p>
      )}
    </div>
  );
}
