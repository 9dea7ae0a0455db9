// What lies behind the lock goes on existing, and cannot be seen, heard, read out or reached (Y30).

const LOCKED_TITLE = 'Locked · Groundwork';
/** What pages and open dialogs listen for at the document: a dialog would take a touch beside itself as a wish to close. */
const UNHEARD = ['keydown', 'keyup', 'pointerdown', 'focusin', 'focusout', 'wheel', 'touchmove'];

const pauseAll = () => {
  for (const media of document.querySelectorAll<HTMLMediaElement>('video, audio')) media.pause();
};

/** Puts the dialog over everything, whatever else is open; returns the way to take it off. */
export function coverPage(screen: HTMLDialogElement): () => void {
  const uncovered = new AbortController();
  const { signal } = uncovered;
  for (const type of UNHEARD) document.body.addEventListener(type, (event) => event.stopPropagation(), { signal });
  // A key of the headset or the lock screen of the system.
  document.addEventListener('play', pauseAll, { signal, capture: true });
  pauseAll();
  if (document.fullscreenElement) void document.exitFullscreen().catch(() => undefined);
  if (document.pictureInPictureElement) void document.exitPictureInPicture().catch(() => undefined);
  const title = document.title;
  document.title = LOCKED_TITLE;
  document.documentElement.dataset.locked = '';
  screen.showModal();
  return () => {
    delete document.documentElement.dataset.locked;
    // Before the listeners go: closing gives the focus back to where it was.
    screen.close();
    uncovered.abort();
    if (document.title === LOCKED_TITLE) document.title = title;
  };
}
