import { useEffect, useRef, useState } from 'react';
import { ApiError } from '../../api/client.ts';
import { fieldsOf } from '../../ui/form/field.tsx';
import { useToast } from '../../ui/toast.tsx';
import type { ToastMessage } from '../../ui/toaster.tsx';
import { adminTexts, adminToasts } from '../frame/messages.ts';
import type { CourseForm, FormErrors } from './course-form.ts';

export type TypedCourse = ReturnType<typeof useCourseForm>;

/** The state of a course form. `refused` is the failure of the last request. */
export function useCourseForm(form: CourseForm, keep: (form: CourseForm) => void, refused?: unknown) {
  const toast = useToast();
  const [ownErrors, setOwnErrors] = useState<FormErrors>({});
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

  const change = (part: Partial<CourseForm>) => {
    mustFocus.current = false;
    keep({ ...form, ...part });
    if (Object.keys(ownErrors).length > 0) setOwnErrors(without(ownErrors, Object.keys(part)));
  };
  /** Shows the given errors; returns true when there are none. */
  const validate = (errors: FormErrors) => {
    const [first] = Object.values(errors);
    setOwnErrors(errors);
    mustFocus.current = first !== undefined;
    if (first !== undefined) toast(toastFor(errors, first));
    return first === undefined;
  };
  const refusal = refused instanceof ApiError && refused.field && { [refused.field]: refused.sentence };
  /** The errors of the last submit, from the form and from the server. */
  const errors: FormErrors = { ...refusal, ...ownErrors };
  return { ...fieldsOf(form, change, (name) => errors[name]), form, change, errors, place, validate };
}

function toastFor(errors: FormErrors, first: string): ToastMessage {
  const isMissing = Object.values(errors).includes(adminTexts.fillInRequired);
  if (isMissing)
    return {
      title: 'Missing required fields',
      description: 'Please fill in all required fields.',
      variant: 'destructive',
    };
  if (first === adminTexts.selectOrganization) return adminToasts.noOrganizationSelected;
  return { title: first, variant: 'destructive' };
}

function without(errors: FormErrors, fields: string[]): FormErrors {
  return Object.fromEntries(Object.entries(errors).filter(([field]) => !fields.includes(field)));
}
