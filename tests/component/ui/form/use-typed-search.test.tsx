// @vitest-environment happy-dom
import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useTypedSearch } from '#app/ui/form/search-field.tsx';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test('[H5] what was typed keeps a filter that was chosen in the pause after the last letter', () => {
  const asked: string[] = [];
  const { result, rerender } = renderHook(
    ({ category }) => useTypedSearch('', (search) => asked.push(`${search} in ${category}`)),
    { initialProps: { category: 'all' } },
  );
  act(() => result.current[1]('scan'));
  rerender({ category: 'hardware' });
  act(() => vi.advanceTimersByTime(1000));
  expect(asked).toEqual(['scan in hardware']);
});
