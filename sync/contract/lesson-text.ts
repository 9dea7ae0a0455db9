// The text of a lesson: Markdown as CommonMark and GFM read it, as a tree of plain data. Whoever draws it, searches it or counts
// its words walks this tree, so that all of them read a text alike.
import MarkdownIt, { type Token } from 'markdown-it';
import footnotes from 'markdown-it-footnote';
import { CHECK_LANG, checkWords } from './check-block.ts';
import { LESSON_BODY_LIMIT } from './lesson.ts';

type BlockTag =
  | 'p'
  | 'hr'
  | 'ul'
  | 'ol'
  | 'li'
  | 'blockquote'
  | 'pre'
  | 'table'
  | 'thead'
  | 'tbody'
  | 'tr'
  | 'th'
  | 'td';
type InlineTag = 'em' | 'strong' | 'del' | 'sup' | 'code' | 'a' | 'img' | 'br';

/** An element of a text. Only these fields reach a screen: a text cannot give an element anything else. */
export type TextElement = {
  tag: BlockTag | InlineTag | `h${1 | 2 | 3 | 4 | 5 | 6}`;
  children: TextNode[];
  /** Of a heading or a footnote; each only once in a text. */
  id?: string;
  /** As written: whether it is safe is for the one who draws it to judge. '#' and an id within the text. */
  href?: string;
  src?: string;
  alt?: string;
  title?: string;
  align?: string;
  /** The first number of a list. */
  start?: number;
  /** The language of a block of code. */
  lang?: string;
  /** An item that is a task, and done. */
  isDone?: boolean;
};
export type TextNode = TextElement | string;

/** Deeper quotations and lists are shown as they are written, as a screen has no room for them. A list counts twice. */
const DEPTH_LIMIT = 24;
/** The same for bold, italic and struck words inside each other. */
const MARKS_DEPTH_LIMIT = 12;
/** A table with more columns and a paragraph with more marks are shown as written: a browser takes seconds to lay them out. */
const COLUMNS_LIMIT = 100;
const MARKS_LIMIT = 5_000;
/** So many definitions are looked for in the rest of the text. */
const DEFINITIONS_LIMIT = 200;

const parser = new MarkdownIt().use(footnotes).disable('footnote_inline');
parser.validateLink = () => true;
parser.block.ruler.before('table', 'too_deep', (state, from, to, isProbe) => {
  if (isProbe || state.level < DEPTH_LIMIT) return false;
  state.push('paragraph_open', 'p', 1);
  const words = state.push('inline', '', 0);
  words.content = state.getLines(from, to, state.blkIndent, false).trim();
  words.children = [];
  state.push('paragraph_close', 'p', -1);
  state.line = to;
  return true;
});
// '[Note]: stop' would define a link called Note, and nobody would see it. A word that is no address, and a name that nothing
// uses, are words.
parser.block.ruler.before('reference', 'words', (state, line, _end, isProbe) => {
  const from = (state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0);
  const text = state.src.slice(from, Math.min(from + 400, state.eMarks[line] ?? 0));
  const [, name] = /^(\[[^\]]{1,300}\]):[ \t]+[^\s/:.#@?%<\\]+[ \t]*$/.exec(text) ?? [];
  const env = state.env as { definitions?: number };
  env.definitions = (env.definitions ?? 0) + Number(name !== undefined);
  if (isProbe || name === undefined || env.definitions > DEFINITIONS_LIMIT || isUsed(state.src, name)) return false;
  state.push('paragraph_open', 'p', 1);
  const words = state.push('inline', '', 0);
  words.content = text.trim();
  words.children = [];
  state.push('paragraph_close', 'p', -1);
  state.line = line + 1;
  return true;
});
// In place of the plugin's own, which takes time with the square of the notes, and loses those that nothing refers to.
parser.core.ruler.at('footnote_tail', (state) => {
  const notes = new Map<string, Token[]>();
  let open: Token[] | undefined;
  const tokens = state.tokens.filter((token) => {
    const isEdge = /^footnote_reference_/.test(token.type);
    if (isEdge) open = token.nesting === 1 ? [] : undefined;
    if (isEdge && open) notes.set(String(token.meta?.label), open);
    else if (!isEdge) open?.push(token);
    return !isEdge && !open;
  });
  const { list = [] } = (state.env.footnotes ?? {}) as { list?: { label: string }[] };
  const labels = new Set([...list.map(({ label }) => label), ...notes.keys()]);
  const items = [...labels].map((label, id) => {
    const item = new state.Token('footnote_open', '', 1);
    item.meta = { id };
    return [item, ...(notes.get(label) ?? []), new state.Token('footnote_close', '', -1)];
  });
  const edges = [
    new state.Token('footnote_block_open', '', 1),
    new state.Token('footnote_block_close', '', -1),
  ] as const;
  state.tokens = items.length > 0 ? [...tokens, edges[0], ...items.flat(), edges[1]] : tokens;
});

function isUsed(text: string, name: string): boolean {
  const all = text.toLowerCase();
  const sought = name.toLowerCase();
  return all.indexOf(sought, all.indexOf(sought) + 1) !== -1;
}

/** The blocks of a text. What is longer than a lesson may be is cut off. */
export function parseText(markdown: string): TextElement[] {
  const text = markdown.slice(0, LESSON_BODY_LIMIT);
  return new Walk(text).read(parser.parse(text, {}));
}

/** A text in its blocks (paragraphs, headings, lists, tables), each as it is written. */
export function blocksOf(markdown: string): string[] {
  const lines = markdown.split(/\r\n?|\n/);
  const starts = parser
    .parse(markdown, {})
    .flatMap(({ level, nesting, map }) => (level === 0 && nesting >= 0 && map ? map[0] : []));
  const from = [...new Set([0, ...starts.slice(1)])].sort((a, b) => a - b);
  return from
    .map((line, at) =>
      lines
        .slice(line, from[at + 1])
        .join('\n')
        .trim(),
    )
    .filter((block) => block !== '');
}

/** Every element of a text, in order. */
export function* elementsOf(nodes: readonly TextNode[]): Generator<TextElement> {
  for (const node of nodes) {
    if (typeof node === 'string') continue;
    yield node;
    yield* elementsOf(node.children);
  }
}

/** How many elements there are. */
export function sizeOf(nodes: readonly TextNode[]): number {
  let size = 0;
  for (const node of nodes) if (typeof node !== 'string') size += 1 + sizeOf(node.children);
  return size;
}

/** The words of a text without its marks: each block ends its line, and the cells of a row have a point between them. */
export function plainText(nodes: readonly TextNode[]): string {
  return nodes
    .map((node) => wordsOf(node))
    .join('')
    .trim();
}

const INLINE = new Set<string>(['em', 'strong', 'del', 'sup', 'code', 'a', 'img', 'th', 'td']);

function wordsOf(node: TextNode, isCode = false): string {
  if (typeof node === 'string') return isCode ? node : node.replaceAll('\n', ' ');
  if (node.tag === 'code' && node.lang === CHECK_LANG) return checkWords(String(node.children[0] ?? ''));
  if (node.tag === 'tr') return `${node.children.map((cell) => wordsOf(cell).trim()).join(' · ')}\n`;
  const words =
    node.tag === 'img'
      ? (node.alt ?? '')
      : node.children.map((child) => wordsOf(child, isCode || node.tag === 'pre')).join('');
  return INLINE.has(node.tag) ? words : `${words.replace(/\n$/, '')}\n`;
}

/** The name of a heading in a link: its letters and digits of any script in lower case, with '-' for spaces. */
export function slugOf(heading: string): string {
  const words = heading.normalize('NFC').toLowerCase().trim();
  return words.replace(/[^\p{L}\p{M}\p{N}\s_-]/gu, '').replace(/\s/g, '-');
}

const BLOCKS: Record<string, TextElement['tag']> = {
  paragraph_open: 'p',
  blockquote_open: 'blockquote',
  bullet_list_open: 'ul',
  ordered_list_open: 'ol',
  list_item_open: 'li',
  hr: 'hr',
  table_open: 'table',
  thead_open: 'thead',
  tbody_open: 'tbody',
  tr_open: 'tr',
  th_open: 'th',
  td_open: 'td',
  footnote_block_open: 'ol',
  footnote_open: 'li',
};
const MARKS: Record<string, TextElement['tag']> = { em_open: 'em', strong_open: 'strong', s_open: 'del' };

/** Turns the parser's flat list of tokens into a tree. */
class Walk {
  /** How many headings have each name. */
  private readonly names = new Map<string, number>();
  private readonly text: string;
  private lines: string[] | undefined;
  constructor(text: string) {
    this.text = text;
  }

  read(tokens: readonly Token[]): TextElement[] {
    const root: TextElement = { tag: 'blockquote', children: [] };
    const open = [root];
    for (let at = 0; at < tokens.length; at += 1) {
      const token = tokens[at] as Token;
      const parent = open.at(-1) ?? root;
      if (token.type === 'inline') {
        this.readInline(token, parent);
        readTask(parent, open.at(-2));
      } else if (token.nesting === -1) open.pop();
      else if (token.type === 'table_open' && columnsAt(tokens, at) > COLUMNS_LIMIT) {
        parent.children.push({ tag: 'pre', children: [this.asWritten(token)] });
        while (tokens[at]?.type !== 'table_close') at += 1;
      } else {
        const element = blockOf(token);
        if (element) parent.children.push(element);
        if (token.nesting === 1) open.push(element ?? parent);
      }
    }
    return root.children.filter((node) => typeof node !== 'string');
  }

  private readInline({ content, children }: Token, block: TextElement): void {
    const nodes = inlineOf(children ?? []);
    for (const node of sizeOf(nodes) > MARKS_LIMIT ? [content] : nodes) add(node, block);
    if (!/^h\d$/.test(block.tag)) return;
    const name = slugOf(plainText(block.children)) || 'section';
    const count = this.names.get(name) ?? 0;
    this.names.set(name, count + 1);
    // 'steps-1' may also be a heading of its own.
    block.id = count === 0 ? name : `${name}-${count}`;
    this.names.set(block.id, this.names.get(block.id) ?? 1);
  }

  private asWritten({ map }: Token): string {
    this.lines ??= this.text.split(/\r\n?|\n/);
    return this.lines.slice(map?.[0], map?.[1]).join('\n');
  }
}

function columnsAt(tokens: readonly Token[], table: number): number {
  let columns = 0;
  for (let at = table; tokens[at] && tokens[at]?.type !== 'tr_close'; at += 1)
    columns += Number(tokens[at]?.type === 'th_open');
  return columns;
}

/** The element that a token opens; undefined for the paragraph of a tight item, and for what is no element. */
function blockOf(token: Token): TextElement | undefined {
  if (token.hidden) return undefined;
  if (token.type === 'heading_open') return { tag: token.tag as TextElement['tag'], children: [] };
  if (token.type === 'fence' || token.type === 'code_block') {
    const [lang] = /^[\w+#.-]+/.exec(token.info.trim()) ?? [];
    return { tag: 'pre', children: [{ tag: 'code', children: [token.content], ...(lang && { lang }) }] };
  }
  const tag = BLOCKS[token.type];
  if (!tag) return undefined;
  const [, align] = /^text-align:(left|center|right)$/.exec(attribute(token, 'style')) ?? [];
  const start = token.attrGet('start');
  return {
    tag,
    children: [],
    ...(align && { align }),
    ...(start !== null && { start: Number(start) }),
    ...(token.type === 'footnote_open' && { id: noteId(token) }),
  };
}

/** No heading has a name with a colon. */
const noteId = ({ meta }: Token) => `note:${Number(meta?.id) + 1}`;

function inlineOf(tokens: readonly Token[]): TextNode[] {
  const root: TextElement = { tag: 'p', children: [] };
  const open = [root];
  let link: TextElement | undefined;
  for (const token of tokens) {
    const parent = open.at(-1) ?? root;
    if (token.type === 'text' && !link) for (const node of withLinks(token.content)) add(node, parent);
    else if (token.nesting === 0) add(leafOf(token), parent);
    else if (token.nesting === -1) {
      if (open.pop() === link) link = undefined;
    } else if (token.type === 'link_open') {
      link = { tag: 'a', children: [], href: attribute(token, 'href'), ...titleOf(token) };
      parent.children.push(link);
      open.push(link);
    } else {
      const tag = open.length <= MARKS_DEPTH_LIMIT ? MARKS[token.type] : undefined;
      const element: TextElement | undefined = tag ? { tag, children: [] } : undefined;
      if (element) parent.children.push(element);
      open.push(element ?? parent);
    }
  }
  return root.children;
}

/** Words beside words are one node. */
function add(node: TextNode, { children }: TextElement): void {
  const last = children.length - 1;
  const before = children[last];
  if (typeof node === 'string' && typeof before === 'string') children[last] = before + node;
  else children.push(node);
}

const attribute = (token: Token, name: string) => String(token.attrGet(name) ?? '');

function titleOf(token: Token): { title?: string } {
  const title = attribute(token, 'title');
  return title ? { title } : {};
}

function leafOf(token: Token): TextNode {
  switch (token.type) {
    case 'softbreak':
      return '\n';
    case 'hardbreak':
      return { tag: 'br', children: [] };
    case 'code_inline':
      return { tag: 'code', children: [token.content] };
    case 'image':
      return {
        tag: 'img',
        children: [],
        src: attribute(token, 'src'),
        alt: plainText(inlineOf(token.children ?? [])),
        ...titleOf(token),
      };
    case 'footnote_ref':
      return {
        tag: 'sup',
        children: [{ tag: 'a', children: [String(Number(token.meta?.id) + 1)], href: `#${noteId(token)}` }],
      };
    default:
      return token.content;
  }
}

/** An item that begins with '[ ]' or '[x]'. */
function readTask(block: TextElement, around: TextElement | undefined): void {
  const item = block.tag === 'li' ? block : around;
  const [first] = block.children;
  if (item?.tag !== 'li' || typeof first !== 'string' || (item !== block && item.children[0] !== block)) return;
  const [mark, sign] = /^\[([ xX])\]\s+/.exec(first) ?? [];
  if (mark === undefined) return;
  block.children[0] = first.slice(mark.length);
  item.isDone = sign !== ' ';
}

/** A bare address, as GFM takes it: up to a space; addresses of people too. Each begins where no word goes on. */
const BARE = /(?<![\p{L}\p{N}_/@.+-])(?:(?:https?:\/\/|www\.)[^\s<>]+|[\w.+-]+@[a-z\d-]+(?:\.[a-z\d-]+)+)/giu;
/** What ends the sentence around an address, in the writing of any script. */
const AFTER_ADDRESS = new Set('?!.,:;*_~\'"”’»、。，！？；：）」』،؛؟');

function withLinks(text: string): TextNode[] {
  if (!/:\/\/|www\.|@/i.test(text)) return [text];
  const nodes: TextNode[] = [];
  let end = 0;
  for (const { 0: found, index } of text.matchAll(BARE)) {
    const address = found.slice(0, lengthOfAddress(found));
    const isPerson = !/^(?:https?:\/\/|www\.)/i.test(address);
    if (!isPerson && !/^(?:https?:\/\/|www\.)[\p{L}\p{N}[]/iu.test(address)) continue;
    const scheme = isPerson ? 'mailto:' : /^www/i.test(address) ? 'http://' : '';
    nodes.push(text.slice(end, index), { tag: 'a', children: [address], href: `${scheme}${address}` });
    end = index + address.length;
  }
  return [...nodes, text.slice(end)].filter((node) => node !== '');
}

/** Without the marks of the sentence at its end, and without a bracket that was opened before it. */
function lengthOfAddress(found: string): number {
  let surplus = 0;
  for (const letter of found) surplus += letter === ')' ? 1 : letter === '(' ? -1 : 0;
  let length = found.length;
  for (; length > 0; length -= 1) {
    const last = found.charAt(length - 1);
    if (last === ')' && surplus > 0) surplus -= 1;
    else if (!AFTER_ADDRESS.has(last)) break;
  }
  return length;
}
