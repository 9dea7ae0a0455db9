// The keys of administration: how one is drawn, and what it does in a list.

export const CTRL = navigator.platform.startsWith('Mac') ? '⌘' : 'Ctrl';

export const Key = ({ children }: { children: string }) => (
  <kbd className="rounded-sm bg-sunken px-1.5 py-0.5 font-medium font-sans text-ink-soft text-xs">{children}</kbd>
);

/** What a key belongs to before it belongs to a list. */
const LAYERS = 'dialog[open], [role="dialog"], [role="menu"]';
const TYPED = 'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable="true"]';

/** Whether a key was pressed on the page itself: not in a field, a dialog or a menu, and by nobody else's leave. */
export const isPagesOwn = ({ target, defaultPrevented, isComposing }: KeyboardEvent): boolean =>
  !defaultPrevented &&
  !isComposing &&
  !document.querySelector(LAYERS) &&
  !(target instanceof Element && target.closest(TYPED));

/**
 * In a table j and k move the focus from row to row and not out of it, and on a page with lists of its own (`data-list`) through all of
 * these; Enter opens, and x selects.
 */
export function pressListKey(key: string): void {
  const rows = rowsInReach();
  const at = rows.findIndex((row) => row.contains(document.activeElement));
  if (key === 'x') rows[at]?.querySelector<HTMLInputElement>('input[type="checkbox"]')?.click();
  const next = key === 'j' ? rows[at + 1] : key === 'k' ? rows[at - 1] : undefined;
  (next?.querySelector<HTMLElement>('a, button, summary') ?? next?.querySelector('input'))?.focus();
}

/** Of several tables those of the one that has the focus, or else of the lists, or else of the first table. */
function rowsInReach(): HTMLElement[] {
  const table = document.activeElement?.closest('main table');
  const items = table ? [] : [...document.querySelectorAll<HTMLElement>('main [data-list] > li')];
  if (items.length > 0) return items;
  return [...((table ?? document.querySelector('main table'))?.querySelectorAll<HTMLElement>('tbody tr') ?? [])];
}
