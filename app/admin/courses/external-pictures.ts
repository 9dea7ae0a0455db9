// Pictures in a lesson's Markdown that lie on other people's servers: a device never keeps them.

const FENCE = /^ {0,3}(```+|~~~+)/;
const INLINE_CODE = /`[^`\n]*`/g;
// Bounded: an endless text of brackets must not be searched from each of them to its end.
const INLINE = /!\[[^\]]{0,500}\]\(\s{0,9}<?([^\s)>]{1,2000})/g;
const REFERRED = /!\[([^\]]{0,500})\](?!\()(?:\[([^\]]{0,500})\])?/g;
const DEFINITION = /^ {0,3}\[([^\]]{1,500})\]:\s{0,9}<?([^\s>]{1,2000})/gm;

/** The addresses of the pictures in a Markdown text that are not of this server, each once; what stands in code is text. */
export function externalPictures(markdown: string): string[] {
  const text = withoutCode(markdown);
  const defined = new Map([...text.matchAll(DEFINITION)].map(([, name = '', address = '']) => [key(name), address]));
  const inline = [...text.matchAll(INLINE)].map(([, address = '']) => address);
  const referred = [...text.matchAll(REFERRED)].map(([, alt = '', name]) => defined.get(key(name || alt)) ?? '');
  return [...new Set([...inline, ...referred].filter(isElsewhere))];
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

/** An address with a server of its own, '//' too; a picture written into the text has none. */
const isElsewhere = (address: string) => /^(?:https?:)?\/\//i.test(address);
