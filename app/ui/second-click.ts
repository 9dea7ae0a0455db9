const CONTROLS = 'a,button,input,label,select,summary,[role=menuitem],[role=option]';

const nameOf = (control: Element) => control.getAttribute('aria-label') ?? control.textContent;

/** Drops the second click of a double click when another control, with another name, has taken the first one's place. */
export function dropSecondClicks(): void {
  let clicked: { control: Element; name: string | null } | undefined;
  document.addEventListener(
    'click',
    (event) => {
      const control = event.target instanceof Element ? event.target.closest(CONTROLS) : null;
      const isSecond = event.detail > 1 && clicked !== undefined;
      if (isSecond && control && control !== clicked?.control && nameOf(control) !== clicked?.name) {
        event.preventDefault();
        event.stopImmediatePropagation();
      } else if (!isSecond) {
        clicked = control ? { control, name: nameOf(control) } : undefined;
      }
    },
    { capture: true },
  );
}
