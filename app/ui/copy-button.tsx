import { t } from '@lingui/core/macro';
import { Copy } from 'lucide-react';
import { Button } from './button.tsx';
import { useToast } from './toast.tsx';
import type { ToastMessage } from './toaster.tsx';

/** Returns a function that copies a text and shows `done`, or says that the browser does not allow it. */
export function useCopy() {
  const toast = useToast();
  return async (text: string, done: ToastMessage) => {
    try {
      await navigator.clipboard.writeText(text);
      toast(done);
    } catch {
      // The page is not secure, or the browser has denied it.
      const wanted = text.slice(0, 200);
      const description = t`The browser does not allow it: ${wanted}`;
      toast({ title: t`Not copied`, description, variant: 'destructive' });
    }
  };
}

type CopyButtonProps = {
  label: string;
  text: string;
  /** 'Invitation link' makes 'Invitation link copied to clipboard.' */
  noun: string;
  variant?: 'primary' | 'secondary';
};

export function CopyButton({ label, text, noun, variant = 'secondary' }: CopyButtonProps) {
  const copy = useCopy();
  const done = { title: t`Copied!`, description: t`${noun} copied to clipboard.` };
  return (
    <Button icon={Copy} variant={variant} onClick={() => void copy(text, done)}>
      {label}
    </Button>
  );
}
