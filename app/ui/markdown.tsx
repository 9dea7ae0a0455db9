import { Check } from 'lucide-react';
import MarkdownToJsx from 'markdown-to-jsx';
import { type ComponentProps, Fragment, memo, type ReactNode, useMemo } from 'react';
import { blocksOf } from './markdown-blocks.ts';
import { FreshAddress, MarkdownPicture } from './markdown-picture.tsx';

type MarkdownProps = {
  children: string;
  /** Where else a picture may be had that could not be loaded; null for nowhere. */
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
  // A heading called 'Main' must not be taken for the page's own.
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

/** True for an address that leads somewhere and runs nothing. */
function isSafe(href: string): boolean {
  try {
    return SAFE_SCHEMES.includes(new URL(href, 'https://here.invalid').protocol);
  } catch {
    return false;
  }
}

type TextLinkProps = { href?: string | null; title?: string; children?: ReactNode };

function TextLink({ href, title, children }: TextLinkProps) {
  if (href?.startsWith('#')) return <a href={`#${IN_TEXT}${href.slice(1)}`}>{children}</a>;
  if (!href || !isSafe(href)) return <span>{children}</span>;
  return (
    <a href={href} title={title} rel="noopener noreferrer" target="_blank">
      {children}
    </a>
  );
}

/** A wide table moves inside its own box, also by the arrow keys. */
function Table({ children }: { children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for controls
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
    <div role="group" aria-label="Table" tabIndex={0} className="overflow-x-auto">
      <table>{children}</table>
    </div>
  );
}

/** A task of a check list. A box that cannot be ticked would only look broken: open tasks are plain points. */
function TaskMark({ checked }: { checked?: boolean }) {
  return checked ? <Check role="img" aria-label="Done" className="task-done" /> : null;
}
