import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Check, ImageOff } from 'lucide-react';
import {
  createContext,
  createElement,
  memo,
  type ReactNode,
  Suspense,
  startTransition,
  useContext,
  useEffect,
  useMemo,
  useState,
} from 'react';
import { CHECK_LANG } from '#sync/contract/check-block.ts';
import { LESSON_BODY_LIMIT } from '#sync/contract/lesson.ts';
import { hostElsewhere, isOwnAddress, pictureSize } from '#sync/contract/lesson-pictures.ts';
import { parseText, plainText, sizeOf, slugOf, type TextElement, type TextNode } from '#sync/contract/lesson-text.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { lazyPart } from './lazy-part.ts';
import { useAllowedPicture } from './picture-hosts.ts';

const CheckBlock = lazyPart(
  () => import('./check-card.tsx').then((file) => file.CheckBlock),
  ({ source }) => <pre dir="auto">{source}</pre>,
);

/** Another address for a picture that could not be loaded; null for none. */
const FreshAddress = createContext<((address: string) => Promise<string | null>) | undefined>(undefined);

/** A picture in a text. Its space is reserved if its size is known; its description is shown if it cannot be loaded. */
function MarkdownPicture({ src = '', alt = '', title }: Pick<TextElement, 'src' | 'alt' | 'title'>) {
  const fresh = useContext(FreshAddress);
  const [tries, setTries] = useState<{ address: string | null; count: number }>({ address: src, count: 0 });
  const isLost = tries.address === null;
  useEffect(() => {
    if (!isLost) return;
    const again = () => setTries(({ count }) => ({ address: src, count: count + 1 }));
    window.addEventListener('online', again);
    return () => window.removeEventListener('online', again);
  }, [isLost, src]);

  const onError = () => {
    setTries(({ count }) => ({ address: null, count: count + 1 }));
    if (tries.count > 0 || !isOwnAddress(src)) return;
    void fresh?.(src).then(
      (address) => address && setTries(({ count }) => ({ address, count })),
      () => undefined,
    );
  };
  const isAllowed = useAllowedPicture(src) !== undefined;
  if (!isAllowed) return <PictureElsewhere address={src} alt={alt} />;
  if (tries.address === null) return <LostPicture alt={alt} />;
  const size = pictureSize(src);
  return (
    <img
      key={tries.count}
      src={tries.address}
      alt={alt}
      title={title}
      loading="lazy"
      decoding="async"
      {...size}
      onError={onError}
    />
  );
}

/** True inside a link, which can hold no other one. */
const InLink = createContext(false);

/** A picture that this installation does not load: a link that says where it leads. */
function PictureElsewhere({ address, alt }: { address: string; alt: string }) {
  const host = hostElsewhere(address);
  const isInLink = useContext(InLink);
  if (!host) return <LostPicture alt={alt} />;
  const label = `${alt || t`Picture`} (${host})`;
  return isInLink ? <span>{label}</span> : <TextLink href={address}>{label}</TextLink>;
}

function LostPicture({ alt }: { alt: string }) {
  return (
    <span className="inline-flex max-w-full items-center gap-2 rounded-md border border-line bg-sunken px-3 py-2 text-ink-soft text-sm">
      <ImageOff aria-hidden className="size-5 shrink-0" />
      <span className="min-w-0">{alt || t`A picture that cannot be shown here`}</span>
    </span>
  );
}

type MarkdownProps = {
  children: string;
  /** Another address for a picture that could not be loaded; null for none. */
  freshAddress?: ((address: string) => Promise<string | null>) | undefined;
};

/** Makes boxes of open tasks: the ticked ones by their words, and what a tick does. */
export const Ticks = createContext<{ ticked: readonly string[]; toggle: (words: string) => void } | undefined>(
  undefined,
);

function Task({ node }: { node: TextElement }) {
  const ticks = useContext(Ticks);
  const children = drawnAll(node.children);
  if (!ticks) return children;
  const words = plainText([node]);
  return (
    <label className="flex min-h-touch cursor-pointer items-center gap-3">
      <input type="checkbox" checked={ticks.ticked.includes(words)} onChange={() => ticks.toggle(words)} />
      <span className="min-w-0">{children}</span>
    </label>
  );
}

/** Lesson text in Markdown, its headings from level 2. No HTML of a text is an element; what cannot be drawn is shown as text. */
export const Markdown = memo(function Markdown({ children, freshAddress }: MarkdownProps) {
  return (
    <FreshAddress value={freshAddress}>
      <div className="prose">
        <ErrorBoundary place={children} fallback={<p className="whitespace-pre-wrap">{children}</p>}>
          <Blocks>{children}</Blocks>
        </ErrorBoundary>
        {children.length > LESSON_BODY_LIMIT && (
          <p>
            <Trans>The rest of this text is too long to be shown.</Trans>
          </p>
        )}
      </div>
    </FreshAddress>
  );
});

/** As many elements are drawn in one task of the browser. */
const ELEMENTS_AT_ONCE = 2_000;

/** The blocks of a text; those far down a very long one come a moment later. */
function Blocks({ children }: { children: string }) {
  const blocks = useMemo(() => inParts(parseText(children)), [children]);
  const [limit, setLimit] = useState(ELEMENTS_AT_ONCE);
  const drawn = useMemo(() => blocksWithin(blocks, limit), [blocks, limit]);
  const isWhole = drawn === blocks.length;
  useEffect(() => {
    if (isWhole) return;
    const timer = setTimeout(() => startTransition(() => setLimit(limit + ELEMENTS_AT_ONCE)));
    return () => clearTimeout(timer);
  }, [isWhole, limit]);
  // biome-ignore lint/suspicious/noArrayIndexKey: a block has nothing else that stays while it is written
  return blocks.slice(0, drawn).map((block, place) => <Block key={place} node={block} />);
}

function blocksWithin(blocks: readonly TextNode[], limit: number): number {
  let elements = 0;
  const end = blocks.findIndex((block) => {
    elements += sizeOf([block]);
    return elements > limit;
  });
  // One block at least: it has at most a few thousand elements.
  return end === -1 ? blocks.length : Math.max(1, end);
}

/** Lists, quotations and tables of more elements are drawn in parts of about this size. */
const PART_SIZE = 1_500;

/** The blocks in parts that a browser draws quickly, each of a table with its head; what has no parts is shown as words. */
function inParts(blocks: readonly TextNode[]): TextNode[] {
  return blocks.flatMap((block) => {
    if (typeof block === 'string' || sizeOf([block]) <= PART_SIZE) return [block];
    const [head, body] = block.children;
    if (block.tag === 'table' && head && typeof body === 'object') {
      return groupsOf(body.children).map((rows) => ({ ...block, children: [head, { ...body, children: rows }] }));
    }
    if (!['ul', 'ol', 'blockquote'].includes(block.tag)) {
      return sizeOf([block]) > 4 * PART_SIZE ? [{ tag: block.tag, children: [plainText([block])] }] : [block];
    }
    let start = block.start ?? 1;
    return groupsOf(inParts(block.children)).map((children) => {
      const part = { ...block, children, ...(block.tag === 'ol' && { start }) };
      start += children.length;
      return part;
    });
  });
}

/** One after the other, in groups of about the size of a part. */
function groupsOf(nodes: readonly TextNode[]): TextNode[][] {
  const groups: TextNode[][] = [];
  let size = PART_SIZE;
  for (const node of nodes) {
    if (size >= PART_SIZE) {
      groups.push([]);
      size = 0;
    }
    groups.at(-1)?.push(node);
    size += sizeOf([node]);
  }
  return groups;
}

/** While a text is written, only what has changed is drawn again. */
const Block = memo(
  function Block({ node }: { node: TextNode }) {
    return drawn(node, 0);
  },
  (before, now) => JSON.stringify(before.node) === JSON.stringify(now.node),
);

/** Begins the ids in a text: a heading called 'Main' must not get the id of the page's main area. */
const IN_TEXT = 'in-text-';

const drawnAll = (nodes: readonly TextNode[]): ReactNode[] => nodes.map(drawn);

/** Whatever a text says, an element gets only the attributes that stand here. */
function drawn(node: TextNode, key: number): ReactNode {
  if (typeof node === 'string') return node;
  const { tag, children, id, align } = node;
  switch (tag) {
    case 'hr':
    case 'br':
      return createElement(tag, { key });
    case 'img':
      return <MarkdownPicture key={key} src={node.src} alt={node.alt} title={node.title} />;
    case 'a':
      return (
        <TextLink key={key} href={node.href} title={node.title}>
          {drawnAll(children)}
        </TextLink>
      );
    case 'table':
      return <Table key={key} node={node} />;
    case 'pre': {
      const [code] = elementsIn(node);
      if (code?.lang === CHECK_LANG)
        return (
          <Suspense key={key} fallback={<div className="min-h-40" />}>
            <CheckBlock source={String(code.children[0] ?? '')} />
          </Suspense>
        );
      return createElement(tag, { key, tabIndex: 0, dir: 'auto' }, drawnAll(children));
    }
    case 'code':
      return createElement(tag, { key, className: node.lang && `lang-${node.lang}` }, drawnAll(children));
    case 'ul':
    case 'ol':
      return createElement(
        tag,
        { key, start: node.start === 1 ? undefined : node.start, dir: directionOf(node) },
        drawnAll(children),
      );
    case 'li':
      return (
        <li key={key} id={id && IN_TEXT + id} dir={directionOf(node)}>
          {node.isDone && <Check role="img" aria-label={t`Done`} className="task-done" />}
          {node.isDone === false ? <Task node={node} /> : drawnAll(children)}
        </li>
      );
    case 'th':
    case 'td':
      return createElement(tag, { key, dir: 'auto', style: align && { textAlign: align } }, drawnAll(children));
    case 'p':
      return createElement(tag, { key, dir: 'auto' }, drawnAll(children));
    case 'h1':
      return createElement('h2', { key, dir: 'auto', id: IN_TEXT + id }, drawnAll(children));
    case 'h2':
    case 'h3':
    case 'h4':
    case 'h5':
    case 'h6':
      return createElement(tag, { key, dir: 'auto', id: IN_TEXT + id }, drawnAll(children));
    default:
      return createElement(tag, { key }, drawnAll(children));
  }
}

/** `dir="auto"` passes over what has a direction of its own, as the paragraphs of an item have; a list has its marks beside it. */
function directionOf(node: TextElement): 'rtl' | 'ltr' | undefined {
  const [letter] = /\p{L}/u.exec(plainText([node])) ?? [];
  if (letter === undefined) return undefined;
  return /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u.test(letter)
    ? 'rtl'
    : 'ltr';
}

const SAFE_SCHEMES = ['http:', 'https:', 'mailto:', 'tel:'];

/** True for an address that runs no script. */
function isSafe(href: string): boolean {
  try {
    return SAFE_SCHEMES.includes(new URL(href, 'https://here.invalid').protocol);
  } catch {
    return false;
  }
}

function TextLink({
  href = '',
  title,
  children,
}: {
  href?: string | undefined;
  title?: string | undefined;
  children: ReactNode;
}) {
  if (href.startsWith('#')) return <a href={`#${IN_TEXT}${idNamed(href.slice(1))}`}>{children}</a>;
  if (!isSafe(href)) return <span>{children}</span>;
  return (
    <a href={href} title={title} rel="noopener noreferrer" target="_blank">
      <InLink value={true}>{children}</InLink>
    </a>
  );
}

/** The id in the text that a link names, as it is given to headings. */
function idNamed(fragment: string): string {
  if (fragment.startsWith('note:')) return fragment;
  try {
    return slugOf(decodeURIComponent(fragment));
  } catch {
    return slugOf(fragment);
  }
}

/** A wide table scrolls in its own box, also by the arrow keys. One of three columns is a list of rows on a phone. */
function Table({ node }: { node: TextElement }) {
  const [row] = elementsIn(node.children[0]);
  const cells = elementsIn(row);
  const third = cells.length === 3 ? plainText(cells.slice(2)) : '';
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for controls
    <div
      role="group"
      aria-label={t`Table`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
      tabIndex={0}
      dir={directionOf(node)}
      className={third ? 'three-columns overflow-x-auto' : 'overflow-x-auto'}
      style={
        third ? { ['--third' as string]: JSON.stringify(/[?:]$/.test(third) ? `${third} ` : `${third}: `) } : undefined
      }
    >
      <table>{drawnAll(node.children)}</table>
    </div>
  );
}

const elementsIn = (node: TextNode | undefined) =>
  typeof node === 'object' ? node.children.filter((child) => typeof child === 'object') : [];
