import { memo, type RefObject, useMemo } from 'react';
import { pictureWithTicket } from '../../api/picture-ticket.ts';
import { counted } from '../../learn/messages.ts';
import { Markdown } from '../../ui/markdown.tsx';
import { picturesElsewhere } from '../frame/external-pictures.ts';

type PreviewProps = { text: string; frame: RefObject<HTMLElement | null> };

/** The text as a learner reads it, with what its author must know about its pictures. */
export const Preview = memo(function Preview({ text, frame }: PreviewProps) {
  const elsewhere = useMemo(() => picturesElsewhere(text), [text]);
  return (
    <section
      ref={frame}
      aria-label="Preview"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
      tabIndex={0}
      className="min-h-0 grow overflow-y-auto rounded-lg border border-line bg-surface p-4 shadow-low sm:p-6"
    >
      {elsewhere.length > 0 && <PicturesElsewhere addresses={elsewhere} />}
      {text.trim() === '' ? (
        <p className="text-ink-soft">What learners read appears here.</p>
      ) : (
        <Markdown freshAddress={pictureWithTicket}>{text}</Markdown>
      )}
    </section>
  );
});

function PicturesElsewhere({ addresses }: { addresses: string[] }) {
  const isOne = addresses.length === 1;
  return (
    <div role="note" className="mb-4 rounded-md bg-danger-soft p-3 text-danger-text text-sm">
      <p className="font-semibold">{counted(addresses.length, 'picture')} from elsewhere</p>
      <p className="mt-1">
        {isOne ? 'It is' : 'They are'} missing without a network, and pictures over http or written into the text are
        never shown. Add {isOne ? 'it' : 'them'} with the Picture button instead.
      </p>
      <ul className="mt-1 list-disc pl-5">
        {addresses.slice(0, 5).map((address) => (
          <li key={address} className="break-all">
            {address.slice(0, 120)}
          </li>
        ))}
      </ul>
    </div>
  );
}
