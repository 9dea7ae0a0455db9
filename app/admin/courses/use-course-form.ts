import { useToast } from '../../ui/toast.tsx';
import type { ToastMessage } from '../../ui/toaster.tsx';
import { adminTexts, adminToasts } from '../forms/messages.ts';
import { type FormErrors, useForm } from '../forms/use-form.ts';
import type { CourseForm } from './course-form.ts';

export type TypedCourse = ReturnType<typeof useCourseForm>;

/** The state of a course form: what is wrong is also told in a toast. */
export function useCourseForm(form: CourseForm, keep: (form: CourseForm) => void, refused: unknown) {
  const toast = useToast();
  const typed = useForm(form, keep, refused);
  const validate = (errors: FormErrors<CourseForm>) => {
    const [first] = Object.values(errors);
    if (first !== undefined) toast(toastFor(errors, first));
    return typed.validate(errors);
  };
  return { ...typed, validate };
}

function toastFor(errors: FormErrors<CourseForm>, first: string): ToastMessage {
  if (Object.values(errors).includes(adminTexts.fillInRequired))
    return { title: 'Missing required fields', description: adminTexts.fillInRequired, variant: 'destructive' };
  if (first === adminTexts.selectOrganization) return adminToasts.noOrganizationSelected;
  return { title: first, variant: 'destructive' };
}
