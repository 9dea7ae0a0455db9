import { expect, test } from 'vitest';
import { formOfModule, isTypedIn, moduleChange, newModule } from '#app/admin/lessons/module-fields.ts';
import { aModule } from './outline.ts';

test('[Z9] only what was changed of a module is sent', () => {
  const initial = formOfModule(aModule({ title: 'Boots' }), 2);
  expect(moduleChange({ ...initial, title: ' Ladders ', isEnabled: false }, initial)).toEqual({
    title: 'Ladders',
    isEnabled: false,
  });
  expect(moduleChange({ ...initial, place: '1' }, initial)).toEqual({ place: 1 });
  expect(moduleChange(initial, initial)).toEqual({});
});

test('[Z9] something is typed as long as it differs from what stood there', () => {
  const initial = formOfModule(aModule({ title: 'Boots' }));
  expect(isTypedIn({ ...initial, title: ' Boots ' }, initial)).toBe(false);
  expect(isTypedIn({ ...initial, title: 'Ladders' }, initial)).toBe(true);
  expect(isTypedIn({ ...initial, isEnabled: !initial.isEnabled }, initial)).toBe(true);
  const blank = formOfModule(undefined);
  expect(isTypedIn(blank, formOfModule(undefined))).toBe(false);
  expect(isTypedIn({ ...blank, description: 'For boots.' }, blank)).toBe(true);
});

test('[Z9] a new module is asked for nothing but its words', () => {
  expect(newModule({ ...formOfModule(undefined), title: ' Extras ' })).toEqual({ title: 'Extras', description: '' });
});
