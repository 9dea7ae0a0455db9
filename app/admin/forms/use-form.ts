import { useEffect, useRef, useState } from 'react';
import { ApiError } from '../../api/client.ts';
import { fieldsOf } from '../../ui/form/field.tsx';

/** A sentence for each field that is wrong. */
export type FormErrors<F> = Partial<Record<keyof F & string, string>>;

/** The state of a form whose fields show their own errors. `refused` is the failure of the last request. */
export function useForm<F extends object>(form: F, keep: (form: F) => void, refused: unknown) {
  const [ownErrors, setOwnErrors] = useState<FormErrors<F>>({});
  /** The ref of the <form>, whose first invalid field gets the focus. */
  const place = useRef<HTMLFormElement>(null);
  const mustFocus = useRef(false);
  useEffect(() => {
    if (refused) mustFocus.current = true;
  }, [refused]);
  // After every render, and a task later: the field may be on a tab that is only opening.
  useEffect(() => {
    if (!mustFocus.current) return;
    const turn = setTimeout(() => {
      const wrong = place.current?.querySelector<HTMLElement>('[aria-invalid=true]');
      if (!wrong) return;
      mustFocus.current = false;
      wrong.focus();
    });
    return () => clearTimeout(turn);
  });

  const change = (part: Partial<F>) => {
    mustFocus.current = false;
    keep({ ...form, ...part });
    setOwnErrors((before) => ({ ...before, ...noneOf(part) }));
  };
  /** Shows the given errors; returns true when there are none. */
  const validate = (errors: FormErrors<F>): boolean => {
    const isValid = Object.keys(errors).length === 0;
    setOwnErrors(errors);
    mustFocus.current = !isValid;
    return isValid;
  };
  /** The errors of the last submit, from the form and from the server. */
  const errorOf = (name: keyof F & string): string | undefined =>
    ownErrors[name] ?? (refused instanceof ApiError && refused.field === name ? refused.sentence : undefined);
  return { ...fieldsOf(form, change, errorOf), form, change, errorOf, place, validate };
}

const noneOf = <F extends object>(part: Partial<F>): FormErrors<F> =>
  Object.fromEntries(Object.keys(part).map((name) => [name, undefined])) as FormErrors<F>;
