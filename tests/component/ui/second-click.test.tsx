// @vitest-environment happy-dom
import '#tests/fixtures/silent-console.ts';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { dropSecondClicks } from '#app/ui/second-click.ts';

beforeAll(dropSecondClicks);
afterEach(cleanup);

/** After a click another button is where the first was. */
function Page({ first, then }: { first: string; then: string }) {
  const [clicks, setClicks] = useState<string[]>([]);
  const name = clicks.length === 0 ? first : then;
  return (
    <>
      <button key={clicks.length} type="button" onClick={() => setClicks([...clicks, name])}>
        {name}
      </button>
      <p>{clicks.join(' and ')}</p>
    </>
  );
}

const click = (detail: number) => fireEvent.click(screen.getByRole('button'), { detail });

test('the second click of a double click meets no other button', () => {
  render(<Page first="Delete" then="Delete everything" />);
  click(1);
  click(2);
  expect(screen.getByRole('paragraph').textContent).toBe('Delete');
  click(1);
  expect(screen.getByRole('paragraph').textContent).toBe('Delete and Delete everything');
});

test('a button of the same name is clicked twice', () => {
  render(<Page first="Next" then="Next" />);
  click(1);
  click(2);
  expect(screen.getByRole('paragraph').textContent).toBe('Next and Next');
});
