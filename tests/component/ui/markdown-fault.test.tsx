// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { Markdown } from '#app/ui/markdown.tsx';

vi.mock('markdown-to-jsx', () => ({
  default: ({ children }: { children: string }) => {
    if (children.includes('broken')) throw new Error('cannot draw this');
    return <p>{children}</p>;
  },
}));
afterEach(cleanup);

test('[Z8] a part of a text that cannot be drawn is shown as it was written, and the rest of the page stays', () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  render(
    <>
      <Markdown>{'before\n\nbroken **part**\n\nafter'}</Markdown>
      <button type="button">Continue</button>
    </>,
  );
  for (const text of ['before', 'broken **part**', 'after', 'Continue']) expect(screen.getByText(text)).toBeTruthy();
});
