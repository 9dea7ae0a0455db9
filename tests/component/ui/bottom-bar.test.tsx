// @vitest-environment happy-dom
import { act, cleanup, render } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { ActionBar } from '#app/ui/action-bar.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('[H9] a bar at the bottom tells its height as long as it is there, for what stands above it', () => {
  let resized = () => {};
  class Observer {
    constructor(told: () => void) {
      resized = told;
    }
    observe = () => resized();
    disconnect = () => {};
  }
  vi.stubGlobal('ResizeObserver', Observer);
  const height = vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(81);
  const told = () => document.documentElement.style.getPropertyValue('--bottom-bar');
  const { unmount } = render(<ActionBar>Continue</ActionBar>);
  expect(told()).toBe('81px');
  height.mockReturnValue(160);
  act(() => resized());
  expect(told()).toBe('160px');
  unmount();
  expect(told()).toBe('');
});
