// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { Markdown } from '#app/ui/markdown.tsx';
import { PictureHosts } from '#app/ui/picture-hosts.ts';
import { processorMs } from '#tests/fixtures/processor-time.ts';

afterEach(cleanup);

const deepest = (element: Element): number => 1 + Math.max(0, ...[...element.children].map(deepest));

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

  test('a table of three columns knows its third heading, for the rows of a phone; others scroll', () => {
    const table = (...columns: string[]) =>
      `| ${columns.join(' | ')} |\n${'|---'.repeat(columns.length)}|\n${'| x '.repeat(columns.length)}|\n`;
    const { container } = render(
      <Markdown>{`${table('Rating', 'Means', '**Must** add')}\n${table('A', 'B')}`}</Markdown>,
    );
    const [three, two] = container.querySelectorAll<HTMLElement>('[role=group]');
    expect(three?.style.getPropertyValue('--third')).toBe('"Must add: "');
    expect(two?.className).not.toContain('three-columns');
  });

  test('code keeps its lines, and a year at the start of a line is no list', () => {
    const { container } = render(
      <Markdown>{'Run\n\n```\nfirst\n- second\n```\n\nBuilt in\n1985. Then sold.'}</Markdown>,
    );
    expect(container.querySelector('pre')?.textContent).toContain('first\n- second');
    expect(screen.queryAllByRole('listitem')).toEqual([]);
  });

  test('a fence of the other kind is a line of code', () => {
    const { container } = render(<Markdown>{'```\n~~~\n\nfirst\n- second\n```\n\nAfter\n- it'}</Markdown>);
    expect(container.querySelector('pre')?.textContent).toBe('~~~\n\nfirst\n- second\n');
    expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual(['it']);
  });

  test('a link leads to the heading or footnote that it names', () => {
    const { container } = render(
      <Markdown>{'# Main\n\nSee [above](#main) and the rule[^1].\n\n[^1]: Part 12.'}</Markdown>,
    );
    const places = screen.getAllByRole('link').map((link) => link.getAttribute('href')?.slice(1) ?? '');
    const texts = places.map((id) => container.querySelector(`[id="${id}"]`)?.textContent);
    expect(texts).toEqual(['Main', expect.stringContaining('Part 12.')]);
    expect(container.querySelector('#main')).toBeNull();
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

  test.each([
    '[x](javascript:alert(1))',
    '[x](JaVaScRiPt:alert(2))',
    '[x](java\tscript:alert(3))',
    '[x](<javascript:alert(4)>)',
    '[x](javascript&#58;alert(5))',
    '[x](&#106;avascript:alert(6))',
    '[x](%6Aavascript:alert(7))',
    '[x](data:text/html;base64,PHNjcmlwdD4=)',
    '[x](vbscript:msgbox)',
    '[x](file:///etc/passwd)',
    '<javascript:alert(8)>',
    '[x][y]\n\n[y]: javascript:alert(9)',
    '[x](\u0001javascript:alert(10))',
  ])('[Z8] a link that would run code leads nowhere: %s', (markdown) => {
    const { container } = render(<Markdown>{markdown}</Markdown>);
    for (const { href, protocol } of container.querySelectorAll('a')) expect([protocol, href]).toContain('http:');
  });

  test.each([
    '![x](x" onerror="window.hacked = true)',
    '![x](/media/a "t" onerror="window.hacked = true")',
    '![x](javascript:alert(1))',
    '![x](data:image/svg+xml;base64,PHN2Zz4=)',
    '<svg onload=alert(1)>',
    '[![x](/media/a)](javascript:alert(1))',
  ])('[Z8] nothing in a picture runs: %s', (markdown) => {
    const { container } = render(<Markdown>{markdown}</Markdown>);
    for (const element of container.querySelectorAll('*')) {
      for (const { name, value } of element.attributes) {
        expect(name).not.toMatch(/^on/);
        expect(`${name}=${value}`).not.toMatch(/^(src|href)=(data|http|javascript):/i);
      }
    }
  });

  test.each([
    ['a style', 'style="position:fixed;inset:0;background:red"'],
    ['classes', 'class="fixed inset-0 z-50"'],
    ['the id of a part of the page', 'id=main'],
    ['HTML for React', 'dangerouslySetInnerHTML=x'],
    ['a handler', 'onClick="alert(1)" onmouseover=alert(2)'],
    ['elements', 'title=<b>x</b>'],
  ])('[Z8] a fence of code gives its element no attributes: %s', (_, info) => {
    const { container } = render(<Markdown>{`before\n\n\`\`\`js ${info}\ncode\n\`\`\`\n\nafter`}</Markdown>);
    const code = container.querySelector('code');
    expect(code?.textContent?.trim()).toBe('code');
    expect([...(code?.attributes ?? [])].map(({ name, value }) => `${name}=${value}`)).toEqual(['class=lang-js']);
    expect(screen.getByText('after')).toBeTruthy();
  });

  test('[Z8] a picture from elsewhere is loaded only from allowed hosts, and is else a link that names its host', () => {
    const text =
      '![Roof](https://cdn.example/a.png) ![Door](https://tracker.example/p.gif) ![Old](http://cdn.example/b.png)';
    render(
      <PictureHosts value={['cdn.example']}>
        <Markdown>{`${text} [![Sign](https://tracker.example/s.png)](https://other.example)`}</Markdown>
      </PictureHosts>,
    );
    expect(screen.getAllByRole('img').map((picture) => picture.getAttribute('src'))).toEqual([
      'https://cdn.example/a.png',
    ]);
    const links = screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);
    expect(links).toEqual([
      ['Door (tracker.example)', 'https://tracker.example/p.gif'],
      ['Old (cdn.example)', 'http://cdn.example/b.png'],
      ['Sign (tracker.example)', 'https://other.example'],
    ]);
  });

  test.each([
    ['quotations', `${'> '.repeat(10_000)}the end`],
    ['lists', `${'- '.repeat(10_000)}the end`],
    ['both', `${'> 1. '.repeat(10_000)}the end`],
    ['indented lists', Array.from({ length: 600 }, (_, n) => `${' '.repeat(2 * n)}- the end`).join('\n')],
  ])('[Z8] %s ten thousand deep are drawn a few levels deep, with their text', (_, markdown) => {
    const began = processorMs();
    const { container } = render(<Markdown>{markdown}</Markdown>);
    expect(container.textContent).toContain('the end');
    expect(deepest(container)).toBeLessThan(60);
    expect(processorMs() - began).toBeLessThan(5_000);
  });

  test('[Z8] a text of 10 MB is cut where a lesson must end, and says so', () => {
    const began = processorMs();
    render(<Markdown>{'Ten words of a text that goes on and on.\n\n'.repeat(240_000)}</Markdown>);
    expect(screen.getByText('The rest of this text is too long to be shown.')).toBeTruthy();
    expect(processorMs() - began).toBeLessThan(20_000);
  });

  test('[Z8] a picture comes when it is near, in a place that is kept free, and never wider than the text', () => {
    render(<Markdown>{'![A roof](/media/abc#800x600)'}</Markdown>);
    const picture = screen.getByRole('img', { name: 'A roof' });
    expect(picture.getAttribute('loading')).toBe('lazy');
    expect([picture.getAttribute('width'), picture.getAttribute('height')]).toEqual(['800', '600']);
  });

  test('[Z8] a picture that cannot be had is told in its words, and comes with the network', async () => {
    render(<Markdown>{'![A roof](/media/abc)'}</Markdown>);
    fireEvent.error(screen.getByRole('img', { name: 'A roof' }));
    expect(screen.queryByRole('img')).toBeNull();
    expect(screen.getByText('A roof')).toBeTruthy();
    fireEvent(window, new Event('online'));
    expect(await screen.findByRole('img', { name: 'A roof' })).toBeTruthy();
  });

  test('[Z8] a picture that needs a ticket asks for one, once', async () => {
    const asked: string[] = [];
    const ticketed = async (address: string) => {
      asked.push(address);
      return `${address}?token=t`;
    };
    render(<Markdown freshAddress={ticketed}>{'![A roof](/media/abc)'}</Markdown>);
    fireEvent.error(screen.getByRole('img', { name: 'A roof' }));
    const fresh = await screen.findByRole('img', { name: 'A roof' });
    expect(fresh.getAttribute('src')).toBe('/media/abc?token=t');
    fireEvent.error(fresh);
    expect(await screen.findByText('A roof')).toBeTruthy();
    expect(asked).toEqual(['/media/abc']);
  });

  test('[Z8] a long text in pieces reads like one: lists, quotations and code stay whole', () => {
    const { container } = render(
      <Markdown>
        {'# One\n\ntext\n\n- a\n\n- b\n\n  still b\n\n```\ncode\n\nmore\n```\n\nEnd\n\n> said\n>\n> more'}
      </Markdown>,
    );
    expect(container.querySelectorAll('ul')).toHaveLength(1);
    expect(container.querySelectorAll('li')).toHaveLength(2);
    expect(container.querySelector('pre')?.textContent).toContain('code\n\nmore');
    expect(container.querySelectorAll('blockquote')).toHaveLength(1);
    expect([...container.querySelectorAll('.prose > *')].map(({ tagName }) => tagName)).toEqual([
      'H2',
      'P',
      'UL',
      'PRE',
      'P',
      'BLOCKQUOTE',
    ]);
  });

  test('[Z8] what is far down a very long text comes a moment later, and nothing of it is lost', async () => {
    const rows = Array.from({ length: 3_000 }, (_, row) => `| row ${row} | ${row} |`).join('\n');
    const { container } = render(
      <Markdown>{`> - ${'a\n> - '.repeat(3_000)}\n\n| a | b |\n|---|---|\n${rows}`}</Markdown>,
    );
    expect(container.querySelectorAll('*').length).toBeLessThan(4_000);
    await waitFor(() => expect(container.querySelectorAll('tbody tr')).toHaveLength(3_000), { timeout: 20_000 });
    expect(container.querySelectorAll('li')).toHaveLength(3_001);
    expect(container.querySelectorAll('thead').length).toBe(container.querySelectorAll('table').length);
  });

  test('[Z8] a list of many items goes on with its numbers', async () => {
    const { container } = render(<Markdown>{'1. a\n'.repeat(2_000)}</Markdown>);
    await waitFor(() => expect(container.querySelectorAll('li')).toHaveLength(2_000), { timeout: 20_000 });
    expect([...container.querySelectorAll('ol')].map(({ start }) => start)).toEqual([1, 1501]);
  });

  test('[Z8] a paragraph of thousands of marks and a table of thousands of columns are shown as written', () => {
    const { container } = render(
      <Markdown>{`${'*a* '.repeat(6_000)}\n\n${'a|'.repeat(20_000)}\n${'-|'.repeat(20_000)}`}</Markdown>,
    );
    expect(container.querySelectorAll('*').length).toBeLessThan(20);
    expect(container.textContent).toContain('*a* *a*');
    expect(container.textContent).toContain('a|a|a');
  });

  test('each block has the direction of its words, and a list the side of its marks', () => {
    const { container } = render(
      <Markdown>
        {'اقرأ هذا النص قبل العمل (مهم)!\n\n- واحد\n- two\n\n1. one\n\n   اثنان\n\n| اسم |\n|---|\n| x |\n\n# اسم'}
      </Markdown>,
    );
    const directions = (selector: string) =>
      [...container.querySelectorAll<HTMLElement>(selector)].map(({ dir }) => dir);
    expect(directions('.prose > p, th, td, h2, ol p')).toEqual(['auto', 'auto', 'auto', 'auto', 'auto', 'auto']);
    expect(directions('ul, ol')).toEqual(['rtl', 'ltr']);
    expect(directions('li')).toEqual(['rtl', 'ltr', 'ltr']);
    expect(directions('[role=group]')).toEqual(['rtl']);
  });

  test('a link leads to a heading in any script', () => {
    const { container } = render(<Markdown>{'[Mục lục](#đường-ống)\n\n## Đường ống\n\n## Đường ống'}</Markdown>);
    const id = decodeURIComponent(container.querySelector('a')?.getAttribute('href')?.slice(1) ?? '');
    expect([...container.querySelectorAll('h2')].map((heading) => heading.id)).toEqual([id, `${id}-1`]);
    expect(id).toBe('in-text-đường-ống');
  });
});
