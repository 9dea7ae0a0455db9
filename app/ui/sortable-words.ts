import type { Announcements, ScreenReaderInstructions, UniqueIdentifier } from '@dnd-kit/core';

export const instructions: ScreenReaderInstructions = {
  draggable:
    'To move this row, press Space or Enter. While it is held, the arrow keys move it up and down; Space or Enter puts it down, and Escape takes it back.',
};

/** What is read out while a row is dragged: its name and its position, both asked for at that moment. */
export function announcementsFor(
  nameOf: (id: UniqueIdentifier) => string,
  placeOf: (id: UniqueIdentifier) => string,
): Announcements {
  // Taking a row up counts as being over itself: that is no news.
  let last: UniqueIdentifier | undefined;
  return {
    onDragStart: ({ active }) => {
      last = active.id;
      return `${nameOf(active.id)} is picked up, at ${placeOf(active.id)}.`;
    },
    onDragOver: ({ active, over }) => {
      if (!over || over.id === last) return undefined;
      last = over.id;
      return `${nameOf(active.id)} is now at ${placeOf(over.id)}.`;
    },
    onDragEnd: ({ active, over }) => `${nameOf(active.id)} is put down at ${placeOf(over?.id ?? active.id)}.`,
    onDragCancel: ({ active }) => `Moving is cancelled. ${nameOf(active.id)} stays at ${placeOf(active.id)}.`,
  };
}
