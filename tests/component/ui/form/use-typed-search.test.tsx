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

test('[H5] a search does not lead back to a page that a tap on a result has just left', () => {
  const onSearch = vi.fn();
  const { result } = renderHook(() => useTypedSearch('', onSearch));
  act(() => result.current[1]('business'));
  // The page stays until the next one is loaded.
  history.pushState(null, '', '/course/3');
  act(() => vi.advanceTimersByTime(1000));
  history.replaceState(null, '', '/');
  expect(onSearch).not.toHaveBeenCalled();
});
