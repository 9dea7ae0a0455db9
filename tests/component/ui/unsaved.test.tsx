// @vitest-environment happy-dom
import '#tests/fixtures/silent-console.ts';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { type ReactNode, useState } from 'react';
import { BrowserRouter, Link, Route, Routes } from 'react-router-dom';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { useHeldPage } from '#app/shell/use-held-page.ts';
import { Dialog } from '#app/ui/dialog.tsx';
import { DialogForm } from '#app/ui/form/dialog-form.tsx';
import { HoldPage } from '#app/ui/unsaved.ts';

let finish: (isSaved: boolean) => void;

function NewCrew({ children, isUnsaved }: { children?: ReactNode; isUnsaved?: boolean }) {
  const [isOpen, setOpen] = useState(false);
  const [isRunning, setRunning] = useState(false);
  const save = async () => {
    setRunning(true);
    const isSaved = await new Promise<boolean>((resolve) => {
      finish = resolve;
    });
    setRunning(false);
    if (isSaved) setOpen(false);
  };
  const close = () => setOpen(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      {isOpen && (
        <Dialog open onOpenChange={close} title="New crew" {...(isUnsaved !== undefined && { isUnsaved })}>
          <DialogForm onSubmit={save} cancel={close} verb="Create Crew" running="Saving..." isRunning={isRunning}>
            <input aria-label="Name" />
            {children}
          </DialogForm>
        </Dialog>
      )}
    </>
  );
}

const show = (page = <NewCrew />) => {
  render(
    <HoldPage value={useHeldPage}>
      <BrowserRouter>
        <Routes>
          <Route path="/crews" element={page} />
          <Route path="*" element={<p>Elsewhere</p>} />
        </Routes>
      </BrowserRouter>
    </HoldPage>,
  );
  press('Open');
};
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const field = () => screen.getByLabelText<HTMLInputElement>('Name');
const type = (text: string, into: HTMLElement = field()) => {
  act(() => into.focus());
  fireEvent.input(into, { target: { value: text } });
};
const pressEscape = () => fireEvent.keyDown(field(), { key: 'Escape' });
const question = () => screen.queryByRole('dialog', { name: 'Discard what you wrote?' });
const dialog = () => screen.queryByRole('dialog', { name: 'New crew', hidden: true });
const isHeld = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));

beforeEach(() => history.replaceState({ idx: 1 }, '', '/crews'));
afterEach(cleanup);

test('what was typed into a dialog is asked about by every way out of it', async () => {
  show();
  type('North');
  for (const leave of [pressEscape, () => press('Cancel'), () => press('Close')]) {
    leave();
    expect(question()).not.toBeNull();
    press('Keep writing');
    await waitFor(() => expect(question()).toBeNull());
    expect(field().value).toBe('North');
  }
  expect(isHeld()).toBe(true);
  pressEscape();
  press('Discard');
  await waitFor(() => expect(dialog()).toBeNull());
  expect(isHeld()).toBe(false);
});

test('nothing is asked where nothing was typed, or where it was taken back', () => {
  show();
  type('North');
  type('');
  expect(isHeld()).toBe(false);
  pressEscape();
  expect(dialog()).toBeNull();
});

test('a search, a password and a number are no text to lose', () => {
  show(
    <NewCrew>
      <input type="search" aria-label="Find" />
      <input type="password" aria-label="Password" />
      <input inputMode="numeric" aria-label="Count" />
    </NewCrew>,
  );
  for (const label of ['Find', 'Password', 'Count']) type('1234', screen.getByLabelText(label));
  pressEscape();
  expect(dialog()).toBeNull();
});

test('a dialog that knows better is believed', () => {
  show(<NewCrew isUnsaved={false} />);
  type('North');
  pressEscape();
  expect(dialog()).toBeNull();
});

test('Back and a link ask too, and lead on after the answer', async () => {
  show(
    <NewCrew>
      <Link to="/full-form">The full form</Link>
    </NewCrew>,
  );
  type('North');
  const back = () => window.dispatchEvent(new PopStateEvent('popstate', { state: { idx: 0 } }));
  act(() => void back());
  expect(question()).not.toBeNull();
  press('Keep writing');
  await waitFor(() => expect(question()).toBeNull());
  fireEvent.click(screen.getByRole('link', { name: 'The full form' }));
  expect(question()).not.toBeNull();
  expect(location.pathname).toBe('/crews');
  press('Discard');
  await screen.findByText('Elsewhere');
  expect(location.pathname).toBe('/full-form');
});

test('a question that was asked while it is saved goes when the save ends', async () => {
  show();
  type('North');
  for (const isSaved of [false, true]) {
    press('Create Crew');
    pressEscape();
    expect(question()).not.toBeNull();
    await act(async () => finish(isSaved));
    await waitFor(() => expect(question()).toBeNull());
    expect(dialog() === null).toBe(isSaved);
  }
});

test('a button is no narrower while it works than when it was pressed', async () => {
  show();
  type('North');
  const button = screen.getByRole('button', { name: 'Create Crew' });
  Object.defineProperty(button, 'offsetWidth', { value: 178 });
  press('Create Crew');
  expect(screen.getByRole('button', { name: 'Saving...' }).style.minWidth).toBe('178px');
  await act(async () => finish(false));
  expect(button.style.minWidth).toBe('');
});
