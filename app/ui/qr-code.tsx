import { t } from '@lingui/core/macro';
import { QrCode as QrCodeIcon } from 'lucide-react';
import { type ComponentProps, type ReactNode, useEffect, useState } from 'react';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { useToast } from './toast.tsx';

type QrCodeButtonProps = {
  /** What the code says. */
  read: () => string | Promise<string>;
  /** The accessible name of the code. */
  label: string;
  title: string;
  description: string;
  children: ReactNode;
} & Pick<ComponentProps<typeof Button>, 'variant' | 'className'>;

/** Shows a link to whoever points a phone or a tablet at it. */
export function QrCodeButton({ read, label, title, description, ...look }: QrCodeButtonProps) {
  const toast = useToast();
  const [rows, setRows] = useState<boolean[][]>();
  const show = async () => {
    try {
      const { default: encode } = await import('qr');
      // On a screen nothing is smudged: the coarsest code is the easiest to read.
      setRows(encode(await read(), 'raw', { border: 4, ecc: 'low' }));
    } catch {
      const description = t`Check your connection and try again.`;
      toast({ title: t`The QR code could not be shown`, description, variant: 'destructive' });
    }
  };
  return (
    <>
      <Button icon={QrCodeIcon} onClick={() => void show()} {...look} />
      {rows && (
        <Dialog open onOpenChange={() => setRows(undefined)} title={title} description={description}>
          <Code {...{ rows, label }} className="mx-auto max-h-[60dvh] w-full" />
        </Dialog>
      )}
    </>
  );
}

const Code = ({ rows, label, className }: { rows: boolean[][]; label: string; className: string }) => (
  <svg
    role="img"
    aria-label={label}
    viewBox={`0 0 ${rows.length} ${rows.length}`}
    shapeRendering="crispEdges"
    className={`rounded-md bg-(--paper) fill-(--paper-ink) ${className}`}
  >
    <path d={rows.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')} />
  </svg>
);

/** The same in the page, at once; nothing where it cannot be made. */
export function QrCode({ link, label, className }: { link: string; label: string; className: string }) {
  const [rows, setRows] = useState<boolean[][]>();
  useEffect(() => {
    let isWanted = true;
    const draw = async () => {
      const { default: encode } = await import('qr');
      if (isWanted) setRows(encode(link, 'raw', { border: 4, ecc: 'low' }));
    };
    // The link is beside it.
    draw().catch(() => undefined);
    return () => {
      isWanted = false;
    };
  }, [link]);
  return rows ? <Code {...{ rows, label, className }} /> : <span className={`block ${className}`} />;
}
