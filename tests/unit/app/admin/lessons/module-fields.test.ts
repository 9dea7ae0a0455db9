import { expect, test } from 'vitest';
import { formOfModule, moduleChange } from '#app/admin/lessons/outline.ts';
import { aModule } from './outline.ts';

test('[Z9] only what was changed of a module is sent', () => {
  const initial = formOfModule(aModule({ title: 'Boots' }), 2);
  expect(moduleChange({ ...initial, title: 'Ladders', isEnabled: false }, initial)).toEqual({
    title: 'Ladders',
    isEnabled: false,
  });
  expect(moduleChange({ ...initial, place: '1' }, initial)).toEqual({ place: 1 });
  expect(moduleChange(initial, initial)).toEqual({});
});
