import type { ReactNode } from 'react';
import { useBottomBar } from './bottom-bar.ts';

type ActionBarProps = {
  children: ReactNode;
  /** Hides it where the action stands elsewhere. */
  className?: string;
  /** It is reached by reading to the end, and in view only there. */
  isAtEnd?: boolean;
};

/** The one main action of a page, where the thumb is; the last child of a column that fills the page. */
export function ActionBar({ children, className = '', isAtEnd = false }: ActionBarProps) {
  const sticky =
    '[@media(height>=30rem)]:sticky [@media(height>=30rem)]:bottom-0 [@media(height>=30rem)]:in-data-has-upload-note:bottom-20 low:sticky low:bottom-0';
  return (
    <div
      {...useBottomBar()}
      data-one-tap
      className={`z-20 order-last -mx-4 mt-auto flex flex-col gap-2 border-line border-t bg-surface px-4 pt-3 pb-[max(0.75rem,var(--safe-bottom))] md:mx-0 md:px-0 hand:bleed hand:md:py-4 desk:bg-canvas low:flex-row low:items-center low:py-2! low:*:flex-1 ${isAtEnd ? '' : sticky} ${className}`}
    >
      {children}
    </div>
  );
}
