// @vitest-environment happy-dom

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { usePageMark } from '#app/ui/page-mark.ts';

afterEach(cleanup);

function Bar({ isThere = true }: { isThere?: boolean }) {
  return <p {...usePageMark('bottom-bar', isThere)}>bar</p>;
}
const isMarked = () => document.documentElement.hasAttribute('data-has-bottom-bar');

test('the page knows of a part as long as there is one', () => {
  expect(isMarked()).toBe(false);
  const { rerender } = render(
    <>
      <Bar />
      <Bar key="second" />
    </>,
  );
  expect([isMarked(), screen.getAllByText('bar')[0]?.dataset.pageMark]).toEqual([true, 'bottom-bar']);
  rerender(<Bar />);
  expect(isMarked()).toBe(true);
  rerender(<Bar isThere={false} />);
  expect([isMarked(), screen.getByText('bar').dataset.pageMark]).toEqual([false, undefined]);
  rerender(<Bar />);
  expect(isMarked()).toBe(true);
  cleanup();
  expect(isMarked()).toBe(false);
});

test('[Y7] no style looks for what the page contains: each change would be judged for the whole page', () => {
  const files = readdirSync('app', { recursive: true, encoding: 'utf8' }).filter((name) => /\.(tsx?|css)$/.test(name));
  expect(files.length).toBeGreaterThan(100);
  const looking = files.filter((name) => /(html|body|:root):has\(/.test(withoutComments(name)));
  expect(looking).toEqual([]);
});

const withoutComments = (name: string) => readFileSync(join('app', name), 'utf8').replace(/\/\*.*?\*\//gs, '');
