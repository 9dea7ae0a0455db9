import { t } from '@lingui/core/macro';
import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { inSentence } from '../labels.ts';
import { Field } from './field.tsx';

/** A password field with a button that shows or hides its text. */
export function PasswordField(props: Omit<ComponentProps<typeof Field>, 'type' | 'end'>) {
  const [shown, setShown] = useState(false);
  const password = inSentence(props.label);
  const Icon = shown ? EyeOff : Eye;
  return (
    <Field
      {...props}
      type={shown ? 'text' : 'password'}
      end={
        <button
          type="button"
          aria-label={shown ? t`Hide ${password}` : t`Show ${password}`}
          onClick={() => setShown(!shown)}
          className="absolute inset-y-0 end-0 inline-flex w-touch items-center justify-center rounded-md text-ink-soft hover:text-ink"
        >
          <Icon aria-hidden className="size-5" />
        </button>
      }
    />
  );
}
