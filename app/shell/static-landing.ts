/**
 * Removes the landing page that stood in landing.html before any script came, once the app has drawn its own in the same
 * place; the link that had the focus keeps it.
 */
export function removeStaticLanding(): void {
  const written = document.getElementById('landing');
  if (!written) return;
  const focused = written.querySelector('a:focus')?.textContent;
  written.remove();
  if (!focused) return;
  const links = [...document.querySelectorAll<HTMLElement>('#root a')];
  links.find(({ textContent }) => textContent === focused)?.focus({ preventScroll: true });
}
