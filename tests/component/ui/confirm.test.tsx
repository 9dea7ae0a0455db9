// @vitest-environment happy-dom
import '#tests/fixtures/silent-console.ts';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useEffect, useState } from 'react';
import { Link, MemoryRouter, Route, Routes, useNavigate } from 'react-router-dom';
import { afterEach, expect, test, vi } from 'vitest';
import { type Confirmation, ConfirmProvider, useConfirm } from '#app/ui/confirm.tsx';

const answers: boolean[] = [];

function Page({ run }: Pick<Confirmation, 'run'>) {
  const confirm = useConfirm();
  const navigate = useNavigate();
  const [isGone, setGone] = useState(false);
  const remove = async () => {
    const question = {
      title: 'Remove Lena?',
      text: 'She keeps her account.',
      action: 'Remove',
      running: 'Removing...',
    };
    const isConfirmed = await confirm({ ...question, run });
    answers.push(isConfirmed);
    setGone(isConfirmed);
  };
  return (
    <>
      <button type="button" onClick={remove}>
        Remove Lena
      </button>
      <button type="button" onClick={() => navigate('/elsewhere')}>
        Elsewhere
      </button>
      {isGone && <p>Gone</p>}
    </>
  );
}

const ask = (run?: Confirmation['run']) => {
  render(
    <MemoryRouter>
      <ConfirmProvider>
        <Page run={run} />
      </ConfirmProvider>
    </MemoryRouter>,
  );
  screen.getByRole('button', { name: 'Remove Lena' }).focus();
  fireEvent.click(screen.getByRole('button', { name: 'Remove Lena' }));
  return screen.findByRole('dialog', { name: 'Remove Lena?' });
};
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const hasClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

afterEach(() => {
  cleanup();
  answers.length = 0;
});

test('[M5] the act runs once, is shown as under way, and the dialog closes after it', async () => {
  let finish = (_: object) => {};
  const run = vi.fn(() => new Promise<object>((resolve) => (finish = resolve)));
  await ask(run);
  const { parentElement: buttons } = screen.getByRole('button', { name: 'Remove' });
  act(() => {
    // Twice before React draws the disabled button.
    for (const _ of [1, 2]) fireEvent.click(buttons?.lastElementChild ?? document.body);
  });
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Removing...' });
  expect(button.disabled).toBe(true);
  expect(answers).toEqual([]);
  await act(async () => finish({}));
  await hasClosed();
  expect(run).toHaveBeenCalledTimes(1);
  expect(answers).toEqual([true]);
  await screen.findByText('Gone');
});

test.each([false, undefined])(
  '[M5] an act that resolves with %j has failed: the dialog stays, for another try',
  async (failed) => {
    await ask(async () => failed);
    press('Remove');
    await waitFor(() => expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Remove' }).disabled).toBe(false));
    expect(screen.getByRole('dialog', { name: 'Remove Lena?' })).toBeTruthy();
    expect(answers).toEqual([]);
  },
);

test.each(['Cancel', 'Close', 'Escape'])('[H9] %s does nothing and gives the focus back', async (way) => {
  const run = vi.fn();
  await ask(run);
  if (way === 'Escape') fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' });
  else press(way);
  await hasClosed();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Remove Lena' })));
  expect(run).not.toHaveBeenCalled();
  expect(answers).toEqual([false]);
});

test('[M5] another page takes the question away', async () => {
  await ask();
  // Behind the dialog, as Back would.
  fireEvent.click(screen.getByText('Elsewhere'));
  await hasClosed();
});

/** Asks as soon as it is shown, as a page does to which a link with an act leads. */
function Asking() {
  const confirm = useConfirm();
  useEffect(() => void confirm({ title: 'Extend them?', text: 'For two weeks.', action: 'Extend' }), [confirm]);
  return null;
}

test('a page that a link leads to may ask at once', async () => {
  render(
    <MemoryRouter>
      <ConfirmProvider>
        <Link to="/list">Extend</Link>
        <Routes>
          <Route path="/list" element={<Asking />} />
          <Route path="*" element={null} />
        </Routes>
      </ConfirmProvider>
    </MemoryRouter>,
  );
  fireEvent.click(screen.getByRole('link'));
  await screen.findByRole('dialog', { name: 'Extend them?' });
});
