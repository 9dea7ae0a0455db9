import * as Radix from '@radix-ui/react-dialog';
import { type ReactNode, useState } from 'react';
import { leaveEscapeToFocus, takesEscape } from './escape.ts';

type PopoverProps = {
  /** The button that opens it; must forward its props. */
  trigger: ReactNode;
  /** Its accessible name. */
  title: string;
  /** Where it stands, and its width. */
  className: string;
  /** `close` is for what leads elsewhere. */
  children: (close: () => void) => ReactNode;
};

/** A box below its button. The page beside it stays in reach: a press there, or Escape, closes it. */
export function Popover({ trigger, title, className, children }: PopoverProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Radix.Root modal={false} open={isOpen} onOpenChange={setOpen}>
      <div className="relative">
        <Radix.Trigger asChild>{trigger}</Radix.Trigger>
        <Radix.Content
          aria-describedby={undefined}
          onEscapeKeyDown={leaveEscapeToFocus}
          onKeyDown={(event) => takesEscape(event) && setOpen(false)}
          // The list of a field inside it is drawn elsewhere, and so is a question.
          onInteractOutside={(event) => {
            if (
              event.target instanceof Element &&
              event.target.closest('[data-radix-popper-content-wrapper], [role=dialog]')
            )
              event.preventDefault();
          }}
          className={`absolute top-full z-40 mt-2 animate-rise rounded-lg border border-line bg-surface shadow-high ${className}`}
        >
          <Radix.Title className="sr-only">{title}</Radix.Title>
          {children(() => setOpen(false))}
        </Radix.Content>
      </div>
    </Radix.Root>
  );
}
