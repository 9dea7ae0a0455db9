/**
 * Removes the landing page that stood in landing.html before any script came, once the app has drawn its own in the same
 * place; the link that had the focus keeps it.
 */
export function removeStaticLanding(): void {
  const written = document.getElementById('landing');
  if (!written) return;
  const focused = document.activeElement;
  const address = written.contains(focused) ? focused?.getAttribute('href') : undefined;
  const words = focused?.textContent;
  written.remove();
  if (!address) return;
  const links = document.querySelectorAll<HTMLElement>('#root a');
  [...links].find(({ textContent }) => textContent === words)?.focus({ preventScroll: true });
}
