import type { ComponentProps } from 'react';
import { Field } from '../ui/field.tsx';

type PinFieldProps = Pick<ComponentProps<typeof Field>, 'label' | 'error' | 'ref' | 'autoFocus'> & {
  value: string;
  onDigits: (digits: string) => void;
};

/** Digits that nobody reads over a shoulder, on a keyboard of digits. */
export function PinField({ onDigits, ...rest }: PinFieldProps) {
  return (
    <Field
      {...rest}
      type="password"
      inputMode="numeric"
      autoComplete="off"
      maxLength={8}
      onChange={(event) => onDigits(event.target.value.replace(/\D/g, ''))}
    />
  );
}
