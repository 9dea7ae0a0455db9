// @vitest-environment happy-dom
import '#tests/fixtures/silent-console.ts';
import { act, cleanup, render } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { tolerateTranslators } from '#app/ui/translators.ts';

beforeAll(tolerateTranslators);
afterEach(cleanup);

type Way = 'copied' | 'moved';

/** Puts two fonts in the place of every text, as translators do: with a text of their own, or around the page's. */
function translate(root: Node, way: Way): void {
  for (const child of [...root.childNodes]) {
    if (child.nodeType !== Node.TEXT_NODE) {
      if (child.nodeName !== 'FONT') translate(child, way);
      continue;
    }
    const outer = document.createElement('font');
    const inner = outer.appendChild(document.createElement('font'));
    child.replaceWith(outer);
    inner.append(way === 'moved' ? child : document.createTextNode(child.textContent ?? ''));
  }
}

function Quiz({ answered, note, isOpen = true }: { answered: number; note?: string; isOpen?: boolean }) {
  return (
    <p>
      {note}
      {isOpen && 'Open: '}
      {answered} of {3} answered
      {isOpen ? <b>now</b> : 'closed'}
    </p>
  );
}

/** Draws both and lets a translator at the page after each. */
function drawn(way: Way, ...stages: Parameters<typeof Quiz>[0][]): string {
  const { container, rerender } = render(<i />);
  for (const stage of stages) {
    act(() => rerender(<Quiz {...stage} />));
    translate(container, way);
  }
  return container.textContent ?? '';
}

describe.each(['copied', 'moved'] as const)('a page whose texts a translator has %s', (way) => {
  test('shows a changed number once', () => {
    expect(drawn(way, { answered: 0 }, { answered: 1 }, { answered: 3 })).toBe('Open: 3 of 3 answerednow');
  });

  test('loses the texts that go, and keeps the order of those that come', () => {
    expect(drawn(way, { answered: 0, note: 'Late. ' }, { answered: 0, isOpen: false })).toBe('0 of 3 answeredclosed');
    expect(drawn(way, { answered: 0, isOpen: false }, { answered: 0, note: 'Late. ' })).toBe(
      'Late. Open: 0 of 3 answerednow',
    );
  });

  test('can be taken away', () => {
    const { container, unmount } = render(<Quiz answered={1} note="Late. " />);
    translate(container, way);
    unmount();
    expect(container.textContent).toBe('');
  });
});
