import { Copy } from 'lucide-react';
import { Button } from './button.tsx';
import { useToast } from './toast.tsx';

type CopyButtonProps = {
  /** The label of the button, such as 'Copy Link'. */
  label: string;
  text: string;
  /** 'Invitation link' makes 'Invitation link copied to clipboard.' */
  noun: string;
  variant?: 'primary' | 'secondary';
};

/** Copies a text and says so. */
export function CopyButton({ label, text, noun, variant = 'secondary' }: CopyButtonProps) {
  const toast = useToast();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      toast({ title: 'Copied!', description: `${noun} copied to clipboard.` });
    } catch {
      // The page is not secure, or the browser has denied it.
      toast({
        title: 'Not copied',
        description: `The browser does not allow it: ${text.slice(0, 200)}`,
        variant: 'destructive',
      });
    }
  };
  return (
    <Button variant={variant} onClick={() => void copy()}>
      <Copy aria-hidden className="size-5" />
      {label}
    </Button>
  );
}
