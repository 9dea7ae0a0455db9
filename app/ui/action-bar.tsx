import type { MouseEvent, ReactNode } from 'react';
import { useBottomBar } from './bottom-bar.ts';

const DOUBLE_TAP = { ms: 300, px: 40 };
let lastTouch: PointerEvent | undefined;
let isSecondTouch = false;

// Not every browser counts the taps of a touch screen in `detail`, as it does the clicks of a mouse.
globalThis.window?.addEventListener(
  'pointerdown',
  (event) => {
    const touch = event.pointerType === 'touch' ? event : undefined;
    isSecondTouch =
      touch !== undefined &&
      lastTouch !== undefined &&
      touch.timeStamp - lastTouch.timeStamp < DOUBLE_TAP.ms &&
      Math.hypot(touch.clientX - lastTouch.clientX, touch.clientY - lastTouch.clientY) < DOUBLE_TAP.px;
    lastTouch = touch;
  },
  true,
);

/** For `onClickCapture`: drops the second half of a double tap, which would press what has just taken the place of the first. */
export function byOneTap(event: MouseEvent): void {
  // 0 is a key.
  if (event.detail < (isSecondTouch ? 1 : 2)) return;
  event.preventDefault();
  event.stopPropagation();
}

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
    '[@media(height>=30rem)]:sticky [@media(height>=30rem)]:bottom-0 [@media(height>=30rem)]:in-data-has-upload-note:bottom-20';
  return (
    <div
      {...useBottomBar()}
      onClickCapture={byOneTap}
      className={`z-20 order-last -mx-4 mt-auto flex flex-col gap-2 border-line border-t bg-surface px-4 pt-3 pb-[max(0.75rem,var(--safe-bottom))] md:mx-0 md:bg-canvas md:px-0 ${isAtEnd ? '' : sticky} ${className}`}
    >
      {children}
    </div>
  );
}
