// @vitest-environment happy-dom
import '#tests/fixtures/silent-console.ts';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, describe, expect, test } from 'vitest';
import { Dialog } from '#app/ui/dialog.tsx';
import { Menu } from '#app/ui/menu.tsx';
import { ToastProvider, useToast } from '#app/ui/toast.tsx';

let say: ReturnType<typeof useToast>;

/** A button and a menu, each of which opens the dialog; a field in it takes the focus. */
function Page() {
  const [isOpen, setOpen] = useState(false);
  say = useToast();
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Edit
      </button>
      <Menu
        trigger={<button type="button">More</button>}
        groups={[{ items: [{ label: 'Edit too', onSelect: () => setOpen(true) }] }]}
      />
      {isOpen && (
        <Dialog open onOpenChange={setOpen} title="Edit">
          <input aria-label="Title" autoFocus />
        </Dialog>
      )}
    </>
  );
}

const show = () =>
  render(
    <ToastProvider>
      <Page />
    </ToastProvider>,
  );
const button = (name: string) => screen.getByRole('button', { name });
const pressEscape = () => fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' });
afterEach(cleanup);

describe('a dialog', () => {
  test('gives the focus back to the button that opened it, though a field of its own took it at once', async () => {
    show();
    button('Edit').focus();
    fireEvent.click(button('Edit'));
    expect(await screen.findByLabelText('Title')).toBe(document.activeElement);
    pressEscape();
    await waitFor(() => expect(document.activeElement).toBe(button('Edit')));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('that a line of a menu opened gives it back to the button of the menu', async () => {
    show();
    button('More').focus();
    fireEvent.keyDown(button('More'), { key: 'Enter' });
    const line = within(await screen.findByRole('menu')).getByRole('menuitem', { name: 'Edit too' });
    line.focus();
    fireEvent.click(line);
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Title')));
    pressEscape();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(document.activeElement).toBe(button('More')));
  });

  test('that takes the place of another one gives it back to what opened the first, or to the heading when that is gone', async () => {
    const steps = (step: number) => (
      <main>
        <h1 tabIndex={-1}>People</h1>
        {step < 3 && <button type="button">Assign</button>}
        {step === 1 && (
          <Dialog key="choose" open onOpenChange={() => {}} title="Choose">
            <input aria-label="Organization" />
          </Dialog>
        )}
        {step === 2 && <Dialog key="confirm" open onOpenChange={() => {}} title="Move?" />}
      </main>
    );
    const { rerender } = render(steps(0));
    button('Assign').focus();
    rerender(steps(1));
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Organization')));
    rerender(steps(2));
    await waitFor(() => expect(document.activeElement).toBe(button('Close')));
    rerender(steps(0));
    await waitFor(() => expect(document.activeElement).toBe(button('Assign')));
    rerender(steps(1));
    rerender(steps(3));
    await waitFor(() => expect(document.activeElement?.textContent).toBe('People'));
  });

  test('[H9] takes Escape, and leaves the toast that came after it', async () => {
    await import('#app/ui/toaster.tsx');
    show();
    fireEvent.click(button('Edit'));
    (await screen.findByLabelText('Title')).focus();
    act(() => say({ title: 'Removed', action: { label: 'Undo', onPress: () => {} } }));
    await waitFor(() => expect(document.querySelector('li')?.textContent).toContain('Removed'), { timeout: 4000 });
    pressEscape();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(document.querySelector('li')?.dataset.state).toBe('open');
    pressEscape();
    await waitFor(() => expect(document.querySelector('li')?.dataset.state).not.toBe('open'));
  });
});
