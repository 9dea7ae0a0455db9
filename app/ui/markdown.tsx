import { Check } from 'lucide-react';
import MarkdownToJsx from 'markdown-to-jsx';
import type { ReactNode } from 'react';

/** Lesson text written in Markdown. Raw HTML inside it is shown as text, never run. Headings start at level 2. */
export function Markdown({ children }: { children: string }) {
  return (
    <MarkdownToJsx
      options={{
        disableParsingRawHTML: true,
        forceBlock: true,
        wrapper: 'div',
        forceWrapper: true,
        overrides: {
          h1: { component: 'h2' },
          a: { props: { rel: 'noopener noreferrer', target: '_blank' } },
          input: { component: TaskMark },
          table: { component: Table },
          pre: { props: { tabIndex: 0 } },
        },
      }}
      className="prose"
    >
      {letListsInterrupt(children)}
    </MarkdownToJsx>
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
  return checked ? <Check role="img" aria-label="Done" className="mr-1.5 inline size-5 text-complete-text" /> : null;
}

const FENCE = /^ {0,3}(```|~~~)/;
const LIST_ITEM = /^ {0,3}(?:[-*+]|\d{1,9}[.)])\s/;
/** CommonMark: a bullet, or a number 1, may follow a line of text without a blank line between; the renderer wants one. */
const INTERRUPTS = /^ {0,3}(?:[-*+]|1[.)])\s+\S/;

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
