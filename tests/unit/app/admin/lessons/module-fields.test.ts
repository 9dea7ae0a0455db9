import { expect, test } from 'vitest';
import { formOfModule, isTypedIn, moduleChange, moduleErrors, newModule } from '#app/admin/lessons/module-fields.ts';
import { ModuleChange, NewModule } from '#sync/contract/authoring.ts';
import { aModule } from './outline.ts';

test('[Z9] only what was changed of a module is sent', () => {
  const module = aModule({ title: 'Boots', startLessonIndex: 5, endLessonIndex: 8 });
  const form = { ...formOfModule(module), title: ' Ladders ', isEnabled: false };
  expect(moduleChange(form, module)).toEqual({ title: 'Ladders', isEnabled: false });
  expect(moduleChange(formOfModule(module), module)).toEqual({});
});

test('[Z9] a module needs a title, and its numbers are whole and in order', () => {
  const module = aModule();
  const change = (part: object) =>
    moduleErrors(ModuleChange, moduleChange({ ...formOfModule(module), ...part }, module));
  expect(change({ title: '  ' })).toEqual({ title: 'Please enter a title for the module.' });
  expect(change({ startLessonIndex: '0' })).toHaveProperty('startLessonIndex');
  expect(change({ endLessonIndex: 'many' })).toHaveProperty('endLessonIndex');
  expect(change({ startLessonIndex: '9', endLessonIndex: '6' })).toHaveProperty('endLessonIndex');
  expect(change({ startLessonIndex: '6', endLessonIndex: '9' })).toEqual({});
});

test('[Z9] a range of which one end was changed is judged with the other end as it is', () => {
  const module = aModule({ startLessonIndex: 5, endLessonIndex: 8 });
  const form = { ...formOfModule(module), startLessonIndex: '9' };
  expect(moduleErrors(ModuleChange, moduleChange(form, module))).toHaveProperty('endLessonIndex');
});

test('[Z9] something is typed as long as it differs from what stood there', () => {
  const module = aModule({ title: 'Boots' });
  const form = formOfModule(module);
  expect(isTypedIn({ ...form, title: ' Boots ' }, module)).toBe(false);
  expect(isTypedIn({ ...form, title: 'Ladders' }, module)).toBe(true);
  expect(isTypedIn({ ...form, isEnabled: !form.isEnabled }, module)).toBe(true);
  expect(isTypedIn(formOfModule(undefined), undefined)).toBe(false);
  expect(isTypedIn({ ...formOfModule(undefined), description: 'For boots.' }, undefined)).toBe(true);
});

test('[Z9] a new module has room for five lessons unless told otherwise', () => {
  const form = { ...formOfModule(undefined), title: 'Extras' };
  expect(newModule(form)).toEqual({ title: 'Extras', description: '', size: 5 });
  expect(moduleErrors(NewModule, newModule({ ...form, size: '' }))).toHaveProperty('size');
});
