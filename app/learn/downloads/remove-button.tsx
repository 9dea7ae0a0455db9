import { Trash2 } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm.tsx';
import { useKeepFocus } from '../../ui/keep-focus.ts';

type RemoveButtonProps = {
  /** What is removed, within a sentence. */
  name: string;
  /** False when nothing is here yet: then nobody has to be asked. */
  asks: boolean;
  onRemove: () => void;
  /** The words of the button; without, it is a bin. */
  children?: ReactNode;
};

/** Takes something off this device, after a question when it is there: without a network it could not be fetched again. */
export function RemoveButton({ name, asks, onRemove, children }: RemoveButtonProps) {
  const [isAsking, setIsAsking] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  useKeepFocus(button);
  const begin = () => (asks ? setIsAsking(true) : onRemove());
  const close = (isConfirmed: boolean) => {
    setIsAsking(false);
    if (isConfirmed) onRemove();
  };
  return (
    <>
      {children ? (
        <Button ref={button} variant="secondary" onClick={begin}>
          <Trash2 aria-hidden className="size-5" />
          {children}
        </Button>
      ) : (
        <Button ref={button} variant="quiet" className="shrink-0 px-0" aria-label={`Remove ${name}`} onClick={begin}>
          <Trash2 aria-hidden className="size-5" />
        </Button>
      )}
      {isAsking && (
        <ConfirmDialog
          title={`Remove ${name} from this device?`}
          text="Your progress stays. To use it again without a network it has to be downloaded again."
          action="Remove"
          cancel="Keep it"
          onClose={close}
        />
      )}
    </>
  );
}
