// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { Markdown } from '#app/ui/markdown.tsx';

vi.mock('#sync/contract/lesson-text.ts', () => ({
  parseText: () => {
    throw new Error('cannot read this');
  },
}));
afterEach(cleanup);

test('[Z8] a text that cannot be drawn is shown as it was written, and the rest of the page stays', () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  render(
    <>
      <Markdown>{'broken **part**'}</Markdown>
      <button type="button">Continue</button>
    </>,
  );
  for (const text of ['broken **part**', 'Continue']) expect(screen.getByText(text)).toBeTruthy();
});
