// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { Markdown } from '#app/ui/markdown.tsx';

afterEach(cleanup);

describe('a lesson text', () => {
  test('a list may follow its sentence without a blank line', () => {
    render(
      <Markdown>
        {'Refer when one answer is yes:\n1. Is it unsafe?\n2. Is it hidden?\n\nBring:\n- a lamp\n- a ladder'}
      </Markdown>,
    );
    expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      'Is it unsafe?',
      'Is it hidden?',
      'a lamp',
      'a ladder',
    ]);
    expect(screen.getByText('Refer when one answer is yes:')).toBeTruthy();
  });

  test('code keeps its lines, and a year at the start of a line is no list', () => {
    const { container } = render(
      <Markdown>{'Run\n\n```\nfirst\n- second\n```\n\nBuilt in\n1985. Then sold.'}</Markdown>,
    );
    expect(container.querySelector('pre')?.textContent).toContain('first\n- second');
    expect(screen.queryAllByRole('listitem')).toEqual([]);
  });

  test('a check list has no boxes that cannot be ticked', () => {
    render(<Markdown>{'- [ ] Door count\n- [x] Heating'}</Markdown>);
    expect(screen.queryByRole('checkbox')).toBeNull();
    expect(screen.getAllByRole('listitem').map((item) => item.textContent?.trim())).toEqual(['Door count', 'Heating']);
    expect(screen.getByRole('img', { name: 'Done' })).toBeTruthy();
  });

  test('headings begin at level 2, because the page has its own first one', () => {
    render(<Markdown>{'# Ladders\n\ntext'}</Markdown>);
    expect(screen.getByRole('heading', { level: 2, name: 'Ladders' })).toBeTruthy();
  });

  test.each([
    ['a script', '<script>window.hacked = true</script>'],
    ['a handler', '<img src=x onerror="window.hacked = true">'],
    ['a frame', '<iframe src="https://evil.example"></iframe>'],
  ])('%s in the text is text', (_, markdown) => {
    const { container } = render(<Markdown>{markdown}</Markdown>);
    expect(container.querySelector('script, img, iframe')).toBeNull();
    expect(container.textContent).toContain(markdown.slice(1, 6));
  });

  test('a link that would run code leads nowhere', () => {
    const { container } = render(<Markdown>{'[tap](javascript:alert(1)) [and](JaVaScRiPt:alert(2))'}</Markdown>);
    for (const link of container.querySelectorAll('a')) expect(link.getAttribute('href') ?? '').not.toMatch(/script/i);
  });
});
