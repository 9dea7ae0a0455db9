import type { MouseEvent, ReactNode } from 'react';
import { usePageMark } from './page-mark.ts';

/** For `onClickCapture`: drops the second half of a double tap, which would press what has just taken the place of the first. */
export function byOneTap(event: MouseEvent): void {
  if (event.detail < 2) return;
  event.preventDefault();
  event.stopPropagation();
}

/**
 * The one main action of a page, at the bottom of the screen, where the thumb is. The last child of a column that fills the
 * page. `className` hides it where the action stands elsewhere.
 */
export function ActionBar({ children, className = '' }: { children: ReactNode; className?: string }) {
  return (
    <div
      {...usePageMark('bottom-bar')}
      onClickCapture={byOneTap}
      className={`z-20 order-last -mx-4 mt-auto flex flex-col gap-2 border-line border-t bg-surface px-4 pt-3 pb-[max(0.75rem,var(--safe-bottom))] md:mx-0 md:bg-canvas md:px-0 [@media(height>=30rem)]:sticky [@media(height>=30rem)]:bottom-0 [@media(height>=30rem)]:in-data-has-upload-note:bottom-20 ${className}`}
    >
      {children}
    </div>
  );
}
