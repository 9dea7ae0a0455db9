import { t } from '@lingui/core/macro';
import * as Radix from '@radix-ui/react-toast';
import { X } from 'lucide-react';
import { isFromRight } from './direction.ts';
import { leaveEscapeToFocus } from './escape.ts';

export type ToastMessage = {
  title: string;
  description?: string;
  variant?: 'default' | 'destructive';
  /** One action, such as Undo; it closes the toast. */
  action?: { label: string; onPress: () => void };
  /** The page says it as well, or it is about the page before: the first touch takes it away. */
  isPassing?: boolean;
};
export type ShownToast = ToastMessage & { id: number };

const LOOK = {
  default: 'border-line bg-surface text-ink',
  destructive: 'border-danger bg-danger text-danger-ink',
};

/**
 * The region of the toasts. F8 moves the focus there; a swipe of 50 px to the right closes a toast. On a phone it is at the
 * bottom, wider screens have it at the right there: above the tabs, the bar with the page's action and the update prompt, so that
 * it covers neither titles nor actions (decision 046). While a dialog or a quiz in the
 * finger's frame is open, it is at the top, over none of its buttons, answers and explanations.
 */
export function Toaster({ shown }: { shown: ShownToast | undefined }) {
  return (
    <Radix.Provider duration={5000} swipeDirection={isFromRight() ? 'left' : 'right'} swipeThreshold={50}>
      {shown && (
        <Radix.Root
          key={shown.id}
          onEscapeKeyDown={leaveEscapeToFocus}
          className={`pointer-events-auto flex animate-rise items-center gap-3 rounded-lg border p-4 pe-2 shadow-high hand:in-data-has-quiz-screen:py-1.5 data-[state=closed]:animate-leave data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x) ${LOOK[shown.variant ?? 'default']}`}
        >
          <div className="grow">
            <Radix.Title className="font-semibold">{shown.title}</Radix.Title>
            {shown.description && <Radix.Description className="mt-0.5 text-sm">{shown.description}</Radix.Description>}
          </div>
          {shown.action && (
            <Radix.Action
              altText={`${shown.action.label}: F8 leads to this message.`}
              onClick={shown.action.onPress}
              className="-my-2 min-h-touch min-w-touch shrink-0 rounded-md px-3 font-semibold underline underline-offset-4"
            >
              {shown.action.label}
            </Radix.Action>
          )}
          <Radix.Close aria-label={t`Close`} className="-my-2 inline-flex size-12 shrink-0 items-center justify-center">
            <X aria-hidden className="size-5" />
          </Radix.Close>
        </Radix.Root>
      )}
      <Radix.Viewport
        hotkey={['F8']}
        className="pointer-events-none fixed inset-x-0 bottom-[var(--bottom-bar,0px)] z-45 safe-m print:hidden p-2 in-data-has-upload-note:bottom-[calc(var(--bottom-bar,0px)+4.5rem)] max-md:in-data-has-bottom-prompt:bottom-48! sm:end-0 sm:start-auto sm:w-full sm:max-w-[420px] sm:p-4 in-data-has-box-dialog:z-60 in-data-has-box-dialog:top-0 in-data-has-box-dialog:bottom-auto! hand:in-data-has-quiz-screen:top-0 hand:in-data-has-quiz-screen:bottom-auto!"
      />
    </Radix.Provider>
  );
}
