import MarkdownToJsx from 'markdown-to-jsx';

/** Lesson text written in Markdown. Raw HTML inside it is shown as text, never run. Headings start at level 2. */
export function Markdown({ children }: { children: string }) {
  return (
    <MarkdownToJsx
      options={{
        disableParsingRawHTML: true,
        forceBlock: true,
        wrapper: 'div',
        forceWrapper: true,
        overrides: { h1: 'h2', h2: 'h3', h3: 'h4', a: { props: { rel: 'noopener noreferrer', target: '_blank' } } },
      }}
      className="prose"
    >
      {children}
    </MarkdownToJsx>
  );
}
