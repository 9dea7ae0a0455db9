import { Check, ImageOff } from 'lucide-react';
import MarkdownToJsx from 'markdown-to-jsx';
import {
  type ComponentProps,
  createContext,
  Fragment,
  memo,
  type ReactNode,
  useContext,
  useEffect,
  useMemo,
  useState,
} from 'react';
import { isOwnAddress, pictureSize } from '#sync/contract/lesson-pictures.ts';

const FENCE = /^ {0,3}(```|~~~)/;
const LIST_ITEM = /^ {0,3}(?:[-*+]|\d{1,9}[.)])\s/;
/** CommonMark: a bullet, or a number 1, may follow a line of text without a blank line between; the renderer wants one. */
const INTERRUPTS = /^ {0,3}(?:[-*+]|1[.)])\s+\S/;
/** What belongs to the lines before: a continued list, the content of its item, a quotation, a table. */
const MAY_GO_ON = /^(?:\s|[-*+>|]|\d{1,9}[.)]|$)/;
const DEFINITION = /^ {0,3}\[[^\]\n]{1,300}\]:/m;
/** The renderer's time grows with the square of unclosed brackets in one paragraph. */
const BRACKETS_LIMIT = 400;

/**
 * Splits a text into blocks that render independently, so that a change in a long text renders one block again. A text with
 * link definitions (`[name]: address`) stays in one block.
 */
function blocksOf(markdown: string): string[] {
  const text = markdown.replaceAll('\r\n', '\n');
  if (DEFINITION.test(text)) return [letListsInterrupt(text)];
  const blocks: string[][] = [[]];
  let isCode = false;
  let isFree = false;
  for (const line of text.split('\n')) {
    if (isFree && !isCode && !MAY_GO_ON.test(line)) blocks.push([]);
    blocks.at(-1)?.push(line);
    if (FENCE.test(line)) isCode = !isCode;
    isFree = line.trim() === '';
  }
  return blocks.map((lines) => letListsInterrupt(tame(lines.join('\n'))));
}

/** Escapes the brackets of a paragraph that has too many of them. */
function tame(block: string): string {
  const count = block.split('[').length - 1;
  return count > BRACKETS_LIMIT ? block.replace(/(?<!\\)\[/g, '\\[') : block;
}

function letListsInterrupt(markdown: string): string {
  let isCode = false;
  let isList = false;
  return markdown
    .split('\n')
    .flatMap((line, index, lines) => {
      const before = lines[index - 1] ?? '';
      const isSeparate = before.trim() === '' || isList || isCode;
      if (FENCE.test(line)) isCode = !isCode;
      if (line.trim() === '') isList = false;
      if (isCode) return [line];
      const opens = INTERRUPTS.test(line) && !isSeparate;
      if (LIST_ITEM.test(line)) isList = true;
      return opens ? ['', line] : [line];
    })
    .join('\n');
}

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
  if (tries.address === null || !mayLoad(src)) return <LostPicture alt={alt} />;
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

/** The content security policy allows pictures from this server and over https only. */
function mayLoad(address: string): boolean {
  return isOwnAddress(address) || /^https:\/\//i.test(address);
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

/** Lesson text written in Markdown. Raw HTML inside it is shown as text, never run. Headings start at level 2. */
export const Markdown = memo(function Markdown({ children, freshAddress }: MarkdownProps) {
  const blocks = useMemo(() => blocksOf(children), [children]);
  return (
    <FreshAddress value={freshAddress}>
      <div className="prose">
        {blocks.map((block, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a block has nothing else that stays while it is written
          <Block key={place}>{block}</Block>
        ))}
      </div>
    </FreshAddress>
  );
});

const Block = memo(function Block({ children }: { children: string }) {
  return <MarkdownToJsx options={OPTIONS}>{children}</MarkdownToJsx>;
});

const IN_TEXT = 'text-';

const OPTIONS: ComponentProps<typeof MarkdownToJsx>['options'] = {
  disableParsingRawHTML: true,
  forceBlock: true,
  wrapper: Fragment,
  forceWrapper: true,
  // A heading called 'Main' must not get the id of the page's main area.
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
  if (href?.startsWith('#')) return <a href={`#${IN_TEXT}${href.slice(1)}`}>{children}</a>;
  if (!href || !isSafe(href)) return <span>{children}</span>;
  return (
    <a href={href} title={title} rel="noopener noreferrer" target="_blank">
      {children}
    </a>
  );
}

/** A wide table scrolls in its own box, also by the arrow keys. */
function Table({ children }: { children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for controls
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
    <div role="group" aria-label="Table" tabIndex={0} className="overflow-x-auto">
      <table>{children}</table>
    </div>
  );
}

/** A task of a checklist. A disabled checkbox would look broken, so open tasks are plain items. */
function TaskMark({ checked }: { checked?: boolean }) {
  return checked ? <Check role="img" aria-label="Done" className="task-done" /> : null;
}
