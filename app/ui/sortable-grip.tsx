import type { DraggableAttributes, DraggableSyntheticListeners } from '@dnd-kit/core';
import { GripVertical } from 'lucide-react';
import { createContext, use } from 'react';

/** What the row around a grip lends it. */
export type GripTie = {
  attributes: DraggableAttributes;
  listeners: DraggableSyntheticListeners;
  ref: (element: HTMLElement | null) => void;
};

export const GripContext = createContext<GripTie | undefined>(undefined);

/** Holds a row of a SortableList: by mouse, by a long press, or by Space and the arrow keys. `label` names the row. */
export function SortableGrip({ label }: { label: string }) {
  const tie = use(GripContext);
  if (!tie) throw new Error('A SortableGrip stands in a row of a SortableList.');
  return (
    <button
      type="button"
      ref={tie.ref}
      {...tie.attributes}
      {...tie.listeners}
      aria-label={`Move ${label}`}
      // A swipe that begins here still scrolls the page; only a long press takes the row up.
      className="inline-flex size-touch shrink-0 cursor-grab touch-manipulation select-none items-center justify-center rounded-md text-ink-soft [-webkit-touch-callout:none] hover:bg-sunken hover:text-ink active:cursor-grabbing aria-disabled:cursor-not-allowed aria-disabled:opacity-55"
    >
      <GripVertical aria-hidden className="size-5" />
    </button>
  );
}
