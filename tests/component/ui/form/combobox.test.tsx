// @vitest-environment happy-dom
import '#tests/fixtures/silent-console.ts';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { Dialog } from '#app/ui/dialog.tsx';
import { Combobox, type Option, useCombobox } from '#app/ui/form/combobox.tsx';

const ALL: readonly Option[] = [
  ['n', 'North Works'],
  ['s', 'South Works'],
  ['e', 'East Yard'],
];
type Shown = { chosen?: Option; answers?: boolean; fails?: boolean; retry?: () => void };

/** The field in a dialog; what is found comes while `answers`. */
function Page({ chosen = ['s', 'South Works'], answers = true, fails = false, retry = vi.fn() }: Shown) {
  const box = useCombobox();
  const [value, setValue] = useState(chosen);
  const found = ALL.filter(([, label]) => label.toLowerCase().includes(box.search.toLowerCase()));
  return (
    <Dialog open onOpenChange={() => setValue(['', 'the dialog was closed'])} title="Move">
      <Combobox
        label="Organization"
        box={box}
        value={value[0]}
        text={value[1]}
        options={answers && !fails ? found : undefined}
        hasMore={false}
        failure={fails ? { sentence: 'Not fetched.', retry } : undefined}
        none="None found."
        onChange={setValue}
      />
    </Dialog>
  );
}

const show = (props: Shown = {}) => render(<Page {...props} />);
const field = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Organization' });
const press = (key: string) => fireEvent.keyDown(field(), { key });
const type = (value: string) => fireEvent.change(field(), { target: { value } });
const options = () => screen.queryAllByRole('option').map(({ textContent }) => textContent);
/** The option that Enter would choose, as a screen reader is told it. */
const active = () => document.getElementById(field().getAttribute('aria-activedescendant') ?? '')?.textContent;
afterEach(cleanup);

test('arrows open the list at what is chosen, move around its ends, and Enter chooses', () => {
  show();
  expect([field().value, field().getAttribute('aria-expanded'), options()]).toEqual(['South Works', 'false', []]);
  press('ArrowDown');
  const list = screen.getByRole('listbox', { name: 'Organization' });
  expect(field().getAttribute('aria-controls')).toBe(list.id);
  expect(within(list).getAllByRole('option', { selected: true })).toHaveLength(1);
  expect(active()).toBe('South Works');
  press('ArrowDown');
  press('ArrowDown');
  expect(active()).toBe('North Works');
  press('ArrowUp');
  expect(active()).toBe('East Yard');
  press('Enter');
  expect([field().value, field().getAttribute('aria-expanded')]).toEqual(['East Yard', 'false']);
});

test('where nothing is chosen, Enter chooses nothing before an arrow does', () => {
  show({ chosen: ['', ''] });
  press('ArrowDown');
  expect(active()).toBeUndefined();
  press('Enter');
  expect([field().value, options().length]).toEqual(['', 3]);
  press('ArrowUp');
  press('Enter');
  expect(field().value).toBe('East Yard');
});

test('what is typed is looked for, and Enter waits for what is found', async () => {
  show();
  type('yard');
  press('Enter');
  expect(field().value).toBe('yard');
  await waitFor(() => expect(field().value).toBe('East Yard'));
});

test('Escape closes the list alone, and whoever leaves the field keeps what was chosen', () => {
  show();
  fireEvent.click(field());
  type('nor');
  press('Escape');
  expect([field().value, options()]).toEqual(['South Works', []]);
  type('nor');
  fireEvent.blur(field());
  expect([field().value, options()]).toEqual(['South Works', []]);
  press('Escape');
  expect(field().value).toBe('the dialog was closed');
});

test('it says that it searches, that nothing is found, and what failed, which Enter tries again', async () => {
  const { rerender } = show({ answers: false });
  fireEvent.click(field());
  screen.getByText('Searching...');
  rerender(<Page />);
  type('west');
  await screen.findByText('None found.');
  const retry = vi.fn();
  rerender(<Page fails retry={retry} />);
  screen.getByRole('button', { name: 'Not fetched. Try again' });
  press('Enter');
  expect(retry).toHaveBeenCalledOnce();
});
