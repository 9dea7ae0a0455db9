// Pictures in a lesson's Markdown that no device keeps; apart from the rules of our own ones, which every learner loads.
import { isOwnAddress } from '#sync/contract/lesson-pictures.ts';

const FENCE = /^ {0,3}(```+|~~~+)/;
const INLINE_CODE = /`[^`\n]*`/g;
// Bounded: an endless text of brackets must not be searched from each of them to its end.
const INLINE = /!\[[^\]]{0,500}\]\(\s{0,9}<?([^\s)>]{1,2000})/g;
const REFERRED = /!\[([^\]]{0,500})\](?!\()(?:\[([^\]]{0,500})\])?/g;
const DEFINITION = /^ {0,3}\[([^\]]{1,500})\]:\s{0,9}<?([^\s>]{1,2000})/gm;

/**
 * Addresses of pictures in a text that lie on other servers or inside the text itself, each once: none of them works
 * without a network. What stands in code is text.
 */
export function picturesElsewhere(markdown: string): string[] {
  const text = withoutCode(markdown);
  const defined = new Map([...text.matchAll(DEFINITION)].map(([, name = '', address = '']) => [key(name), address]));
  const inline = [...text.matchAll(INLINE)].map(([, address = '']) => address);
  const referred = [...text.matchAll(REFERRED)].flatMap(([, alt = '', name]) => defined.get(key(name || alt)) ?? []);
  return [...new Set([...inline, ...referred].filter((address) => !isOwnAddress(address)))];
}

function withoutCode(markdown: string): string {
  let fence: string | undefined;
  const lines = markdown.split('\n').filter((line) => {
    const [, mark] = FENCE.exec(line) ?? [];
    const isInside = fence !== undefined;
    if (!isInside) fence = mark;
    else if (fence !== undefined && mark?.startsWith(fence)) fence = undefined;
    return !isInside && mark === undefined;
  });
  return lines.join('\n').replace(INLINE_CODE, '');
}

const key = (name: string) => name.trim().toLowerCase();
