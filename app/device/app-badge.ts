/** Shows on the app's icon how much is unsent, nothing for 0, where there is such an icon. For pages and the worker; never throws. */
export function showOnIcon(count: number): void {
  if (!('setAppBadge' in navigator)) return;
  const shown = count > 0 ? navigator.setAppBadge(count) : navigator.clearAppBadge();
  shown.catch(() => undefined);
}
