import { t } from '@lingui/core/macro';
import { createContext, type ReactNode, useCallback, useContext, useLayoutEffect, useRef, useState } from 'react';
import { Button } from './button.tsx';
import { Dialog, DialogActions } from './dialog.tsx';
import { Field } from './form/field.tsx';
import { useLocation } from './router.ts';

export type Confirmation = {
  title: string;
  /** The consequence, in a sentence or two. */
  text: ReactNode;
  /** The label of the confirm button. */
  action: string;
  /** The label of the confirm button while `run` is under way. */
  running?: string;
  /** The label of the cancel button. */
  cancel?: string;
  /** 'primary' for an act that deletes nothing. */
  variant?: 'destructive' | 'primary';
  /** How many it is about: more than a few of them have to be typed before the act. Null while they are counted. */
  affected?: number | null | undefined;
  /** Whether the act would be refused, as `text` says. */
  isBlocked?: boolean;
  /** The act itself. The dialog closes after it, unless it resolves with undefined or false: then it has failed. */
  run?: () => unknown;
};

/** An act on so many is confirmed by a press alone. */
const FEW = 10;

type ConfirmDialogProps = Confirmation & { onClose: (isConfirmed: boolean) => void };

/** Asks before an act that cannot be undone or has a wide effect. */
export function ConfirmDialog({ title, text, action, running = action, run, onClose, ...looks }: ConfirmDialogProps) {
  const { cancel = t`Cancel`, variant = 'destructive', affected, isBlocked = false } = looks;
  const [typed, setTyped] = useState('');
  const isTyped = affected === undefined || (affected !== null && (affected <= FEW || Number(typed) === affected));
  const [isRunning, setRunning] = useState(false);
  // Set before React has drawn the disabled button: a second click may come first.
  const latch = useRef(false);
  const confirm = async () => {
    if (latch.current || isBlocked || !isTyped) return;
    latch.current = true;
    setRunning(true);
    const outcome = run?.();
    const isDone = outcome instanceof Promise ? ![undefined, false].includes((await outcome) as undefined) : true;
    if (isDone) return onClose(true);
    latch.current = false;
    setRunning(false);
  };
  return (
    <Dialog open onOpenChange={() => onClose(false)} title={title} description={text}>
      {typeof affected === 'number' && affected > FEW && (
        <Field
          label={t`Type ${affected} to confirm`}
          inputMode="numeric"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
      )}
      <DialogActions>
        <Button variant="secondary" onClick={() => onClose(false)}>
          {cancel}
        </Button>
        <Button variant={variant} disabled={isRunning || isBlocked || !isTyped} onClick={() => void confirm()}>
          {isRunning ? running : action}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

const ConfirmContext = createContext<((confirmation: Confirmation) => Promise<boolean>) | undefined>(undefined);

/** Provides `useConfirm` and renders its dialog, which navigation to another page closes. */
export function ConfirmProvider({ children }: { children: ReactNode }) {
  const [asked, setAsked] = useState<ConfirmDialogProps>();
  const { pathname } = useLocation();
  // Before the new page's own effects, which may ask at once because a link wants it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the question belongs to the page that asked it
  useLayoutEffect(() => setAsked(undefined), [pathname]);
  const confirm = useCallback(
    (confirmation: Confirmation) =>
      new Promise<boolean>((resolve) => {
        const onClose = (isConfirmed: boolean) => {
          setAsked(undefined);
          resolve(isConfirmed);
        };
        setAsked({ ...confirmation, onClose });
      }),
    [],
  );
  return (
    <ConfirmContext value={confirm}>
      {children}
      {asked && <ConfirmDialog {...asked} />}
    </ConfirmContext>
  );
}

/** `await confirm({ title, text, action, run })` resolves with true once the user has confirmed and `run` is done. */
export function useConfirm(): (confirmation: Confirmation) => Promise<boolean> {
  const confirm = useContext(ConfirmContext);
  if (!confirm) throw new Error('useConfirm needs a ConfirmProvider above it.');
  return confirm;
}
