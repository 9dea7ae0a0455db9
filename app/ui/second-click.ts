const CONTROLS = 'a,button,input,label,select,summary,[role=menuitem],[role=option]';

const DOUBLE_TAP = { ms: 300, px: 40 };

const nameOf = (control: Element) => control.getAttribute('aria-label') ?? control.textContent;

const isDoubleTap = (one: PointerEvent | undefined, other: PointerEvent) =>
  one?.pointerType === 'touch' &&
  other.pointerType === 'touch' &&
  other.timeStamp - one.timeStamp < DOUBLE_TAP.ms &&
  Math.hypot(other.clientX - one.clientX, other.clientY - one.clientY) < DOUBLE_TAP.px;

/**
 * Drops the second click of a double click when another control, with another name, has taken the first one's place: whoever
 * clicks twice means one thing. Inside `data-one-tap` it drops every second click, and that of a double tap.
 */
export function dropSecondClicks(): void {
  let clicked: { control: Element; name: string | null } | undefined;
  let lastPress: PointerEvent | undefined;
  let isSecondTap = false;
  // Not every browser counts the taps of a touch screen in `detail`, as it does the clicks of a mouse.
  const press = (event: PointerEvent) => {
    isSecondTap = isDoubleTap(lastPress, event);
    lastPress = event;
  };
  const click = (event: MouseEvent) => {
    const control = event.target instanceof Element ? event.target.closest(CONTROLS) : null;
    const isSecond = event.detail > 1 && clicked !== undefined;
    // A `detail` of 0 is a key.
    const isOneTap = event.detail > (isSecondTap ? 0 : 1) && control?.closest('[data-one-tap]');
    if (isOneTap || (isSecond && control && control !== clicked?.control && nameOf(control) !== clicked?.name)) {
      event.preventDefault();
      event.stopImmediatePropagation();
    } else if (!isSecond) {
      clicked = control ? { control, name: nameOf(control) } : undefined;
    }
  };
  document.addEventListener('pointerdown', press, { capture: true });
  document.addEventListener('click', click, { capture: true });
}
