// @vitest-environment happy-dom
import type { ToastMessage } from '#app/ui/toaster.tsx';
import '#tests/fixtures/silent-console.ts';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ToastProvider, useToast } from '#app/ui/toast.tsx';

let say: ReturnType<typeof useToast>;
function Speaker() {
  say = useToast();
  return null;
}

beforeEach(async () => {
  await import('#app/ui/toaster.tsx');
  vi.useFakeTimers();
  render(
    <ToastProvider>
      <Speaker />
    </ToastProvider>,
  );
  await act(() => vi.advanceTimersByTimeAsync(1600));
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const toasts = () => document.querySelectorAll('[data-state="open"]');
const show = async (message: ToastMessage) => {
  await act(async () => say(message));
  await act(() => vi.advanceTimersByTimeAsync(20));
};
const region = () => screen.getByRole('region', { name: /Notifications/ });

describe('[H9] toasts', () => {
  test('at most one is visible: a newer one takes the place of the last', async () => {
    await show({ title: 'Progress Updated', description: 'Progress saved' });
    await show({ title: 'Lesson Completed!' });
    expect(toasts()).toHaveLength(1);
    expect(toasts()[0]?.textContent).toBe('Lesson Completed!');
  });

  test('its sender may take it away, and never another one', async () => {
    await show({ title: 'Quiz Not Passed' });
    let close = () => {};
    await act(async () => {
      close = say({ title: 'NOT saved' });
    });
    await show({ title: 'Progress saved' });
    await act(async () => close());
    expect(toasts()[0]?.textContent).toBe('Progress saved');
    await act(async () => {
      close = say({ title: 'Quiz Not Passed' });
    });
    await act(async () => close());
    expect(toasts()).toHaveLength(0);
  });

  test('one about the page before goes with the first touch of the next one, and not by its scrolling to the top', async () => {
    await show({ title: 'Lesson Completed!', isPassing: true });
    await act(async () => void window.dispatchEvent(new Event('scroll')));
    expect(toasts()).toHaveLength(1);
    await act(async () => void document.body.dispatchEvent(new Event('pointerdown', { bubbles: true })));
    expect(toasts()).toHaveLength(0);
    await show({ title: 'Progress saved' });
    await act(async () => void document.body.dispatchEvent(new Event('pointerdown', { bubbles: true })));
    expect(toasts()).toHaveLength(1);
  });

  test('it stays for 5000 ms', async () => {
    await show({ title: 'Progress Updated' });
    await act(() => vi.advanceTimersByTimeAsync(4900));
    expect(toasts()).toHaveLength(1);
    await act(() => vi.advanceTimersByTimeAsync(200));
    expect(toasts()).toHaveLength(0);
  });

  test('the destructive variant is red, the default one is not', async () => {
    await show({ title: 'Error', variant: 'destructive' });
    expect(toasts()[0]?.className).toContain('bg-danger');
    await show({ title: 'Saved' });
    expect(toasts()[0]?.className).not.toContain('danger');
  });

  test('F8 moves the focus to the region', async () => {
    await show({ title: 'Progress Updated' });
    fireEvent.keyDown(document, { key: 'F8', code: 'F8' });
    expect(region().contains(document.activeElement)).toBe(true);
  });

  const swipe = (toast: Element, pixels: number) => {
    const at = (clientX: number) => ({ clientX, clientY: 0, pointerId: 1, pointerType: 'touch', button: 0 });
    fireEvent.pointerDown(toast, at(0));
    fireEvent.pointerMove(toast, at(pixels / 2));
    fireEvent.pointerMove(toast, at(pixels));
    fireEvent.pointerUp(toast, at(pixels));
  };

  test('a swipe of more than 50 px to the right closes it, a shorter one does not', async () => {
    await show({ title: 'Progress Updated' });
    const toast = toasts()[0];
    if (!toast) throw new Error('no toast');
    await act(async () => swipe(toast, 40));
    expect(toasts()).toHaveLength(1);
    await act(async () => swipe(toast, 60));
    expect(toasts()).toHaveLength(0);
  });

  test('it is at most 420 px wide on a wide screen', async () => {
    await show({ title: 'Progress Updated' });
    expect(region().querySelector('ol')?.className).toContain('sm:max-w-[420px]');
  });
});
