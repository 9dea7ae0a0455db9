import type { CourseModule, ModuleChange, NewModule } from '#sync/contract/authoring.ts';
import { fieldErrors, type Shape } from '../../api/use-api-mutation.ts';

export type ModuleForm = {
  title: string;
  description: string;
  startLessonIndex: string;
  endLessonIndex: string;
  size: string;
  isEnabled: boolean;
};

const FIRST_SIZE = '5';

export function formOfModule(module: CourseModule | undefined): ModuleForm {
  return {
    title: module?.title ?? '',
    description: module?.description ?? '',
    startLessonIndex: String(module?.startLessonIndex ?? ''),
    endLessonIndex: String(module?.endLessonIndex ?? ''),
    size: FIRST_SIZE,
    isEnabled: module?.isEnabled ?? true,
  };
}

/** Whether the form differs from its initial state by more than spaces. */
export function isTypedIn(form: ModuleForm, module: CourseModule | undefined): boolean {
  const words = (each: ModuleForm) => Object.values(each).map((value) => String(value).trim());
  return words(form).join('\n') !== words(formOfModule(module)).join('\n');
}

const whole = (text: string) => (/^\d+$/.test(text.trim()) ? Number(text) : Number.NaN);

export function newModule({ title, description, size }: ModuleForm): NewModule {
  return { title: title.trim(), description: description.trim(), size: whole(size) };
}

/** Only the changed fields: unchanged numbers must not collide with another author's changes. */
export function moduleChange(form: ModuleForm, module: CourseModule): ModuleChange {
  const { title, description, isEnabled } = module;
  const written = { title: form.title.trim(), description: form.description.trim() };
  const ends = { startLessonIndex: whole(form.startLessonIndex), endLessonIndex: whole(form.endLessonIndex) };
  const isRanged = ends.startLessonIndex !== module.startLessonIndex || ends.endLessonIndex !== module.endLessonIndex;
  return {
    ...(written.title !== title && { title: written.title }),
    ...(written.description !== description && { description: written.description }),
    ...(form.isEnabled !== isEnabled && { isEnabled: form.isEnabled }),
    ...(isRanged && ends),
  };
}

/** The first error of each field, in the contract's words. */
export function moduleErrors(shape: Shape, written: ModuleChange | NewModule) {
  const errors = fieldErrors(shape, written);
  const { startLessonIndex: first, endLessonIndex: last } = { startLessonIndex: 0, endLessonIndex: 0, ...written };
  if (first && last && last < first) errors.endLessonIndex ??= 'The last number must not be before the first.';
  return errors;
}
