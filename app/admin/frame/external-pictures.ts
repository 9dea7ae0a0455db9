// Pictures in a lesson's Markdown that cannot be downloaded.
import { hostElsewhere, isAllowedPicture, isOwnAddress } from '#sync/contract/lesson-pictures.ts';
import { fenceAfter } from '../../ui/markdown-blocks.ts';

const INLINE_CODE = /`[^`\n]*`/g;
// Bounded, so that a long text of brackets is not searched to its end from each of them.
const INLINE = /!\[[^\]]{0,500}\]\(\s{0,9}<?([^\s)>]{1,2000})/g;
const REFERRED = /!\[([^\]]{0,500})\](?!\()(?:\[([^\]]{0,500})\])?/g;
const DEFINITION = /^ {0,3}\[([^\]]{1,500})\]:\s{0,9}<?([^\s>]{1,2000})/gm;

/**
 * The addresses of pictures on other servers or inlined in the text, without duplicates; none of them works offline.
 * Code is skipped.
 */
export function picturesElsewhere(markdown: string): string[] {
  const text = withoutCode(markdown);
  const defined = new Map([...text.matchAll(DEFINITION)].map(([, name = '', address = '']) => [key(name), address]));
  const inline = [...text.matchAll(INLINE)].map(([, address = '']) => address);
  const referred = [...text.matchAll(REFERRED)].flatMap(([, alt = '', name]) => defined.get(key(name || alt)) ?? []);
  return [...new Set([...inline, ...referred].filter((address) => !isOwnAddress(address)))];
}

/** The hosts of pictures that learners see as links, because the installation does not allow them. */
export function hostsNotShown(markdown: string, allowed: readonly string[]): string[] {
  const refused = picturesElsewhere(markdown).filter((address) => !isAllowedPicture(address, allowed));
  return [...new Set(refused.flatMap((address) => hostElsewhere(address) ?? []))];
}

function withoutCode(markdown: string): string {
  let fence: string | undefined;
  const lines = markdown.split('\n').filter((line) => {
    const before = fence;
    fence = fenceAfter(line, fence);
    return !before && !fence;
  });
  return lines.join('\n').replace(INLINE_CODE, '');
}

const key = (name: string) => name.trim().toLowerCase();
