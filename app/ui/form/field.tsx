// Labelled fields; their errors are read out with them.
import { ChevronDown } from 'lucide-react';
import { type ComponentProps, type ReactNode, useId } from 'react';

export type Labelled = {
  label: string;
  error?: string | undefined;
  /** What is good to know before filling it in. */
  hint?: string | undefined;
  className?: string | undefined;
};

type FrameProps = Labelled & {
  isLabelHidden?: boolean;
  children: (props: {
    id: string;
    'aria-invalid': true | undefined;
    'aria-describedby': string | undefined;
  }) => ReactNode;
};

/** A label above a control, and its error message below. */
export function Frame({ label, error, hint, className = '', isLabelHidden = false, children }: FrameProps) {
  const id = useId();
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div className={className}>
      <label htmlFor={id} className={isLabelHidden ? 'sr-only' : 'mb-1.5 block font-medium'}>
        {label}
      </label>
      {children({ id, 'aria-invalid': error ? true : undefined, 'aria-describedby': described || undefined })}
      {hint && (
        <p id={`${id}-hint`} className="mt-1.5 text-ink-soft text-sm">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className="mt-1.5 text-danger-text text-sm">
          {error}
        </p>
      )}
    </div>
  );
}

/** The names of a form's fields that hold text. */
type TextName<F> = { [Name in keyof F]: F[Name] extends string ? Name : never }[keyof F] & string;

/** The props of a form's fields: those of a Field or a TextArea by `text`, of a Choice by `choice`. */
export function fieldsOf<F>(
  form: F,
  change: (part: Partial<F>) => void,
  errorOf: (name: TextName<F>) => string | undefined,
) {
  const choice = (name: TextName<F>) => ({
    value: form[name] as string,
    error: errorOf(name),
    onChange: (value: string) => change({ [name]: value } as Partial<F>),
  });
  const text = (name: TextName<F>) => {
    const { onChange, ...shown } = choice(name);
    return { ...shown, onChange: ({ target }: { target: { value: string } }) => onChange(target.value) };
  };
  return { text, choice };
}

export const LOOK =
  'w-full rounded-md border border-line-strong bg-surface placeholder:text-ink-soft aria-invalid:border-danger outdoor:border-2';

type FieldProps = Omit<ComponentProps<'input'>, 'id'> &
  Labelled & {
    /** A button inside the field's right edge. */
    end?: ReactNode;
  };

export function Field({ label, error, hint, className, end, ...rest }: FieldProps) {
  return (
    <Frame {...{ label, error, hint, className }}>
      {(props) => (
        <div className="relative">
          <input {...props} className={`min-h-touch px-3 ${LOOK} ${end ? 'pe-13!' : ''}`} {...rest} />
          {end}
        </div>
      )}
    </Frame>
  );
}

type TextAreaProps = Omit<ComponentProps<'textarea'>, 'id'> & Labelled;

export function TextArea({ label, error, hint, className, rows = 4, ...rest }: TextAreaProps) {
  return (
    <Frame {...{ label, error, hint, className }}>
      {(props) => <textarea {...props} rows={rows} className={`block p-3 ${LOOK}`} {...rest} />}
    </Frame>
  );
}

type ChoiceProps = Labelled & {
  value: string;
  options: readonly (readonly [value: string, label: string])[];
  onChange: (value: string) => void;
  isLabelHidden?: boolean;
  disabled?: boolean;
};

/** A native select in the product's look. */
export function Choice({ value, options, onChange, disabled, ...labelled }: ChoiceProps) {
  return (
    <Frame {...labelled}>
      {(props) => (
        <div className="relative">
          <select
            {...props}
            value={value}
            disabled={disabled}
            onChange={(event) => onChange(event.target.value)}
            className={`min-h-touch appearance-none pe-10 ps-3 disabled:opacity-55 ${LOOK}`}
          >
            {options.map(([option, text]) => (
              <option key={option} value={option} className="bg-surface text-ink">
                {text}
              </option>
            ))}
          </select>
          <ChevronDown
            aria-hidden
            className="pointer-events-none absolute top-1/2 end-3 size-5 -translate-y-1/2 text-ink-soft"
          />
        </div>
      )}
    </Frame>
  );
}
