import { Check, ImageOff } from 'lucide-react';
import MarkdownToJsx from 'markdown-to-jsx';
import {
  Children,
  type ComponentProps,
  createContext,
  createElement,
  Fragment,
  isValidElement,
  memo,
  type ReactNode,
  useContext,
  useEffect,
  useMemo,
  useState,
} from 'react';
import { LESSON_BODY_LIMIT } from '#sync/contract/lesson.ts';
import { hostElsewhere, isOwnAddress, pictureSize } from '#sync/contract/lesson-pictures.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { blocksOf } from './markdown-blocks.ts';
import { useAllowedPicture } from './picture-hosts.ts';

/** Another address for a picture that could not be loaded; null for none. */
const FreshAddress = createContext<((address: string) => Promise<string | null>) | undefined>(undefined);

/** A picture in a text. Its space is reserved if its size is known; its description is shown if it cannot be loaded. */
function MarkdownPicture({ src: named, alt = '', title }: { src?: string | null; alt?: string; title?: string }) {
  const src = named ?? '';
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
  const label = `${alt || 'Picture'} (${host})`;
  return isInLink ? <span>{label}</span> : <TextLink href={address}>{label}</TextLink>;
}

function LostPicture({ alt }: { alt: string }) {
  return (
    <span className="inline-flex max-w-full items-center gap-2 rounded-md border border-line bg-sunken px-3 py-2 text-ink-soft text-sm">
      <ImageOff aria-hidden className="size-5 shrink-0" />
      <span className="min-w-0">{alt || 'A picture that cannot be shown here'}</span>
    </span>
  );
}

type MarkdownProps = {
  children: string;
  /** Another address for a picture that could not be loaded; null for none. */
  freshAddress?: ((address: string) => Promise<string | null>) | undefined;
};

/**
 * Lesson text written in Markdown: only the elements and attributes of `render` are drawn, and HTML inside it is shown as
 * text. A block that cannot be drawn is shown as it was written. Headings start at level 2.
 */
export const Markdown = memo(function Markdown({ children, freshAddress }: MarkdownProps) {
  const blocks = useMemo(() => blocksOf(children), [children]);
  return (
    <FreshAddress value={freshAddress}>
      <div className="prose">
        {blocks.map((block, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a block has nothing else that stays while it is written
          <Block key={place}>{block}</Block>
        ))}
        {children.length > LESSON_BODY_LIMIT && <p>The rest of this text is too long to be shown.</p>}
      </div>
    </FreshAddress>
  );
});

const Block = memo(function Block({ children }: { children: string }) {
  return (
    <ErrorBoundary place={children} fallback={<p className="whitespace-pre-wrap">{children}</p>}>
      <MarkdownToJsx options={OPTIONS}>{children}</MarkdownToJsx>
    </ErrorBoundary>
  );
});

/** Begins the ids in a text: a heading called 'Main' must not get the id of the page's main area. */
const IN_TEXT = 'in-text-';

/** The elements that a text may have, with the attributes besides `key` that each may carry. */
const ELEMENTS: Record<string, readonly string[]> = {
  ...Object.fromEntries('p br hr em strong del mark sup ul li thead tbody tr'.split(' ').map((name) => [name, []])),
  ...Object.fromEntries(['h2', 'h3', 'h4', 'h5', 'h6', 'div'].map((name) => [name, ['id']])),
  blockquote: ['className'],
  header: [],
  footer: [],
  span: [],
  pre: ['tabIndex'],
  code: ['className'],
  ol: ['start'],
  th: ['style'],
  td: ['style'],
};

/** Values that the renderer itself writes; a text can write others for the same attribute. */
const VALUES: Record<string, (value: unknown) => boolean> = {
  className: (value) => typeof value === 'string' && /^(lang-|markdown-alert-)[\w+#.-]+$/.test(value),
  style: (value) => JSON.stringify(value).match(/^\{"textAlign":"(left|center|right)"\}$/) !== null,
};

type CreateElement = NonNullable<NonNullable<ComponentProps<typeof MarkdownToJsx>['options']>['createElement']>;

/** Draws what is on the list and leaves out the rest. Our own components take only the attributes that they name. */
const render: CreateElement = (tag, props, ...children) => {
  if (typeof tag !== 'string') return createElement(tag, props, ...children);
  const allowed = Object.hasOwn(ELEMENTS, tag) ? ELEMENTS[tag] : undefined;
  const kept = Object.entries(props ?? {}).filter(([name, value]) => {
    return name === 'key' || (allowed?.includes(name) && value !== undefined && (VALUES[name]?.(value) ?? true));
  });
  return createElement(allowed ? tag : Fragment, Object.fromEntries(kept), ...children);
};

const OPTIONS: ComponentProps<typeof MarkdownToJsx>['options'] = {
  disableParsingRawHTML: true,
  createElement: render,
  forceBlock: true,
  wrapper: Fragment,
  forceWrapper: true,
  slugify: (text, slugify) => `${IN_TEXT}${slugify(text)}`,
  overrides: {
    h1: { component: 'h2' },
    a: { component: TextLink },
    img: { component: MarkdownPicture },
    input: { component: TaskMark },
    table: { component: Table },
    pre: { props: { tabIndex: 0 } },
  },
};

const SAFE_SCHEMES = ['http:', 'https:', 'mailto:', 'tel:'];

/** True for an address that runs no script. */
function isSafe(href: string): boolean {
  try {
    return SAFE_SCHEMES.includes(new URL(href, 'https://here.invalid').protocol);
  } catch {
    return false;
  }
}

function TextLink({ href, title, children }: { href?: string | null; title?: string; children?: ReactNode }) {
  // The renderer's own links to footnotes lead to an id already.
  if (href?.startsWith('#')) return <a href={`#${IN_TEXT}${href.slice(1).replace(IN_TEXT, '')}`}>{children}</a>;
  if (!href || !isSafe(href)) return <span>{children}</span>;
  return (
    <a href={href} title={title} rel="noopener noreferrer" target="_blank">
      <InLink value={true}>{children}</InLink>
    </a>
  );
}

type WithChildren = { children?: ReactNode };
const childrenOf = (node: ReactNode): ReactNode[] =>
  isValidElement<WithChildren>(node) ? Children.toArray(node.props.children) : [];
const textOf = (node: ReactNode): string =>
  isValidElement(node) ? childrenOf(node).map(textOf).join('') : String(node ?? '');

/** A wide table scrolls in its own box, also by the arrow keys. One of three columns is a list of rows on a phone. */
function Table({ children }: WithChildren) {
  const [head] = Children.toArray(children);
  const [row] = childrenOf(head);
  const [, , third, ...more] = childrenOf(row).map((cell) => textOf(cell).trim());
  const asRows = third && more.length === 0;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for controls
    <div
      role="group"
      aria-label="Table"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
      tabIndex={0}
      className={asRows ? 'three-columns overflow-x-auto' : 'overflow-x-auto'}
      style={
        asRows ? { ['--third' as string]: JSON.stringify(/[?:]$/.test(third) ? `${third} ` : `${third}: `) } : undefined
      }
    >
      <table>{children}</table>
    </div>
  );
}

/** A task of a checklist. A disabled checkbox would look broken, so open tasks are plain items. */
function TaskMark({ checked }: { checked?: boolean }) {
  return checked ? <Check role="img" aria-label="Done" className="task-done" /> : null;
}
