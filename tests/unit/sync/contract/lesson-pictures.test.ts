import { describe, expect, test } from 'vitest';
import { picturesElsewhere } from '#app/admin/outline/external-pictures.ts';
import {
  isAllowedPicture,
  isOwnAddress,
  pictureMarkdown,
  pictureSize,
  picturesIn,
} from '#sync/contract/lesson-pictures.ts';
import { elementsOf, parseText } from '#sync/contract/lesson-text.ts';
import { processorMs } from '#tests/fixtures/processor-time.ts';

describe('the pictures of a lesson text', () => {
  test('[Z8] are found once each, in order, without their size', () => {
    const body = [
      'See ![a roof](/media/aaa-1#640x480) and ![a roof again](/media/aaa-1).',
      '![by reference][door]',
      '![with a title](/media/ccc "The cellar")',
      '',
      '[door]: /media/bbb#10x10',
    ].join('\n');
    expect(picturesIn(body)).toEqual(['/media/aaa-1', '/media/ccc', '/media/bbb']);
  });

  test.each([
    '![a](/media/x)',
    '![a](</media/x>)',
    '![a](\n/media/x\n"t")',
    '![a][b]\n\n> [b]: /media/x',
    '![a][b]\n\n[b]:\n/media/x',
    '![a][b]\n\n[b]:/media/x',
    '- [![a](/media/x#1x2)](https://other.example)',
  ])('[Z8] are found however they are written: %j', (body) => {
    const drawn = [...elementsOf(parseText(body))].flatMap(({ src }) => src?.split('#')[0] ?? []);
    expect(drawn).toEqual(['/media/x']);
    expect(picturesIn(body)).toEqual(drawn);
  });

  test('[Z8] are only those of this server: no captions, no other host, no path traversal', () => {
    const body =
      '![a](https://other.example/media/x) ![b](//other.example/media/x) ![c](/media/../api) ![d](/media/x/captions.vtt) ![e](/media/)';
    expect(picturesIn(body)).toEqual([]);
    expect(picturesElsewhere(body)).toEqual(['https://other.example/media/x', '//other.example/media/x']);
  });

  test('[Z8] inlined in the text count as external', () => {
    expect(picturesElsewhere('![x](data:image/png;base64,AAAA) ![y](/media/y) [z](https://link.example)')).toEqual([
      'data:image/png;base64,AAAA',
    ]);
  });

  test('[Z8, Z10] external ones are told from code, links and our own, also by reference', () => {
    const there = 'https://other.example/a.png';
    const nothing = [
      `\`![a](${there})\``,
      `~~~\n![a](${there})\n~~~`,
      `[a](${there})`,
      '![a](/media/one)',
      `![a][b]\n\n[c]: ${there}`,
    ];
    for (const text of nothing) expect(picturesElsewhere(text), text).toEqual([]);
    const pictures = [
      `![a](<${there}> "A roof")`,
      `![](${there})`,
      `![a][b]\n\n[B]: ${there} 'A roof'`,
      `![b][]\n\n[b]: ${there}`,
      `![b]\n\n[b]: <${there}>`,
      `\`\`\`\ncode\n\`\`\`\n![a](${there}) ![again](${there})`,
    ];
    for (const text of pictures) expect(picturesElsewhere(text), text).toEqual([there]);
  });

  test.each(['//other.example', '/\\other.example', '/\t/other.example', '/a\n', 'https://other.example/', 'a', ''])(
    'an address is no own one if a browser may go elsewhere by it: %j',
    (address) => {
      expect(isOwnAddress(address)).toBe(false);
      expect(isAllowedPicture(address, ['cdn.example'])).toBe(false);
    },
  );

  test('a picture becomes Markdown with its size, and is found again', () => {
    const markdown = pictureMarkdown({ url: '/media/abc', alt: ' A [broken]\n tile\\', width: 800, height: 600 });
    expect(markdown).toBe('![A (broken) tile/](/media/abc#800x600)');
    expect(picturesIn(markdown)).toEqual(['/media/abc']);
    expect(pictureSize('/media/abc#800x600')).toEqual({ width: 800, height: 600 });
    expect(pictureSize('/media/abc#0x600')).toBeUndefined();
    expect(pictureSize('/media/abc')).toBeUndefined();
  });

  test('a hostile text of full length is parsed quickly', () => {
    const began = processorMs();
    for (const part of ['![', '](', '[a]: ', '![a](', '`']) {
      const body = part.repeat(200_000 / part.length);
      picturesIn(body);
      picturesElsewhere(body);
    }
    expect(processorMs() - began).toBeLessThan(3_000);
  });
});
