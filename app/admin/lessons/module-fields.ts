import type { CourseModule, ModuleChange } from '#sync/contract/authoring.ts';

export type ModuleForm = {
  title: string;
  description: string;
  /** Of its place among the modules: '1' for the first. */
  place: string;
  isEnabled: boolean;
};

export function formOfModule(module: CourseModule | undefined, place = 0): ModuleForm {
  return {
    title: module?.title ?? '',
    description: module?.description ?? '',
    place: String(place),
    isEnabled: module?.isEnabled ?? true,
  };
}

/** Whether the form differs from its initial state by more than spaces. */
export function isTypedIn(form: ModuleForm, initial: ModuleForm): boolean {
  const words = (each: ModuleForm) => Object.values(each).map((value) => String(value).trim());
  return words(form).join('\n') !== words(initial).join('\n');
}

export const newModule = ({ title, description }: ModuleForm) => ({
  title: title.trim(),
  description: description.trim(),
});

/** Only the changed fields: what was not touched must not undo another author's change. */
export function moduleChange(form: ModuleForm, initial: ModuleForm): ModuleChange {
  const written = newModule(form);
  return {
    ...(written.title !== initial.title && { title: written.title }),
    ...(written.description !== initial.description && { description: written.description }),
    ...(form.isEnabled !== initial.isEnabled && { isEnabled: form.isEnabled }),
    ...(form.place !== initial.place && { place: Number(form.place) }),
  };
}
