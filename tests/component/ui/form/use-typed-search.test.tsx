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

test('[H5] the address holds what was typed at once, for a reload in the pause, and a long burst ends no page', () => {
  const onSearch = vi.fn();
  const { result } = renderHook(() => useTypedSearch('', onSearch, (search) => `?search=${search}`));
  const replaced = vi.spyOn(history, 'replaceState');
  act(() => result.current[1]('scan'));
  expect([location.search, onSearch.mock.calls.length]).toEqual(['?search=scan', 0]);
  for (let n = 0; n < 200; n += 1) act(() => result.current[1](`scan ${n}`));
  expect(replaced.mock.calls.length).toBeLessThan(100);
  replaced.mockRestore();
  history.replaceState(null, '', '/');
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
