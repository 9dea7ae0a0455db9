import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { usePageMark } from '../ui/page-mark.ts';

const SLOT = 'page-bar';

/** The place in the header of the finger's frame that a page may fill, in place of the product's name. */
export function PageBarSlot() {
  return <div id={SLOT} className="hidden min-w-0 flex-1 items-center paged:flex" />;
}

/** A page's own part of the header in the finger's frame, where the header has a place for it. */
export function PageBar({ children }: { children: ReactNode }) {
  const slot = document.getElementById(SLOT);
  usePageMark('page-bar', slot !== null);
  return slot && createPortal(children, slot);
}
