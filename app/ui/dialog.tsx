import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import * as Radix from '@radix-ui/react-dialog';
import { X } from 'lucide-react';
import { createContext, type ReactNode, use, useCallback, useLayoutEffect, useRef, useState } from 'react';
import { Button } from './button.tsx';
import { leaveEscapeToFocus, takesEscape } from './escape.ts';
import { useLeaveGuard } from './leave-guard.ts';
import { usePageMark } from './page-mark.ts';
import { HoldPage, LeaveDialog, useTyped } from './unsaved.ts';

type DialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  /** One or two sentences under the title; read out when the dialog opens. */
  description?: ReactNode;
  children?: ReactNode;
  /** 'sheet' is at a phone's lower edge and a box elsewhere, 'drawer' at the side, 'panel' there for a list, 'palette' near the top, 'page' the whole screen. */
  shape?: 'box' | 'sheet' | 'drawer' | 'panel' | 'palette' | 'page';
  /** Whether every way out asks first; left out, when something was typed into its text fields. */
  isUnsaved?: boolean;
};

/** What the dialog that was opened last returns the focus to. */
let lastOpener: Element | null = null;

type DialogFailure = { title: string; description: string };
type ShowFailure = (failure: DialogFailure | undefined) => void;

/** The boxes that are open and have a place for it, the uppermost last. */
const openBoxes: ShowFailure[] = [];
const FailureInBox = createContext<{ failure: DialogFailure | undefined; show: ShowFailure } | undefined>(undefined);

/** Shows a failure above the buttons of the box that is open now, undefined for none; returns false when it is closed. */
export function failureInOpenBox(): (failure: DialogFailure | undefined) => boolean {
  const show = openBoxes.at(-1);
  return (failure) => {
    if (!show || !openBoxes.includes(show)) return false;
    show(failure);
    return true;
  };
}

const SHAPES = {
  box: 'inset-x-4 top-1/2 mx-auto max-h-[85dvh] max-w-lg -translate-y-1/2 rounded-xl p-6',
  sheet:
    'inset-x-0 bottom-0 max-h-[85dvh] rounded-t-xl p-6 pb-[calc(1.5rem+var(--safe-bottom))] [&>[data-dialog-actions]]:pb-[calc(0.75rem+var(--safe-bottom))] md:inset-x-4 md:top-1/2 md:bottom-auto md:mx-auto md:max-w-lg md:-translate-y-1/2 md:rounded-b-xl',
  palette:
    'inset-x-0 top-0 mx-auto max-h-dvh max-w-2xl gap-0! max-sm:min-h-dvh sm:top-[10dvh] sm:max-h-[80dvh] sm:rounded-xl',
  panel: 'inset-y-0 end-0 w-full max-w-170 safe-p md:p-6',
  page: 'inset-0 gap-0! pt-(--safe-top) pe-(--safe-end) ps-(--safe-start)',
  drawer:
    'inset-y-0 end-0 w-[min(24rem,92vw)] max-md:rounded-s-xl md:end-auto md:start-0 pt-(--safe-top) max-md:pe-(--safe-end) pb-(--safe-bottom) md:ps-(--safe-start)',
};

/** A modal box or drawer: begins in its first field, keeps the focus, gives it back, and asks before something is lost. */
export function Dialog({ open, onOpenChange, title, description, children, shape = 'box', ...rest }: DialogProps) {
  const typed = useTyped();
  const isUnsaved = open && (rest.isUnsaved ?? typed.isTyped);
  // The way out that was begun, and asked about.
  const [leaving, setLeaving] = useState<() => void>();
  const leave = (go: () => void) => (isUnsaved ? setLeaving(() => go) : go());
  const stay = useCallback(() => setLeaving(undefined), []);
  const useHold = use(HoldPage);
  useHold(isUnsaved);
  useLeaveGuard(isUnsaved, (go) =>
    leave(() => {
      onOpenChange(false);
      go();
    }),
  );
  const change = (isOpen: boolean) => (isOpen ? onOpenChange(true) : leave(() => onOpenChange(false)));
  const opener = useRef<Element>(null);
  const [failure, setFailure] = useState<DialogFailure>();
  // Before Radix renders the content, where a field may take the focus.
  useLayoutEffect(() => {
    if (!open) return;
    const focused = focusToReturn();
    // A dialog that takes the place of another one returns to what opened the first.
    opener.current = focused === document.body ? lastOpener : focused;
    lastOpener = opener.current;
  }, [open]);
  // Toasts are shown above a box.
  const isBox = shape === 'box' || shape === 'sheet';
  const showsTitle = isBox || shape === 'page' || shape === 'panel';
  usePageMark('box-dialog', open && isBox);
  return (
    <>
      <Radix.Root open={open} onOpenChange={change}>
        <Radix.Portal>
          {/* On the same layer as the box, so that a dialog above another one covers it. */}
          <Radix.Overlay className="fixed inset-0 z-50 bg-veil" />
          <Radix.Content
            className={`fixed z-50 flex animate-rise flex-col gap-4 overflow-y-auto bg-surface has-data-dialog-actions:scroll-pb-20 shadow-high ${SHAPES[shape]}`}
            // When Tab wraps around, Radix moves the focus without scrolling to it.
            onFocus={({ target, currentTarget }) => {
              // Not those of a dialog above this one.
              if (currentTarget.contains(target)) typed.begin(target);
              if (target !== currentTarget) target.scrollIntoView({ block: 'nearest' });
            }}
            onInput={typed.look}
            // Radix begins with the first button, which closes the dialog.
            onOpenAutoFocus={(event) => {
              // A page is to be looked at: no keyboard over the half of it.
              const isRead = shape === 'page';
              const field = !isRead && event.currentTarget instanceof HTMLElement && firstField(event.currentTarget);
              if (!field) return;
              event.preventDefault();
              field.focus({ preventScroll: true });
            }}
            onEscapeKeyDown={leaveEscapeToFocus}
            onKeyDown={(event) => takesEscape(event) && change(false)}
            onCloseAutoFocus={(event) => {
              // Radix returns the focus only to its own trigger. The act that closed the dialog may have moved it elsewhere.
              event.preventDefault();
              const isFree = document.activeElement === null || document.activeElement === document.body;
              if (!isFree) return;
              lastOpener = null;
              const back = opener.current?.isConnected ? opener.current : document.querySelector('main h1');
              if (back instanceof HTMLElement) back.focus({ preventScroll: true });
            }}
            {...(description ? {} : { 'aria-describedby': undefined })}
          >
            <div
              className={
                showsTitle
                  ? `flex items-start justify-between gap-4 ${shape === 'page' ? 'pt-2 pe-4 ps-4' : ''}`
                  : 'absolute top-[calc(0.75rem+var(--safe-top))] end-[calc(1rem+var(--safe-end))] z-10'
              }
            >
              <Radix.Title className={showsTitle ? 'pt-2 font-semibold text-lg' : 'sr-only'}>{title}</Radix.Title>
              <Radix.Close
                aria-label={t`Close`}
                className="-mt-1 -me-2 inline-flex size-12 shrink-0 items-center justify-center rounded-md text-ink-soft hover:bg-sunken"
              >
                <X aria-hidden className="size-5" />
              </Radix.Close>
            </div>
            {description && <Radix.Description className="text-ink-soft">{description}</Radix.Description>}
            <LeaveDialog value={{ leave, stay }}>
              <FailureInBox value={{ failure, show: setFailure }}>{children}</FailureInBox>
            </LeaveDialog>
          </Radix.Content>
        </Radix.Portal>
      </Radix.Root>
      {leaving && isUnsaved && <DiscardQuestion discard={leaving} stay={stay} />}
    </>
  );
}

function DiscardQuestion({ discard, stay }: { discard: () => void; stay: () => void }) {
  return (
    <Dialog open onOpenChange={stay} title={t`Discard what you wrote?`} description={t`It is not saved yet.`}>
      <DialogActions>
        <Button variant="secondary" onClick={stay}>
          <Trans>Keep writing</Trans>
        </Button>
        <Button
          variant="destructive"
          onClick={() => {
            stay();
            discard();
          }}
        >
          <Trans>Discard</Trans>
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function firstField(content: HTMLElement): HTMLElement | undefined {
  const fields = content.querySelectorAll<HTMLInputElement>('input, textarea, select');
  return [...fields].find(({ disabled, type }) => !disabled && type !== 'hidden' && type !== 'file');
}

/** The element with the focus; for a menu item, which disappears, the button of the menu. */
function focusToReturn(): Element | null {
  const { activeElement } = document;
  const button = activeElement?.closest('[role="menu"]')?.getAttribute('aria-labelledby');
  return button ? document.getElementById(button) : activeElement;
}

/** The buttons of a dialog with what failed above them; they stay in view while a long form scrolls, unless the screen is too low. */
export function DialogActions({ children }: { children: ReactNode }) {
  const box = use(FailureInBox);
  const show = box?.show;
  const failure = box?.failure;
  useLayoutEffect(() => {
    if (!show) return;
    openBoxes.push(show);
    return () => {
      openBoxes.splice(openBoxes.indexOf(show), 1);
      show(undefined);
    };
  }, [show]);
  return (
    <div
      data-dialog-actions
      className="-mx-6 -mb-6 flex flex-wrap justify-end gap-2 border-line border-t bg-surface px-6 py-3 [@media(min-height:30rem)]:sticky [@media(min-height:30rem)]:-bottom-6"
    >
      {failure && (
        <div role="alert" className="mb-1 w-full rounded-md bg-danger-soft px-3 py-2 text-danger-text">
          <p className="font-semibold">{failure.title}</p>
          <p className="wrap-anywhere">{failure.description}</p>
        </div>
      )}
      {children}
    </div>
  );
}
