declare global {
  interface Window {
    /** Written into index.html, because it is needed above all where no file of the app has arrived. */
    loadAgain?: () => Promise<void>;
  }
}

/** Loads this page past every cache: a wrong or damaged file would be found again by a mere reload. */
export function loadAgain(): void {
  if (window.loadAgain) void window.loadAgain();
  else location.reload();
}
